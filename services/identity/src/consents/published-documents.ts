import { type Database, defineStatement, runStatement, type Tx } from '@platform/runtime';
import { and, asc, eq } from 'drizzle-orm';
import type { LegalOwner } from '../legal/legal-owner.ts';
import { legal_documents } from '../schema.ts';
import type { PublishedDocument } from './consent-form.ts';

const columns = {
  id: legal_documents.id,
  doc_kind: legal_documents.doc_kind,
  version: legal_documents.published_version,
  content_hash: legal_documents.published_hash,
  title: legal_documents.published_title,
  checkbox_text: legal_documents.published_checkbox_text,
};

/** The published documents of an owner, by kind. */
export async function readPublishedDocuments(
  db: Pick<Database, 'select'>,
  owner: LegalOwner,
): Promise<PublishedDocument[]> {
  return published(await select(db, owner));
}

/**
 * The published documents of an owner, held as they are until the transaction ends: a publication waits for
 * the commit, or this waits for the publication. An advisory lock, because those queue up: with row locks a
 * publication would wait for ever while people keep accepting.
 */
export async function holdPublishedDocuments(tx: Tx, owner: LegalOwner): Promise<PublishedDocument[]> {
  const [, rows] = await Promise.all([runStatement(tx, lockShared, [lockName(owner)]), select(tx, owner)]);
  return published(rows);
}

/**
 * Makes consent forms of the owner wait until the transaction ends, and waits for those that are being
 * written.
 */
export async function holdForPublication(tx: Tx, owner: LegalOwner): Promise<void> {
  await runStatement(tx, lockExclusive, [lockName(owner)]);
}

const lockName = ({ owner_type, owner_id }: LegalOwner): string => `legal:${owner_type}:${owner_id}`;
const lockShared = defineStatement({
  name: 'hold_documents',
  text: 'SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))',
});
const lockExclusive = defineStatement({
  name: 'hold_for_publication',
  text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
});

const select = (db: Pick<Database, 'select'>, { owner_type, owner_id }: LegalOwner) =>
  db
    .select(columns)
    .from(legal_documents)
    .where(and(eq(legal_documents.owner_type, owner_type), eq(legal_documents.owner_id, owner_id)))
    .orderBy(asc(legal_documents.doc_kind));

interface Row {
  id: string;
  doc_kind: string;
  version: string | null;
  content_hash: string | null;
  title: string | null;
  checkbox_text: string | null;
}
const published = (rows: Row[]): PublishedDocument[] =>
  rows.flatMap(({ version, content_hash, title, checkbox_text, ...row }) => {
    const labels = [title, checkbox_text].filter((label) => label !== null);
    return version === null || content_hash === null ? [] : [{ ...row, version, content_hash, labels }];
  });
