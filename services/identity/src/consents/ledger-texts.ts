import { and, asc, eq, gt, min } from 'drizzle-orm';
import type { App } from '../app.ts';
import { contentHash } from '../legal/legal-document.ts';
import type { LegalOwner } from '../legal/legal-owner.ts';
import { consent_ledger, legal_bodies, legal_documents, legal_revisions } from '../schema.ts';
import { findRecordPlace } from './record-place.ts';

const isDocumentOf = ({ owner_type, owner_id }: LegalOwner) =>
  and(eq(legal_documents.owner_type, owner_type), eq(legal_documents.owner_id, owner_id));

/** The hashes of every text that an owner has published: those that its records may name. */
export async function readKnownTexts({ db }: Pick<App, 'db'>, owner: LegalOwner): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ content_hash: legal_revisions.content_hash })
    .from(legal_revisions)
    .innerJoin(legal_documents, eq(legal_documents.id, legal_revisions.document_id))
    .where(isDocumentOf(owner));
  return new Set(rows.map(({ content_hash }) => content_hash));
}

/**
 * The first record about a text of the owner that is gone or is not what its hash says; null when there is
 * none. Each text is read once, however many records name it.
 */
export async function findAlteredText(
  app: Pick<App, 'db'>,
  owner: LegalOwner,
): Promise<{ seq: number; reason: 'body_altered' } | null> {
  const seqs: number[] = [];
  for (const content_hash of await readKnownTexts(app, owner)) {
    const [text] = await app.db.select().from(legal_bodies).where(eq(legal_bodies.content_hash, content_hash));
    if (text && contentHash(text.body) === content_hash) continue;
    const seq = await firstRecordAbout(app, owner, content_hash);
    if (seq !== null) seqs.push(seq);
  }
  return seqs.length === 0 ? null : { seq: Math.min(...seqs), reason: 'body_altered' };
}

/** By the index of the document, from the publication on: no record of a text is older. */
async function firstRecordAbout(app: Pick<App, 'db'>, owner: LegalOwner, content_hash: string): Promise<number | null> {
  const { owner_type, owner_id } = owner;
  const documents = await app.db
    .select({ id: legal_revisions.document_id, published_at: min(legal_revisions.published_at) })
    .from(legal_revisions)
    .innerJoin(legal_documents, eq(legal_documents.id, legal_revisions.document_id))
    .where(and(isDocumentOf(owner), eq(legal_revisions.content_hash, content_hash)))
    .groupBy(legal_revisions.document_id);
  const seqs: number[] = [];
  for (const { id, published_at } of documents) {
    const { after } = await findRecordPlace(app, owner, { from: published_at?.toISOString() });
    const [first] = await app.db
      .select({ seq: consent_ledger.seq })
      .from(consent_ledger)
      .where(
        and(
          eq(consent_ledger.owner_type, owner_type),
          eq(consent_ledger.owner_id, owner_id),
          eq(consent_ledger.document_id, id),
          gt(consent_ledger.seq, after ?? 0),
          eq(consent_ledger.content_hash, content_hash),
        ),
      )
      .orderBy(asc(consent_ledger.seq))
      .limit(1);
    if (first) seqs.push(first.seq);
  }
  return seqs.length === 0 ? null : Math.min(...seqs);
}
