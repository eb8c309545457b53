import { and, eq, inArray } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { LegalOwner } from '../legal/legal-owner.ts';
import { consent_ledger, type LedgerProblem } from '../schema.ts';
import { type ChainHead, emptyChain } from './chain.ts';

/** A bigint as the number of a record: of one that no record can have, the nearest that one can have. */
const recordNumber = (bigint: string): number =>
  Math.max(Math.min(Number(bigint), Number.MAX_SAFE_INTEGER), Number.MIN_SAFE_INTEGER);

/** Numbers in one statement. */
const seqsAtOnce = 1_000;

/** What is wrong with which record. */
export type Fault = Pick<LedgerProblem, 'seq' | 'reason'>;

/** The head that a chain says it has, and the first numbers of records outside of it; null without one. */
export interface ChainEnds {
  head: ChainHead;
  below: number | null;
  beyond: number | null;
}

/**
 * The ends of the chain of an owner, seen at one moment, so that no record that is appended now counts as one
 * outside of it. A number that no record can have is the nearest one that a record can have.
 */
export async function readChain({ pool }: Pick<App, 'pool'>, { owner_type, owner_id }: LegalOwner): Promise<ChainEnds> {
  const {
    rows: [row],
  } = await pool.query<{ seq: string; hash: string; below: string | null; beyond: string | null }>(
    `WITH chain AS (
       SELECT coalesce(max(seq), 0) AS seq, coalesce(max(head_hash), $3) AS hash
         FROM identity.consent_chains WHERE owner_type = $1 AND owner_id = $2)
     SELECT seq, hash,
            (SELECT min(l.seq) FROM identity.consent_ledger l
              WHERE l.owner_type = $1 AND l.owner_id = $2 AND l.seq < 1) AS below,
            (SELECT min(l.seq) FROM identity.consent_ledger l
              WHERE l.owner_type = $1 AND l.owner_id = $2 AND l.seq > chain.seq) AS beyond
       FROM chain`,
    [owner_type, owner_id, emptyChain.hash],
  );
  if (!row) throw new Error('an aggregate gave no row');
  const numberOf = (bigint: string | null) => (bigint === null ? null : recordNumber(bigint));
  return {
    head: { seq: recordNumber(row.seq), hash: row.hash },
    below: numberOf(row.below),
    beyond: numberOf(row.beyond),
  };
}

const isRecordOf = ({ owner_type, owner_id }: LegalOwner) =>
  and(eq(consent_ledger.owner_type, owner_type), eq(consent_ledger.owner_id, owner_id));

/** The id of the record with a number; null when it is missing. */
export async function recordAt({ db }: Pick<App, 'db'>, owner: LegalOwner, seq: number): Promise<string | null> {
  const [row] = await db
    .select({ id: consent_ledger.id })
    .from(consent_ledger)
    .where(and(isRecordOf(owner), eq(consent_ledger.seq, seq)));
  return row?.id ?? null;
}

/** The hashes of the records with these numbers, by number. */
export async function recordHashes(
  { db }: Pick<App, 'db'>,
  owner: LegalOwner,
  seqs: readonly number[],
): Promise<Map<number, string>> {
  const hashes = new Map<number, string>();
  for (let at = 0; at < seqs.length; at += seqsAtOnce) {
    const rows = await db
      .select({ seq: consent_ledger.seq, hash: consent_ledger.entry_hash })
      .from(consent_ledger)
      .where(and(isRecordOf(owner), inArray(consent_ledger.seq, seqs.slice(at, at + seqsAtOnce))));
    for (const { seq, hash } of rows) hashes.set(seq, hash);
  }
  return hashes;
}
