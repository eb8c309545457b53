import { StreamedBody } from '@platform/contracts/kit';
import { dayOf, invalidField } from '@platform/runtime';
import { and, asc, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { contentHash, versionUrl } from '../legal/legal-document.ts';
import { type LegalOwner, requireOwner } from '../legal/legal-owner.ts';
import { readOwnerFacts } from '../legal/owner-facts.ts';
import { consent_chains, consent_ledger, legal_bodies, legal_revisions } from '../schema.ts';
import { type ConsentFilter, isNamedBy } from './consent-filter.ts';
import { type ExportedDocument, type ExportedRecord, type ExportFormat, exportFormats } from './export-format.ts';
import { type OpenedRecord, openRecords, recordColumns, type StoredRecord } from './open-record.ts';
import { findRecordBounds } from './record-bounds.ts';

/** Records in one statement and in memory at once; others get their turn in between. */
const batchSize = 500;
/**
 * Records that one statement looks through at most: a filter that names few of them must not make it a long
 * one.
 */
const searchedAtOnce = 20_000;

export interface ExportConsents extends ConsentFilter {
  owner: LegalOwner;
  cursor?: string | undefined;
}

/**
 * Everything in the ledger of an owner that a filter names, oldest first, as a file. It ends at the
 * last record that was there when it began, so it is a prefix of the ledger without later records.
 * It needs the memory of two batches of records, of one text and of the names of the versions; nothing is held
 * in the database.
 * @throws AppError `application_not_found`, `site_not_found`, `validation_failed` for a cursor, since an export has no pages
 */
export async function exportConsents(
  app: App,
  { owner, cursor, ...filter }: ExportConsents,
  format: keyof typeof exportFormats,
): Promise<StreamedBody> {
  if (cursor !== undefined) invalidField('cursor', 'is for pages: an export has no pages, leave the cursor out');
  const { code } = await requireOwner(app, owner);
  const day = dayOf(app.clock.now(), (await readOwnerFacts(app, owner)).timezone);
  return new StreamedBody({
    contentType: exportFormats[format].contentType,
    filename: `consents-${code}-${day}.${format}`,
    chunks: writeLedger(app, owner, filter, exportFormats[format]),
  });
}

async function* writeLedger(
  app: App,
  owner: LegalOwner,
  filter: ConsentFilter,
  format: ExportFormat,
): AsyncGenerator<string> {
  const documentOf = documentReader(app);
  let { start } = format;
  for await (const rows of readBatches(app, owner, filter)) {
    let records: ExportedRecord[] = [];
    for (const record of await openRecords(app, rows)) {
      const about = await documentOf(record);
      records.push({ record, ...about });
      // Texts are large, so none waits for another.
      if (!about.text) continue;
      yield start + format.write(records);
      start = '';
      records = [];
    }
    if (records.length === 0) continue;
    yield start + format.write(records);
    start = '';
  }
  if (start !== '') yield start;
}

/** The records that a filter names, oldest first, up to the present end of the ledger. */
async function* readBatches(app: App, owner: LegalOwner, filter: ConsentFilter): AsyncGenerator<StoredRecord[]> {
  const { after, before, document_of_kind } = await findRecordBounds(app, owner, filter);
  const [chain] = await app.db
    .select({ seq: consent_chains.seq })
    .from(consent_chains)
    .where(and(eq(consent_chains.owner_type, owner.owner_type), eq(consent_chains.owner_id, owner.owner_id)));
  const last = Math.min(chain?.seq ?? 0, (before ?? Number.POSITIVE_INFINITY) - 1);
  if ((after ?? 0) >= last) return;
  const readFrom = async (read: number) => {
    const end = Math.min(read + searchedAtOnce, last);
    const rows = await app.db
      .select(recordColumns)
      .from(consent_ledger)
      .where(isNamedBy(owner, filter, { after: read, before: end + 1, document_of_kind }))
      .orderBy(asc(consent_ledger.seq))
      .limit(batchSize);
    return { rows, read: rows.length < batchSize ? end : (rows.at(-1)?.seq ?? end) };
  };
  let next = readFrom(after ?? 0);
  try {
    for (let read = after ?? 0; read < last; ) {
      const batch = await next;
      read = batch.read;
      // The database reads while this process opens and writes.
      if (read < last) next = readFrom(read);
      // A consumer that stops in the middle must not leave an unhandled rejection.
      next.catch(() => {});
      if (batch.rows.length > 0) yield batch.rows;
    }
  } finally {
    // Of a read ahead that the consumer no longer wants, the failure is of no interest: the loop throws its own.
    await next.catch(() => {});
  }
}

/** Makes a function that finds the version of a record, with its text at its first occurrence. */
function documentReader({ db, log, config }: Pick<App, 'db' | 'log' | 'config'>) {
  const documents = new Map<string, ExportedDocument>();
  const texts = new Set<string>();
  return async (record: OpenedRecord): Promise<Omit<ExportedRecord, 'record'>> => {
    const { document_id, doc_kind, version, content_hash } = record;
    const name = `${document_id} ${version} ${content_hash}`;
    const present = documents.get(name);
    if (present) return { document: present };
    const [revision] = await db
      .select({
        title: legal_revisions.title,
        published_at: legal_revisions.published_at,
        editorial: legal_revisions.editorial,
        effective_at: legal_revisions.effective_at,
        change_note: legal_revisions.change_note,
        body: legal_bodies.body,
      })
      .from(legal_revisions)
      .innerJoin(legal_bodies, eq(legal_bodies.content_hash, legal_revisions.content_hash))
      .where(
        and(
          eq(legal_revisions.document_id, document_id),
          eq(legal_revisions.version, version),
          eq(legal_revisions.content_hash, content_hash),
        ),
      );
    const isTrue = revision !== undefined && contentHash(revision.body) === content_hash;
    if (!isTrue)
      log.error({ consent_id: record.id, document_id, version }, 'a consent names a text that is gone or was altered');
    const document = {
      document_id,
      doc_kind,
      version,
      title: revision?.title ?? null,
      content_hash,
      published_at: revision?.published_at.toISOString() ?? null,
      public_url: versionUrl(config.PUBLIC_API_URL, document_id, version),
      editorial: revision?.editorial ?? null,
      effective_at: revision?.effective_at?.toISOString() ?? null,
      change_note: revision?.change_note ?? null,
    };
    const text = { body: isTrue ? revision.body : null, isFirst: !texts.has(content_hash) };
    documents.set(name, document);
    texts.add(content_hash);
    return { document, text };
  };
}
