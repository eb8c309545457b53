import { expect, test } from '@jest/globals';
import { versionSortKey } from './version-sort-key.ts';

/** The order of the specification's examples, and some more. */
const ascending = [
  '0.9.9',
  '1.0.0-1',
  '1.0.0-2',
  '1.0.0-11',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-alpha-x',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.9.0',
  '1.10.0',
  '2.0.0-beta.1',
  '2.0.0',
  '10.0.0',
];

test('semantic versions sort by their keys as the standard says', () => {
  const shuffled = ascending.toSorted(() => Math.random() - 0.5);
  const byBytes = (one: string, other: string) => (versionSortKey(one, 0) < versionSortKey(other, 0) ? -1 : 1);
  expect(shuffled.toSorted(byBytes)).toEqual(ascending);
});

test('builds of one version sort by their number, and build metadata does not count', () => {
  expect(versionSortKey('1.0.0', 9) < versionSortKey('1.0.0', 10)).toBe(true);
  expect(versionSortKey('1.0.0', null) < versionSortKey('1.0.0', 1)).toBe(true);
  expect(versionSortKey('1.0', 1)).toBe(versionSortKey('1.0.0', 1));
  expect(versionSortKey('1.0.0+build.5', 1)).toBe(versionSortKey('1.0.0', 1));
});
