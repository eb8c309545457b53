import { fail, type Tx } from '@platform/runtime';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { folders, items } from '../schema.ts';
import { publicSiteChanged, requireSite } from '../sites/site.ts';
import { type FolderRow, type FolderTarget, folderOf, lockTree, toFolder } from './folder.ts';
import { assertFolderPath } from './folder-path.ts';

/**
 * Deletes a folder. Its content moves to another folder first, if the call names one.
 * @param move_to id of a folder, or `top`; undefined deletes an empty folder only
 * @param if_match the version that the change is based on; null for any version
 * @throws AppError `site_not_found`, `folder_not_found`, `precondition_failed` with `version`,
 * `folder_not_empty`, `folder_cycle`, `folder_too_deep`
 */
export async function deleteFolder(
  app: Pick<App, 'db' | 'clock' | 'emit' | 'audit' | 'publicReads'>,
  { site_id, folder_id }: FolderTarget,
  move_to: string | undefined,
  if_match: number | null,
): Promise<undefined> {
  const site = await requireSite(app.db, site_id);
  await app.db.transaction(async (tx) => {
    const all = await lockTree(tx, site_id);
    const folder = folderOf(all, folder_id, if_match);
    // An article that is being put into the folder holds it: this waits, and then counts the article.
    await tx.select({ id: folders.id }).from(folders).where(eq(folders.id, folder_id)).for('update');
    if (move_to === undefined) await assertEmpty(tx, all, folder_id);
    else await moveContent(app, tx, { all, folder, target: move_to === 'top' ? null : move_to });
    await tx.delete(folders).where(eq(folders.id, folder_id));
    await app.audit.record(tx, { before: toFolder(folder, all), after: null, application_id: site.application_id });
    await publicSiteChanged(app, tx, site);
  });
}

/**
 * Drafts and archived articles count.
 * @throws `folder_not_empty`
 */
async function assertEmpty(tx: Tx, all: readonly FolderRow[], folder_id: string): Promise<void> {
  if (all.some(({ parent_id }) => parent_id === folder_id)) fail('folder_not_empty');
  const [article] = await tx.select({ id: items.id }).from(items).where(eq(items.folder_id, folder_id)).limit(1);
  if (article) fail('folder_not_empty');
}

/**
 * Puts the folders and articles of a folder into another one.
 * @throws as {@link assertFolderPath}
 */
async function moveContent(
  { clock }: Pick<App, 'clock'>,
  tx: Tx,
  { all, folder: { id, site_id }, target }: { all: readonly FolderRow[]; folder: FolderRow; target: string | null },
): Promise<void> {
  if (target === id) fail('folder_cycle');
  if (target !== null) folderOf(all, target, null);
  const children = all.filter(({ parent_id }) => parent_id === id).map((child) => child.id);
  for (const child of children) assertFolderPath(all, child, target);
  const now = clock.now();
  if (children.length > 0)
    await tx
      .update(folders)
      .set({ parent_id: target, version: sql`${folders.version} + 1`, updated_at: now })
      .where(inArray(folders.id, children));
  if (target !== null) await tx.select({ id: folders.id }).from(folders).where(eq(folders.id, target)).for('key share');
  const articles = await tx
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.site_id, site_id), eq(items.folder_id, id)))
    .orderBy(items.id)
    .for('update');
  if (articles.length > 0)
    await tx
      .update(items)
      .set({
        folder_id: target,
        lock_version: sql`${items.lock_version} + 1`,
        context_changed_at: now,
        updated_at: now,
      })
      .where(
        inArray(
          items.id,
          articles.map((article) => article.id),
        ),
      );
}
