import { and, asc, desc, eq, gt, isNotNull } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { LegalOwner } from '../legal/legal-owner.ts';
import { consent_chain_heads, ledger_verifications } from '../schema.ts';
import { headChecker } from './signed-head.ts';

/**
 * A signed head to compare with; the hash is null when the head itself is not to be believed, so that nothing
 * equals it.
 */
export interface SignedHead {
  seq: number;
  hash: string | null;
}

/** The signed heads of an owner behind a number, in order, without those of keys that are gone. */
export async function readSignedHeads(
  { db, evidence }: Pick<App, 'db' | 'evidence'>,
  { owner_type, owner_id }: LegalOwner,
  { after }: { after?: number } = {},
): Promise<{ heads: SignedHead[]; unverifiable: number }> {
  const checkHead = headChecker(evidence.keys);
  const rows = await db
    .select()
    .from(consent_chain_heads)
    .where(
      and(
        eq(consent_chain_heads.owner_type, owner_type),
        eq(consent_chain_heads.owner_id, owner_id),
        after === undefined ? undefined : gt(consent_chain_heads.seq, after),
      ),
    )
    .orderBy(asc(consent_chain_heads.seq));
  const heads: SignedHead[] = [];
  for (const row of rows) {
    const trust = await checkHead(row);
    if (trust !== 'unknown_key') heads.push(toSignedHead(row, trust === 'holds'));
  }
  return { heads, unverifiable: rows.length - heads.length };
}

/** No chain had a number that is not exact here: the head of such a number is not to be believed. */
const toSignedHead = ({ seq, head_hash }: { seq: number; head_hash: string }, holds: boolean): SignedHead =>
  Number.isSafeInteger(seq)
    ? { seq, hash: holds ? head_hash : null }
    : { seq: Math.sign(seq) * Number.MAX_SAFE_INTEGER, hash: null };

/** The record up to which the last verification found the ledger intact; 0 without one. */
export async function readVerifiedSeq({ db }: Pick<App, 'db'>, { owner_type, owner_id }: LegalOwner): Promise<number> {
  const [last] = await db
    .select({ seq: ledger_verifications.seq })
    .from(ledger_verifications)
    .where(
      and(
        eq(ledger_verifications.owner_type, owner_type),
        eq(ledger_verifications.owner_id, owner_id),
        isNotNull(ledger_verifications.finished_at),
      ),
    )
    .orderBy(desc(ledger_verifications.finished_at), desc(ledger_verifications.id))
    .limit(1);
  return last?.seq ?? 0;
}
