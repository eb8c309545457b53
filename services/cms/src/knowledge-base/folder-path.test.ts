import { expect, test } from '@jest/globals';
import { AppError } from '@platform/runtime';
import { assertFolderPath, type FolderNode, pathTo } from './folder-path.ts';

/** a > b > c > d > e, and f beside a with g in it. */
const folders: FolderNode[] = [
  { id: 'a', parent_id: null },
  { id: 'b', parent_id: 'a' },
  { id: 'c', parent_id: 'b' },
  { id: 'd', parent_id: 'c' },
  { id: 'e', parent_id: 'd' },
  { id: 'f', parent_id: null },
  { id: 'g', parent_id: 'f' },
];

const refusal = (id: string | null, parent_id: string | null): string | null => {
  try {
    assertFolderPath(folders, id, parent_id);
    return null;
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
};

test.each([
  [null, null, null],
  [null, 'd', null],
  [null, 'e', 'folder_too_deep'],
  [null, 'nowhere', 'folder_not_found'],
  ['a', 'a', 'folder_cycle'],
  ['a', 'e', 'folder_cycle'],
  ['a', 'f', 'folder_too_deep'],
  ['f', 'c', null],
  ['f', 'd', 'folder_too_deep'],
  ['b', 'f', null],
  ['e', null, null],
])('folder %s under %s: %s', (id, parent_id, expected) => {
  expect(refusal(id, parent_id)).toBe(expected);
});

test('the path to a folder begins at the top', () => {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  expect(pathTo(byId, 'c').map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(pathTo(byId, null)).toEqual([]);
});

test('the path to a folder ends where folders are in each other', () => {
  const cycle = new Map([
    ['x', { id: 'x', parent_id: 'y' }],
    ['y', { id: 'y', parent_id: 'x' }],
  ]);
  expect(pathTo(cycle, 'x')).toHaveLength(2);
});
