import { expect, test } from '@jest/globals';
import { nextVersion } from './document-version.ts';

test.each([
  ['1', '2'],
  ['1.0', '1.1'],
  ['1.9', '1.10'],
  ['2.3.9', '2.3.10'],
])('after version %s of a document comes %s', (version, next) => {
  expect(nextVersion(version)).toBe(next);
});

test.each(['2024-05', 'draft', '1.', '', 'v1'])('version %s of a document has none after it', (version) => {
  expect(() => nextVersion(version)).toThrow(expect.objectContaining({ code: 'version_not_incrementable' }));
});
