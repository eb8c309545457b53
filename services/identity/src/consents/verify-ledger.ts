import type { ChainVerification } from '@platform/contracts';
import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { contentHash } from '../legal/legal-document.ts';
import { type LegalOwner, requireOwner } from '../legal/legal-owner.ts';
import { consent_chain_heads, consent_ledger, legal_bodies } from '../schema.ts';
import { type ChainHead, emptyChain, verifyEntry } from './chain.ts';
import { ledgerBatches } from './ledger-batches.ts';
import { headChecker } from './signed-head.ts';

type Verification = z.output<typeof ChainVerification>;
type Reason = NonNullable<Verification['problem']>['reason'];

/** Verifications that are under way, by the id of the owner. */
export type LedgerVerifications = Map<string, Promise<Verification>>;

/**
 * Verifies the whole ledger of an application or a site: that its records are the appended ones, none
 * altered, missing, added or reordered, and that they agree with the head of the chain and with every signed
 * head. It names the first record that does not:
 *
 * - `gap`: none has this number; `broken_link`: it does not stand behind the one before, or the head of the
 *   chain does not
 *   stand behind it; `altered`: it is not what its hash was made of;
 * - `truncated`: the ledger ends here, before the head of the chain;
 * - `signed_head_mismatch`: its hash is not the one that was signed, the ledger ends here before a signed
 *   head, or the
 *   signed head is itself not what its token says;
 * - `body_altered`: the text that this record, as the first, names is not the one of its hash any more.
 *
 * Records that are appended during the walk are left to the next one. Single-flight: one verification of a
 * ledger at a time in a process; a concurrent call gets its outcome.
 * @throws AppError `application_not_found`, `site_not_found`
 */
export async function verifyLedger(app: App, owner: LegalOwner): Promise<Verification> {
  await requireOwner(app, owner);
  const { owner_id } = owner;
  const present = app.verifications.get(owner_id);
  if (present) return present;
  const verification = walkLedger(app, owner).finally(() => app.verifications.delete(owner_id));
  app.verifications.set(owner_id, verification);
  return verification;
}

async function walkLedger(app: App, owner: LegalOwner): Promise<Verification> {
  // In this order: no head that was signed in between can be ahead of the chain.
  const signed = await readSignedHeads(app, owner);
  const chain = await readChain(app, owner);

  let head = emptyChain;
  let compared = 0;
  /** The first record about each text, as the walk meets it: the ledger is read once. */
  const texts = new Map<string, number>();
  const outcome = (problem: Verification['problem']): Verification => ({
    intact: problem === null,
    entries: head.seq,
    head,
    signed_heads: compared,
    unverifiable_heads: signed.unverifiable,
    problem,
  });
  const found = async ({ seq, reason }: { seq: number; reason: Reason }) =>
    outcome({ seq, reason, consent_id: await recordAt(app, owner, seq) });

  if (chain.below !== null) return found({ seq: chain.below, reason: 'gap' });
  for await (const batch of ledgerBatches(app, owner, chain.head.seq)) {
    for (const entry of batch) {
      const next = verifyEntry(head, entry);
      if ('reason' in next) return found(next);
      for (let claim = signed.claims[compared]; claim && claim.seq <= next.seq; claim = signed.claims[compared]) {
        compared += 1;
        if (claim.hash !== next.hash) return found({ seq: next.seq, reason: 'signed_head_mismatch' });
      }
      if (next.seq === chain.head.seq && next.hash !== chain.head.hash)
        return found({ seq: next.seq, reason: 'broken_link' });
      head = next;
      if (!texts.has(entry.content_hash)) texts.set(entry.content_hash, next.seq);
    }
  }
  const behind = head.seq + 1;
  if (head.seq < chain.head.seq) return found({ seq: behind, reason: 'truncated' });
  if (chain.beyond !== null) return found({ seq: chain.beyond, reason: 'broken_link' });
  if (compared < signed.claims.length) return found({ seq: behind, reason: 'signed_head_mismatch' });
  const altered = await firstAlteredText(app, texts);
  return altered === null ? outcome(null) : found({ seq: altered, reason: 'body_altered' });
}

/**
 * A signed head to compare with; the hash is null when the head itself is not to be believed, so that nothing
 * equals it.
 */
interface Claim {
  seq: number;
  hash: string | null;
}

/** The signed heads of an owner by number, without those of keys that are gone. */
async function readSignedHeads(
  { db, evidence }: App,
  { owner_type, owner_id }: LegalOwner,
): Promise<{ claims: Claim[]; unverifiable: number }> {
  const checkHead = headChecker(evidence.keys);
  const rows = await db
    .select()
    .from(consent_chain_heads)
    .where(and(eq(consent_chain_heads.owner_type, owner_type), eq(consent_chain_heads.owner_id, owner_id)))
    .orderBy(asc(consent_chain_heads.seq));
  const claims: Claim[] = [];
  for (const row of rows) {
    const trust = await checkHead(row);
    if (trust !== 'unknown_key') claims.push({ seq: row.seq, hash: trust === 'holds' ? row.head_hash : null });
  }
  return { claims, unverifiable: rows.length - claims.length };
}

/**
 * The number of the first record about a text that is gone or is not what its hash says; null when all are.
 * Each text is read once, however many records name it.
 * @param texts the number of the first record about each, by its hash
 */
async function firstAlteredText({ db }: App, texts: ReadonlyMap<string, number>): Promise<number | null> {
  for (const [content_hash, seq] of texts) {
    const [text] = await db.select().from(legal_bodies).where(eq(legal_bodies.content_hash, content_hash));
    if (!text || contentHash(text.body) !== content_hash) return seq;
  }
  return null;
}

/**
 * The head that the chain of an owner says it has, and the first numbers of records outside of it: both are
 * seen at one moment, so that no record that is appended now counts as one.
 */
async function readChain({ pool }: App, { owner_type, owner_id }: LegalOwner) {
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
  const number = (text: string | null) => (text === null ? null : Number(text));
  const head: ChainHead = { seq: Number(row.seq), hash: row.hash };
  return { head, below: number(row.below), beyond: number(row.beyond) };
}

async function recordAt({ db }: App, { owner_type, owner_id }: LegalOwner, seq: number): Promise<string | null> {
  const [row] = await db
    .select({ id: consent_ledger.id })
    .from(consent_ledger)
    .where(
      and(
        eq(consent_ledger.owner_type, owner_type),
        eq(consent_ledger.owner_id, owner_id),
        eq(consent_ledger.seq, seq),
      ),
    );
  return row?.id ?? null;
}
