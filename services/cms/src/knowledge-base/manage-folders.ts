import type { cms } from '@platform/contracts';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import { applyChanges, newId, type PageQuery, toPage } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { nameCursor, nameCursorOf } from '../page-position.ts';
import { folders } from '../schema.ts';
import { publicSiteChanged, requireSite } from '../sites/site.ts';
import { type FolderTarget, type FolderView, folderOf, lockTree, readFolders, toFolder } from './folder.ts';
import { assertFolderPath } from './folder-path.ts';

type Writer = Pick<App, 'db' | 'clock' | 'emit' | 'audit' | 'publicReads'>;
type Creation = EndpointRequest<typeof cms.endpoints.createFolder>['body'];
type Changes = EndpointRequest<typeof cms.endpoints.updateFolder>['body'];

/** One page of the folders of all levels, by position and name. */
export async function listFolders(
  { db }: Pick<App, 'db'>,
  site_id: string,
  query: PageQuery,
): Promise<Page<FolderView>> {
  await requireSite(db, site_id);
  const after = nameCursor.parse(query.cursor);
  const all = await readFolders(db, site_id);
  const first = after ? all.findIndex(({ position, name, id }) => isBehind([position, name, id], after)) : 0;
  const rest = first === -1 ? [] : all.slice(first);
  return toPage(rest, query.limit, (row) => toFolder(row, all), nameCursorOf);
}

/** Whether a position comes after another one, in the order of the database. */
function isBehind(position: readonly [number, string, string], other: readonly [number, string, string]): boolean {
  if (position[0] !== other[0]) return position[0] > other[0];
  const names = Buffer.compare(Buffer.from(position[1]), Buffer.from(other[1]));
  return names === 0 ? position[2] > other[2] : names > 0;
}

/** A folder. */
export async function getFolder({ db }: Pick<App, 'db'>, { site_id, folder_id }: FolderTarget): Promise<FolderView> {
  await requireSite(db, site_id);
  const all = await readFolders(db, site_id);
  return toFolder(folderOf(all, folder_id, null), all);
}

/**
 * Adds a folder.
 * @throws AppError `site_not_found`, `folder_not_found` for its parent, `folder_too_deep`
 */
export async function createFolder(app: Writer, site_id: string, body: Creation): Promise<FolderView> {
  const site = await requireSite(app.db, site_id);
  return app.db.transaction(async (tx) => {
    const all = await lockTree(tx, site_id);
    assertFolderPath(all, null, body.parent_id);
    const now = app.clock.now();
    const row = { id: newId(), site_id, ...body, version: 1, created_at: now, updated_at: now };
    await tx.insert(folders).values(row);
    const view = toFolder(row, all);
    await app.audit.record(tx, { before: null, after: view, application_id: site.application_id });
    await publicSiteChanged(app, tx, site);
    return view;
  });
}

/**
 * Changes a folder, or moves it with its content. Absent fields keep their values.
 * @param if_match the version that the change is based on; null for any version
 * @throws AppError `site_not_found`, `folder_not_found`, `precondition_failed` with `version`,
 * `folder_cycle`, `folder_too_deep`
 */
export async function updateFolder(
  app: Writer,
  { site_id, folder_id }: FolderTarget,
  changes: Changes,
  if_match: number | null,
): Promise<FolderView> {
  const site = await requireSite(app.db, site_id);
  return app.db.transaction(async (tx) => {
    const all = await lockTree(tx, site_id);
    const before = folderOf(all, folder_id, if_match);
    const { row, isChanged } = applyChanges(before, changes, app.clock.now());
    if (row.parent_id !== before.parent_id) assertFolderPath(all, folder_id, row.parent_id);
    if (isChanged) await tx.update(folders).set(row).where(eq(folders.id, folder_id));
    const [old, now] = [toFolder(before, all), toFolder(row, all)];
    await app.audit.record(tx, { before: old, after: now, application_id: site.application_id });
    if (isChanged) await publicSiteChanged(app, tx, site);
    return now;
  });
}
