import { expect, test } from '@jest/globals';
import { refusedNameViolations } from './refused-names.ts';

const violations = (text: string, path = 'services/a/src/b.ts') => refusedNameViolations([{ path, text }]);

test('identifiers and files with a word of several meanings are refused, once for each name', () => {
  expect(violations('const nextLook = 1;\nfunction placeOf() {}\nplaceOf();\nplaceOf();\n')).toEqual([
    'services/a/src/b.ts:1: nextLook has several meanings; write poll, check, search, inspect: what it does',
    'services/a/src/b.ts:2: placeOf has several meanings; write position, path, location, channel: what it is',
  ]);
  for (const name of ['look', 'looks', 'lookFor', 'look_at', 'isLooking', 'absentLooks', 'lookAfter', 'sealPlaceOf'])
    expect(violations(`call(${name});`)).toHaveLength(1);
  expect(violations('', 'services/a/src/look-for-replies.ts')).toHaveLength(1);
});

test('words that only contain them, texts and comments are accepted', () => {
  expect(
    violations(`// The reader looks at the place of a file.
const lookup = guardedLookup('looks', "placeOf", outlook, placeholder, replaceOf);
`),
  ).toEqual([]);
});
