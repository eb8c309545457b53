import { defineStatement, newId, runInScope, runStatement } from '@platform/runtime';
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { App } from '../app.ts';
import { ledger_verifications } from '../schema.ts';
import { emptyChain } from './chain.ts';
import { holdsCheckpoint, signCheckpoint } from './checkpoint-token.ts';

export type VerificationRow = typeof ledger_verifications.$inferSelect;
type RunStore = Pick<App, 'db' | 'clock' | 'log' | 'evidence'>;

/** How long a run stays with a process that says nothing. */
export const leaseSeconds = 30;
/** How long a run waits after a failure. */
const pauseSeconds = 10;
/** Failures in a row after which an operator has to act. */
const manyFailures = 10;

/** Another process has the run, or a request replaced it. */
export class LostLeaseError extends Error {
  override name = 'LostLeaseError';
}

/** A verification that this process has claimed. Its writes compare the lease, and run on the main pool. */
export interface HeldRun {
  run: VerificationRow;
  /** Holds the run for another lease, between two checkpoints. @throws LostLeaseError */
  renew(): Promise<void>;
  /** Writes a checkpoint, signed, and renews the lease. @throws LostLeaseError */
  save(change: Partial<VerificationRow>): Promise<void>;
  /**
   * Writes the result; of its scope it is the one that stays. A verification that was requested since this one began
   * waits from then on: this one has not read the records as they were at the request.
   * @throws LostLeaseError
   */
  finish(result: Partial<VerificationRow> & Pick<VerificationRow, 'scope'>): Promise<void>;
  /** Ends the slice: any process may go on at the checkpoint, after ledgers that wait longer. */
  putBack(): Promise<void>;
  /** Ends the slice after a failure: the run is taken again some seconds later. */
  postpone(error: unknown): Promise<void>;
}

const claimStatement = defineStatement({
  name: 'claim_verification',
  text: `UPDATE identity.ledger_verifications
       SET lease_id = $1, leased_until = $2::timestamptz + make_interval(secs => ${leaseSeconds}),
           started_at = coalesce(started_at, $2), worked_at = $2, failures = failures + 1
     WHERE id = (SELECT id FROM identity.ledger_verifications
                  WHERE finished_at IS NULL AND (leased_until IS NULL OR leased_until <= $2)
                  ORDER BY worked_at NULLS FIRST, id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id`,
});

/**
 * Claims the run that has waited longest, or whose process died; null without one. The claim counts as a failure
 * until a checkpoint, and puts the run behind others: one that ends its process does not come first again. A run
 * whose checkpoint is not what was written begins anew, and reads every record.
 */
export async function claimRun(app: RunStore): Promise<HeldRun | null> {
  const lease_id = newId();
  const { rows } = await runStatement<{ id: string }>(app.db, claimStatement, [lease_id, app.clock.now()]);
  const id = rows[0]?.id;
  if (id === undefined) return null;
  const isMine = and(eq(ledger_verifications.id, id), eq(ledger_verifications.lease_id, lease_id));
  const [run] = await app.db.select().from(ledger_verifications).where(isMine);
  if (!run) return null;
  const { owner_type, owner_id } = run;
  const failures = run.failures - 1;
  if (failures > 0 && failures % manyFailures === 0)
    app.log.error({ owner_type, owner_id, failures }, 'the verification of a consent ledger keeps failing');
  if (run.from_seq === null || (await holdsCheckpoint(app, run))) return hold(app, run, isMine);
  app.log.warn({ owner_type, owner_id }, 'the checkpoint of a verification was altered: the verification restarts');
  return hold(app, { ...run, ...atBeginning }, isMine);
}

const atBeginning = {
  scope: 'whole',
  from_seq: null,
  target_seq: null,
  target_hash: null,
  seq: 0,
  hash: emptyChain.hash,
  signed_heads: 0,
} as const;

/** The next moment of the clock, behind every result of the owner: clocks of processes differ. */
const endOf = ({ owner_type, owner_id }: VerificationRow, now: Date) =>
  sql<Date>`greatest(${now.toISOString()}::timestamptz, (
    SELECT max(o.finished_at) + interval '1 millisecond' FROM identity.ledger_verifications AS o
     WHERE o.owner_type = ${owner_type} AND o.owner_id = ${owner_id}))`;

function hold(app: RunStore, run: VerificationRow, isMine: ReturnType<typeof and>): HeldRun {
  const until = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1000);
  /** As it stands in the database, for what this process writes. */
  let state = run;
  let failures = run.failures;
  const write = async (
    change: PgUpdateSetSource<typeof ledger_verifications>,
    db: Pick<App['db'], 'update'> = app.db,
  ) => {
    const [row] = await db.update(ledger_verifications).set(change).where(isMine).returning();
    if (!row) throw new LostLeaseError(`verification ${run.id} has another holder`);
    return row;
  };
  const signed = async (change: Partial<VerificationRow>) => {
    state = { ...state, ...change };
    return { ...change, checkpoint_token: await signCheckpoint(app, state) };
  };
  const onMainPool = <T>(work: () => Promise<T>): Promise<T> =>
    runInScope({ request_id: run.id, isBackground: true }, work);
  const ended = () => ({ lease_id: null, worked_at: app.clock.now() });
  return {
    run,
    // A renewal that waited for a connection does not shorten the lease of a later write.
    renew: () => {
      const leased_until = sql`greatest(${ledger_verifications.leased_until}, ${until(leaseSeconds).toISOString()}::timestamptz)`;
      return onMainPool(async () => void (await write({ leased_until })));
    },
    save: (change) =>
      onMainPool(async () => {
        await write({ ...(await signed(change)), failures: 0, leased_until: until(leaseSeconds) });
        failures = 0;
      }),
    finish: (result) =>
      onMainPool(() =>
        app.db.transaction(async (tx) => {
          const finished_at = endOf(run, app.clock.now());
          const row = await write({ ...(await signed(result)), ...ended(), leased_until: null, finished_at }, tx);
          await tx
            .delete(ledger_verifications)
            .where(
              and(
                eq(ledger_verifications.owner_type, run.owner_type),
                eq(ledger_verifications.owner_id, run.owner_id),
                eq(ledger_verifications.scope, result.scope),
                isNotNull(ledger_verifications.finished_at),
                ne(ledger_verifications.id, run.id),
              ),
            );
          const { owner_type, owner_id, again_scope: scope, again_at: requested_at } = row;
          if (scope && requested_at)
            await tx.insert(ledger_verifications).values({ id: newId(), owner_type, owner_id, scope, requested_at });
        }),
      ),
    putBack: () => onMainPool(async () => void (await write({ ...ended(), leased_until: null }))),
    async postpone(error) {
      const counted = Math.max(failures, 1);
      const about = { err: error, owner_type: run.owner_type, owner_id: run.owner_id, failures: counted };
      app.log.warn(about, 'the verification of a consent ledger failed; it is retried');
      await onMainPool(() => write({ ...ended(), failures: counted, leased_until: until(pauseSeconds) }));
    },
  };
}
