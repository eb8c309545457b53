import { identity } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { consent_chain_heads, consent_chains, consent_ledger } from '../schema.ts';
import { type HeadStatement, signHead } from './signed-head.ts';

/** Chains in one statement and one transaction. */
const batchSize = 200;

type Chain = Omit<HeadStatement, 'day'>;

/**
 * Signs the head of each chain that grew since its last signed head and has none of the current UTC day: a
 * row of `consent_chain_heads` and a `consent.chain_head`, in one transaction for some chains at a time. It
 * may run as often as one likes and in several processes at once. A chain that got shorter is not signed: its
 * verification reports it.
 */
export async function signChainHeads(app: Pick<App, 'db' | 'emit' | 'clock' | 'config' | 'evidence'>): Promise<void> {
  let chains: Chain[] = [];
  do {
    const now = app.clock.now();
    const day = now.toISOString().slice(0, 10);
    chains = await unsignedChains(app, day, chains.at(-1));
    if (chains.length > 0) await signBatch(app, chains, day, now);
  } while (chains.length === batchSize);
}

/** The next chains, in the order of their owners, that have to be signed today. */
async function unsignedChains({ db }: Pick<App, 'db'>, day: string, after: Chain | undefined): Promise<Chain[]> {
  // One row of the index for each chain: the latest head.
  const { rows } = await db.execute<Omit<Chain, 'seq'> & { seq: string }>(sql`
    SELECT c.owner_type, c.owner_id, c.seq, c.head_hash
      FROM ${consent_chains} c
      -- A head that no record has was not made by appending: it is not signed, and verifying the ledger tells.
      JOIN ${consent_ledger} l
        ON l.owner_type = c.owner_type AND l.owner_id = c.owner_id AND l.seq = c.seq AND l.entry_hash = c.head_hash
      LEFT JOIN LATERAL (
        SELECT h.day, h.seq FROM ${consent_chain_heads} h
         WHERE h.owner_type = c.owner_type AND h.owner_id = c.owner_id
         ORDER BY h.day DESC LIMIT 1
      ) signed ON true
     WHERE c.seq > coalesce(signed.seq, 0) AND c.seq <= ${Number.MAX_SAFE_INTEGER} AND coalesce(signed.day < ${day}, true)
       AND ${after ? sql`(c.owner_type, c.owner_id) > (${after.owner_type}, ${after.owner_id})` : sql`true`}
     ORDER BY c.owner_type, c.owner_id
     LIMIT ${batchSize}`);
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}

async function signBatch(
  app: Pick<App, 'db' | 'emit' | 'config' | 'evidence'>,
  chains: readonly Chain[],
  day: string,
  now: Date,
): Promise<void> {
  const heads = await Promise.all(
    chains.map(async (chain) => {
      const statement = { ...chain, day };
      return { id: newId(), ...statement, token: await signHead(app, statement, now), signed_at: now };
    }),
  );
  await app.db.transaction(async (tx) => {
    // Another replica may have been faster; of a head that is not ours no event leaves.
    const added = await tx
      .insert(consent_chain_heads)
      .values(heads)
      .onConflictDoNothing({
        target: [consent_chain_heads.owner_type, consent_chain_heads.owner_id, consent_chain_heads.day],
      })
      .returning();
    for (const { owner_type, owner_id, seq, head_hash, token } of added)
      await app.emit(
        tx,
        identity.events.consentChainHead,
        { owner_type, owner_id, day, seq, head_hash, token },
        { application_id: owner_type === 'application' ? owner_id : null, occurred_at: now },
      );
  });
}
