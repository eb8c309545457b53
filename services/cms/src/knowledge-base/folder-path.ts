import { maxFolderLevels } from '@platform/contracts';
import { fail } from '@platform/runtime';

/** A folder as a node of the tree. */
export interface FolderNode {
  id: string;
  parent_id: string | null;
}

/** The folders around a folder, the top one first and the folder itself last. */
export function pathTo<F extends FolderNode>(byId: ReadonlyMap<string, F>, id: string | null): F[] {
  const path: F[] = [];
  // The bound ends a cycle, which only a change past this service can have made.
  for (let folder = byId.get(id ?? ''); folder && path.length < byId.size; folder = byId.get(folder.parent_id ?? ''))
    path.unshift(folder);
  return path;
}

/** Levels of a folder with all that is in it: 1 for one without folders. */
function heightOf(folders: readonly FolderNode[], id: string): number {
  const heights = folders.filter(({ parent_id }) => parent_id === id).map((child) => heightOf(folders, child.id));
  return 1 + Math.max(0, ...heights);
}

/**
 * Asserts that a folder may stand in another one, with all that is in it.
 * @param folders all of the site; they are a valid tree
 * @param id null for a new folder
 * @param parent_id null for the top
 * @throws AppError `folder_not_found`, `folder_cycle`, `folder_too_deep`
 */
export function assertFolderPath(folders: readonly FolderNode[], id: string | null, parent_id: string | null): void {
  const path = pathTo(new Map(folders.map((folder) => [folder.id, folder])), parent_id);
  if (parent_id !== null && path.length === 0) fail('folder_not_found');
  if (id !== null && path.some((folder) => folder.id === id)) fail('folder_cycle');
  if (path.length + (id === null ? 1 : heightOf(folders, id)) > maxFolderLevels) fail('folder_too_deep');
}
