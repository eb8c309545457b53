import {
  createLog,
  createMetrics,
  createTokenSigner,
  type DatabaseHandle,
  type Metrics,
  newId,
  openDatabase,
  systemClock,
  type TokenSigner,
  WorkRunner,
} from '@platform/runtime';
import { logLines } from '@platform/testing';
import { type ChainEntry, emptyChain, linkEntries } from '../src/consents/chain.ts';
import { type HeldRun, openRun } from '../src/consents/verification-run.ts';
import { verificationKind } from '../src/consents/verification-work.ts';
import { tamper } from './evidence-support.ts';
import type { Identity } from './support.ts';

/** The records of a ledger, as they are stored. */
export async function recordsOf(t: Identity, ownerId: string): Promise<ChainEntry[]> {
  const rows = await t.database.query<ChainEntry & Record<string, unknown>>(
    'SELECT * FROM identity.consent_ledger WHERE owner_id = $1 ORDER BY seq',
    [ownerId],
  );
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}

export const setChain = (t: Identity, ownerId: string, { seq, hash }: { seq: number; hash: string }) =>
  t.database.query('UPDATE identity.consent_chains SET seq = $2, head_hash = $3 WHERE owner_id = $1', [
    ownerId,
    seq,
    hash,
  ]);

/** Links the records of a ledger again, and sets the head of the chain to the outcome. */
export async function rehash(t: Identity, ownerId: string): Promise<void> {
  const contents = (await recordsOf(t, ownerId)).map(
    ({ seq: _, prev_hash: __, entry_hash: ___, ...content }) => content,
  );
  const { entries, head } = linkEntries(emptyChain, contents);
  for (const { id, seq, prev_hash, entry_hash } of entries)
    await tamper(
      t,
      'consent_ledger',
      'UPDATE identity.consent_ledger SET seq = $2, prev_hash = $3, entry_hash = $4 WHERE id = $1',
      [id, seq, prev_hash, entry_hash],
    );
  await setChain(t, ownerId, head);
}

/** Lengthens a ledger by copies of its last record, linked as the service links them, to `length` records. */
export async function lengthen(t: Identity, ownerId: string, length: number): Promise<void> {
  const template = (await recordsOf(t, ownerId)).at(-1);
  if (!template) throw new Error('nothing was recorded');
  const { seq, prev_hash, entry_hash, ...content } = template;
  const { entries, head } = linkEntries(
    { seq, hash: entry_hash },
    Array.from({ length: length - seq }, (_, n): typeof content => ({
      ...content,
      id: newId(),
      checkbox_text: `${n} "\\\u2028 😀 \u0007`,
      metadata: n % 2 === 0 ? {} : { z: String(n), a: 'ä', 'long key': '"' },
    })),
  );
  await t.database.query(
    'INSERT INTO identity.consent_ledger SELECT * FROM jsonb_populate_recordset(NULL::identity.consent_ledger, $1)',
    [JSON.stringify(entries)],
  );
  await setChain(t, ownerId, head);
}

/** The evidence key of the services under test, `CONSENT_SIGNING_KEYS`. */
export const signingKey = `c1:${Buffer.alloc(32, 7).toString('base64')}`;

/** A verification of an application's ledger that waits, of which no process knows. @returns its id */
export async function givenWaiting(
  t: Identity,
  clock: Pick<typeof systemClock, 'now'>,
  application: { id: string },
  scope = 'whole',
): Promise<string> {
  const id = newId();
  await t.database.query(
    `INSERT INTO identity.ledger_verifications (id, owner_type, owner_id, scope, requested_at, due_at)
     VALUES ($1, 'application', $2, $3, $4, $4)`,
    [id, application.id, scope, clock.now()],
  );
  return id;
}

export interface SecondProcess {
  walker: Pick<DatabaseHandle, 'db'> & {
    pool: DatabaseHandle['scoped'];
    clock: typeof systemClock;
    log: ReturnType<typeof createLog>;
    metrics: Metrics;
    evidence: TokenSigner;
  };
  close(): Promise<void>;
}

/**
 * Dependencies of another process of the service that verifies ledgers. Its heads are signed with the key of
 * the service under test.
 */
export function openProcess(t: Pick<Identity, 'database'>): SecondProcess {
  const log = createLog('test', 'error', logLines());
  const database = { url: t.database.urlFor('identity'), poolSize: 4, reportsPoolSize: 3, service: 'identity', log };
  const { db, scoped, close } = openDatabase(database);
  const evidence = createTokenSigner([signingKey]);
  return { walker: { db, pool: scoped, clock: systemClock, log, metrics: createMetrics(), evidence }, close };
}

/** Claims a verification for a process that does nothing more with it by itself; null without one. */
export function claimRun(process: SecondProcess['walker']): Promise<HeldRun | null> {
  const { promise, resolve, reject } = Promise.withResolvers<HeldRun | null>();
  const runner = new WorkRunner(process, {
    ...verificationKind(process),
    renewMs: 3_600_000,
    run: async (lease) => {
      resolve(await openRun(process, lease));
      await new Promise(() => {});
    },
  });
  void runner.runDue({ budgetMs: 60_000, limit: 1 }).then(() => resolve(null), reject);
  return promise;
}
