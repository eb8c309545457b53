import type { Tx } from '@platform/runtime';
import { and, asc, eq, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { files } from '../schema.ts';
import type { NewFile } from './name-file.ts';

type FileRow = typeof files.$inferSelect;

/**
 * Rows of files, which are written before their bytes. A file without an owner is unused: the clean-up takes
 * its bytes after a while, so a crash at any moment leaves no bytes for ever.
 */

const unique = (names: readonly string[]): string[] => [...new Set(names)].toSorted();

/** Writes the rows of files that are about to be stored. Their time as unused files begins now. */
export async function reserveFiles(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  reserved: readonly Pick<FileRow, 'name' | 'content_type' | 'size_bytes'>[],
): Promise<void> {
  const now = clock.now();
  const byName = new Map(reserved.map(({ name, content_type, size_bytes }) => [name, { content_type, size_bytes }]));
  const rows = unique([...byName.keys()]).flatMap((name) => {
    const file = byName.get(name);
    return file ? [{ name, ...file, unused_since: now, created_at: now }] : [];
  });
  if (rows.length === 0) return;
  await db
    .insert(files)
    .values(rows)
    .onConflictDoUpdate({ target: files.name, set: { unused_since: now }, setWhere: isNotNull(files.unused_since) });
}

/** Stores bytes, each behind its row. @throws AppError `service_unavailable` */
export async function storeFiles(
  app: Pick<App, 'db' | 'clock' | 'files'>,
  newFiles: readonly NewFile[],
): Promise<void> {
  await reserveFiles(
    app,
    newFiles.map(({ name, content_type, bytes }) => ({ name, content_type, size_bytes: bytes.length })),
  );
  for (const { name, bytes, content_type } of newFiles) await app.files.put(name, bytes, content_type);
}

/**
 * One change of assets of a site at a time: an upload that waits for the end of a deletion of the same bytes
 * would hold files that the deletion waits for.
 */
export const lockAssetsOf = (tx: Tx, site_id: string) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('cms.assets.' || ${site_id}, 0))`);

/** Locks the rows of files in one order for all, and answers which there are. */
export async function lockFiles(tx: Tx, names: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ name: files.name })
    .from(files)
    .where(inArray(files.name, unique(names)))
    .orderBy(asc(files.name))
    .for('update');
  return rows.map(({ name }) => name);
}

/** Gives locked files an owner. They were reserved a moment ago, so none is gone. */
export async function useFiles(tx: Tx, names: readonly string[]): Promise<void> {
  const used = await tx
    .update(files)
    .set({ unused_since: null })
    .where(inArray(files.name, unique(names)))
    .returning({ name: files.name });
  if (used.length < unique(names).length) throw new Error('a stored file lost its row while it was uploaded');
}

/** Whether an asset of any site or the icon of one needs a file, in a statement about `files`. */
export const isNeeded = sql<boolean>`(
  EXISTS (SELECT FROM cms.assets WHERE file = files.name)
  OR EXISTS (SELECT FROM cms.assets WHERE variants @> jsonb_build_array(jsonb_build_object('file', files.name)))
  OR EXISTS (SELECT FROM cms.sites WHERE right(icon_url, length(files.name)) = files.name))`;

/** Marks the locked files that lost their last owner. Called after the change that took it. */
export async function releaseFiles(tx: Tx, names: readonly string[], now: Date): Promise<void> {
  await tx
    .update(files)
    .set({ unused_since: now })
    .where(and(inArray(files.name, unique(names)), isNull(files.unused_since), not(isNeeded)));
}

/** Whether the bytes of a file are there for sure. */
export async function isInUse({ db }: Pick<App, 'db'>, name: string): Promise<boolean> {
  const [row] = await db.select({ unused_since: files.unused_since }).from(files).where(eq(files.name, name));
  return row?.unused_since === null;
}
