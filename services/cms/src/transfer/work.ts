import { createHash } from 'node:crypto';
import { cutText } from '@platform/contracts/cut-text';
import type { Database, Lease, Tx } from '@platform/runtime';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { AppParts } from '../app.ts';
import { assets, authors, categories, folders, import_entries, import_sources, imports } from '../schema.ts';
import type { SiteRow } from '../sites/site-row.ts';
import type { Note, SourceEntry } from './entry.ts';
import { destroyedHash, destroyedSourceId } from './forget-imported.ts';
import type { HtmlConverter } from './html-converter.ts';
import type { ImportRow } from './site-import.ts';
import type { OpenSource } from './source-file.ts';
import { toStorable } from './storable-text.ts';

/** One import while it runs. */
export interface ImportWork {
  app: AppParts;
  row: ImportRow;
  lease: Lease<typeof imports>;
  source: OpenSource;
  converter: HtmlConverter;
  /** The site, as it was when the entry began. */
  site: SiteRow;
  /** Ids that a dry run would give. */
  planned: Map<string, string>;
  /** Folders that a dry run would make. */
  plannedFolders: { id: string; parent_id: string | null }[];
  /** Slugs and unique keys that a dry run would take. */
  taken: Set<string>;
  /** Names of files in texts that have other names here. */
  fileNames: Map<string, string>;
  /** Images that were fetched, those of former attempts included. */
  imagesFetched: number;
}

export type Outcome = 'created' | 'updated' | 'skipped' | 'failed';

/** What becomes of an entry. `write` makes it so, in the transaction that has the line of the report. */
export interface Plan {
  outcome: Outcome;
  object_id: string | null;
  reason: Note | null;
  warnings: Note[];
  write?: (tx: Tx) => Promise<void>;
}

export type SourceRow = typeof import_sources.$inferSelect;

const isSource = ({ row, source }: ImportWork, kind: string, source_id: string) =>
  and(
    eq(import_sources.site_id, row.site_id),
    eq(import_sources.source, source.source),
    eq(import_sources.kind, kind),
    inArray(import_sources.source_id, [
      source_id,
      destroyedSourceId({ site_id: row.site_id, source: source.source, kind, source_id }),
    ]),
  );

/** What former imports made of an object of the file; the marker of one that was destroyed here comes first. */
export async function findSource(work: ImportWork, kind: string, source_id: string): Promise<SourceRow | null> {
  const rows = await work.app.db
    .select()
    .from(import_sources)
    .where(isSource(work, kind, source_id));
  return rows.find(isDestroyed) ?? rows[0] ?? null;
}

const isDestroyed = ({ content_hash }: SourceRow): boolean => content_hash === destroyedHash;

/** Objects of the file without those that were destroyed here. */
export async function withoutDestroyed<T extends Pick<SourceRow, 'kind' | 'source_id'>>(
  { app, row, source }: ImportWork,
  objects: readonly T[],
): Promise<T[]> {
  const { site_id } = row;
  const markerOf = ({ kind, source_id }: T) => destroyedSourceId({ site_id, source: source.source, kind, source_id });
  const isMarker = and(
    eq(import_sources.site_id, site_id),
    eq(import_sources.source, source.source),
    inArray(import_sources.source_id, objects.map(markerOf)),
  );
  const markers = await app.db.select({ source_id: import_sources.source_id }).from(import_sources).where(isMarker);
  const destroyed = new Set(markers.map((marker) => marker.source_id));
  return objects.filter((object) => !destroyed.has(markerOf(object)));
}

/** Objects that are written before those that name them. Items name each other in circles. */
const tables: Record<string, typeof categories | typeof authors | typeof folders | typeof assets> = {
  category: categories,
  author: authors,
  folder: folders,
  asset: assets,
};

/**
 * The id in the platform of an object of the file; null for one that was skipped, failed, or was removed
 * since. An item has its id before it is written.
 */
export async function resolve(work: ImportWork, kind: string, source_id: string | null): Promise<string | null> {
  if (source_id === null) return null;
  const planned = work.planned.get(`${kind} ${source_id}`);
  if (planned !== undefined && work.row.dry_run) return planned;
  const importedSource = planned === undefined ? await findSource(work, kind, source_id) : null;
  if (importedSource && isDestroyed(importedSource)) return null;
  const id = planned ?? importedSource?.object_id ?? null;
  const table = tables[kind];
  if (id === null || table === undefined) return id;
  const [row] = await work.app.db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), eq(table.site_id, work.row.site_id)));
  return row?.id ?? null;
}

/**
 * Gives an object of the file its id here, unless it has one. It holds no lease, so it changes no row.
 * @returns the id that it has
 */
export async function reserveSource(
  work: ImportWork,
  { kind, source_id, object_id }: Pick<SourceRow, 'kind' | 'source_id' | 'object_id'>,
): Promise<string> {
  const { app, row, source } = work;
  const values = { site_id: row.site_id, source: source.source, kind, source_id, object_id };
  const inserted = await app.db.insert(import_sources).values(values).onConflictDoNothing().returning();
  return inserted[0]?.object_id ?? (await findSource(work, kind, source_id))?.object_id ?? object_id;
}

/** Writes that an object of the file is an object here. */
export async function writeSource(
  db: Tx | Database,
  { row, source }: ImportWork,
  about: Pick<SourceRow, 'kind' | 'source_id' | 'object_id'> & Partial<SourceRow>,
): Promise<void> {
  const values = { content_hash: null, written_version: null, written_status: null, ...about };
  const { site_id: _, source: __, kind: ___, source_id: ____, ...set } = values;
  await db
    .insert(import_sources)
    .values({ site_id: row.site_id, source: source.source, ...values })
    .onConflictDoUpdate({
      target: [import_sources.site_id, import_sources.source, import_sources.kind, import_sources.source_id],
      set,
    });
}

/**
 * A digest of what the file has of an object, and of what the import makes of it.
 * @param take parts that the import takes by their names, where the object has such
 */
export const hashOf = (
  { publish, fetch_images }: ImportRow,
  { warnings: _, ...entry }: SourceEntry,
  take?: readonly string[],
): string => createHash('sha256').update(JSON.stringify({ publish, fetch_images, take, entry })).digest('hex');

/** UTF-16 units that a line of the report stores of a title and of a message. */
const maxTitle = 200;
const maxMessage = 500;
/** Warnings that a line of the report stores. */
const maxWarnings = 50;

const short = ({ code, message }: Note): Note => ({ code, message: cutText(toStorable(message), maxMessage) });

/**
 * Writes the line of the report of an entry, and counts it, in the transaction of what it is about.
 * @throws LostLeaseError
 */
export async function recordEntry(
  tx: Tx,
  { row, lease, imagesFetched }: ImportWork,
  { number, entry, plan: { outcome, object_id, reason, warnings } }: { number: number; entry: SourceEntry; plan: Plan },
): Promise<void> {
  await lease.require(tx, {
    [outcome]: sql`${imports[outcome]} + 1`,
    warnings: sql`${imports.warnings} + ${warnings.length}`,
    images_fetched: imagesFetched,
  });
  const more = warnings.length - maxWarnings;
  const reported = warnings.slice(0, maxWarnings).map(short);
  if (more > 0) reported.push({ code: 'more', message: `and ${more} more` });
  await tx.insert(import_entries).values({
    import_id: row.id,
    number,
    kind: entry.kind,
    source_id: cutText(toStorable(entry.source_id), 500),
    title: cutText(toStorable(entry.title), maxTitle),
    outcome,
    object_id,
    reason: reason && short(reason),
    warnings: reported,
  });
}

export const skip = (object_id: string | null, code: string, message: string, warnings: Note[] = []): Plan => ({
  outcome: 'skipped',
  object_id,
  reason: { code, message },
  warnings,
});

/** An object of the file that an import has written before, as it is here now. */
export interface Present {
  version: number;
  status: string | null;
}

/**
 * Whether an object that an import wrote stays as it is: null when the import may write it again. Objects
 * that users changed or removed since are not overwritten.
 * @param hash null for objects that an import never changes
 * @param now null for a removed object
 */
export function planUnchanged(importedSource: SourceRow, hash: string | null, now: Present | null): Plan | null {
  if (importedSource.content_hash === null) return null;
  if (now === null) return skip(null, 'removed', 'It was removed here since the last import.');
  if (importedSource.written_version === null) return skip(importedSource.object_id, 'exists', 'The site has it.');
  const isUntouched = now.version === importedSource.written_version && now.status === importedSource.written_status;
  // Its schedule published it, which is one change.
  const isPublishedMeanwhile =
    importedSource.written_status === 'scheduled' &&
    now.status === 'published' &&
    now.version === importedSource.written_version + 1;
  if (!isUntouched && !isPublishedMeanwhile)
    return skip(importedSource.object_id, 'edited', 'It was changed here since the last import.');
  if (hash === null || importedSource.content_hash === hash)
    return skip(importedSource.object_id, 'unchanged', 'It is as the last import left it.');
  return null;
}
