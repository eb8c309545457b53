import { maxImportEntries } from '@platform/contracts';
import { databaseError, isAppError, isUuid, type Lease, newId } from '@platform/runtime';
import { and, eq, inArray, max } from 'drizzle-orm';
import type { AppParts } from '../app.ts';
import { import_entries, import_sources, type imports, items } from '../schema.ts';
import { applyAsset, recallNames } from './apply-asset.ts';
import { applyItem } from './apply-item.ts';
import { applyRedirect } from './apply-redirect.ts';
import { applySettings, readSite } from './apply-settings.ts';
import { applyAuthor, applyCategory, applyFolder } from './apply-taxonomy.ts';
import { RefusedFileError, type SourceEntry } from './entry.ts';
import { HtmlConverter, UnconvertibleTextError } from './html-converter.ts';
import type { ImportRow } from './site-import.ts';
import { type OpenSource, withSource } from './source-file.ts';
import { findSource, type ImportWork, type Plan, recordEntry, reserveSource, withoutDestroyed } from './work.ts';

/**
 * Runs an import to its end: one transaction for each entry, with its line of the report. Entries that an
 * earlier attempt has finished are skipped, so a new attempt continues where the last one ended.
 * @throws RefusedFileError for the file, LostLeaseError, and internal failures, after
 * which it is tried again
 */
export async function runImport(app: AppParts, lease: Lease<typeof imports>): Promise<void> {
  const { row, signal } = lease;
  const { format, file, size_bytes: size, publish, source_url } = row;
  // A dry run always starts from the beginning, because it stores nothing to continue from.
  const lastEntry = row.dry_run ? await forgetReport(app, lease) : await lastNumber(app, row);
  await withSource(app, { format, file, size, publish, source_url }, async (source) => {
    const work: ImportWork = {
      app,
      row,
      lease,
      source,
      converter: new HtmlConverter(),
      site: await readSite({ app, row, taken: new Set() }),
      planned: new Map(),
      plannedFolders: [],
      taken: new Set(),
      fileNames: new Map(),
      imagesFetched: row.images_fetched,
    };
    await reserveItems(work, source);
    let number = -1;
    for await (const entry of source.entries()) {
      number += 1;
      if (number >= maxImportEntries)
        throw new RefusedFileError('too_many_entries', `An import takes ${maxImportEntries} entries at most.`);
      signal.throwIfAborted();
      if (number <= lastEntry) {
        if (entry.kind === 'asset') await recallNames(work, entry);
        continue;
      }
      work.site = await readSite(work);
      await takeEntry(work, number, entry);
    }
  });
}

async function takeEntry(work: ImportWork, number: number, entry: SourceEntry): Promise<void> {
  const { app, row } = work;
  const record = (plan: Plan) =>
    app.db.transaction(async (tx) => {
      if (!row.dry_run) await plan.write?.(tx);
      await recordEntry(tx, work, { number, entry, plan });
    });
  try {
    const plan = await planEntry(work, entry);
    await record(plan);
  } catch (error) {
    if (isRefusedData(error)) return record(failed(entry, 'not_storable', 'It has data that cannot be stored.'));
    // A failure of ours: the import is tried again from this entry.
    if (!isAppError(error) || error.status >= 500) {
      if (!(error instanceof UnconvertibleTextError)) throw error;
      return record(failed(entry, error.code, error.message));
    }
    await record(failed(entry, error.code, error.message));
  }
}

/** The database refused the data itself: SQLSTATE classes 22 and 23, and 54 for a key that is too long. */
const isRefusedData = (error: unknown): boolean => /^(22|23|54)/.test(databaseError(error)?.code ?? '');

const failed = ({ warnings }: SourceEntry, code: string, message: string): Plan => ({
  outcome: 'failed',
  object_id: null,
  reason: { code, message },
  warnings,
});

async function planEntry(work: ImportWork, entry: SourceEntry): Promise<Plan> {
  switch (entry.kind) {
    case 'other':
      return { outcome: entry.outcome, object_id: null, reason: entry.reason, warnings: entry.warnings };
    case 'site':
      return applySettings(work, entry);
    case 'category':
      return applyCategory(work, entry);
    case 'author':
      return applyAuthor(work, entry);
    case 'folder':
      return applyFolder(work, entry);
    case 'asset':
      return applyAsset(work, entry);
    case 'redirect':
      return applyRedirect(work, entry);
    default:
      if (work.source.items.length === 0) await reserveItem(work, entry.kind, entry.source_id);
      return applyItem(work, entry);
  }
}

async function lastNumber({ db }: AppParts, { id }: ImportRow): Promise<number> {
  const [row] = await db
    .select({ number: max(import_entries.number) })
    .from(import_entries)
    .where(eq(import_entries.import_id, id));
  return row?.number ?? -1;
}

async function forgetReport({ db }: AppParts, lease: Lease<typeof imports>): Promise<number> {
  await db.transaction(async (tx) => {
    await lease.require(tx, { created: 0, updated: 0, skipped: 0, failed: 0, warnings: 0 });
    await tx.delete(import_entries).where(eq(import_entries.import_id, lease.row.id));
  });
  return -1;
}

const idsAtOnce = 500;

/**
 * Gives each item its id before the first one is written: items name each other in circles. Ids grow in the
 * order of the file, as lists are ordered by them.
 */
async function reserveItems(work: ImportWork, { items: named }: OpenSource): Promise<void> {
  const { app, row, source } = work;
  for (let at = 0; at < named.length; at += idsAtOnce) {
    const part = await withoutDestroyed(work, named.slice(at, at + idsAtOnce));
    if (part.length === 0) continue;
    const ids = part.map(({ source_id }) => source_id).filter(isUuid);
    // An export of this very site names its own items.
    const ownItemIds = new Set(
      ids.length === 0
        ? []
        : (
            await app.db
              .select({ id: items.id })
              .from(items)
              .where(and(eq(items.site_id, row.site_id), inArray(items.id, ids)))
          ).map(({ id }) => id),
    );
    const rows = part.map(({ kind, source_id }) => ({
      site_id: row.site_id,
      source: source.source,
      kind,
      source_id,
      object_id: ownItemIds.has(source_id) ? source_id : newId(),
    }));
    if (row.dry_run) await planIds(work, rows);
    else await app.db.insert(import_sources).values(rows).onConflictDoNothing();
  }
}

/** Ids that a dry run gives where no import has given any. */
async function planIds(
  work: ImportWork,
  rows: { kind: string; source_id: string; object_id: string }[],
): Promise<void> {
  for (const { kind, source_id, object_id } of rows)
    if (!(await findSource(work, kind, source_id))) work.planned.set(`${kind} ${source_id}`, object_id);
}

async function reserveItem(work: ImportWork, kind: string, source_id: string): Promise<void> {
  if (await findSource(work, kind, source_id)) return;
  const object_id = newId();
  if (work.row.dry_run) work.planned.set(`${kind} ${source_id}`, object_id);
  else await reserveSource(work, { kind, source_id, object_id });
}
