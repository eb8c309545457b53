import { expect, test } from '@jest/globals';
import { lineOf } from './named-targets.ts';

test.each([
  ['/a', '[x](/about)\n[y](/a)', 2],
  ['/a', '[x](/a/b)\n[y](/a.b)\n[z](/a?c=1)', 3],
  ['/a', 'see /a.\nand more', 1],
  ['/a', '/a-b\n/a_b', null],
  ['/цена', '/ценах\n/цена', 2],
  ['', 'text', null],
])('%j stands first in the line of the address, and not of a longer one', (path, text, line) => {
  expect(lineOf(text, path)).toBe(line);
});
