import type { Folder } from '@platform/contracts';
import { assertVersion, type Database, fail, type Tx, withIsoTimes } from '@platform/runtime';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { folders } from '../schema.ts';
import { pathTo } from './folder-path.ts';

export type FolderRow = typeof folders.$inferSelect;
export type FolderView = z.input<typeof Folder>;

/** The key of a folder. */
export interface FolderTarget {
  site_id: string;
  folder_id: string;
}

/** A folder as administrators see it. `all` are the folders of its site. */
export function toFolder({ site_id: _, ...row }: FolderRow, all: readonly FolderRow[]): FolderView {
  const byId = new Map(all.map((folder) => [folder.id, folder]));
  return { ...withIsoTimes(row), level: pathTo(byId, row.parent_id).length + 1 };
}

/** All folders of a site, by position and name. */
export const readFolders = (db: Database | Tx, site_id: string): Promise<FolderRow[]> =>
  db
    .select()
    .from(folders)
    .where(eq(folders.site_id, site_id))
    .orderBy(folders.position, sql`${folders.name} COLLATE "C"`, folders.id);

/**
 * Locks the tree of a site for a change: one change at a time, so that two moves that are valid alone never
 * make a cycle together.
 * @returns all folders of the site
 */
export async function lockTree(tx: Tx, site_id: string): Promise<FolderRow[]> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`cms.knowledge_base.${site_id}`}, 0))`);
  return readFolders(tx, site_id);
}

/**
 * The folder that a change is about.
 * @throws AppError `folder_not_found`, `precondition_failed` with `version`
 */
export function folderOf(all: readonly FolderRow[], id: string, if_match: number | null): FolderRow {
  const row = all.find((folder) => folder.id === id) ?? fail('folder_not_found');
  assertVersion(if_match, row.version);
  return row;
}
