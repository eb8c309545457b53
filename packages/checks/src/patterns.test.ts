import { expect, test } from '@jest/globals';
import { literalsOf, patternViolations } from './patterns.ts';

const path = 'services/cms/src/a.ts';
const patterns = (text: string) => literalsOf({ path, text });

test('a pattern without a verdict is refused, with its place and with what to do', () => {
  const found = patterns('const ok = /^a+$/;\nexport const read = (text: string) => /\\s+$/.test(text) && ok;\n');
  expect(patternViolations(found, new Set(), [])).toEqual([
    expect.stringContaining('a.ts:1: /^a+$/ has no verdict yet: run `make format`'),
    expect.stringContaining('a.ts:2: /\\s+$/ is not known to be linear (2nd degree polynomial): write a linear form'),
  ]);
});

test('a pattern with a review passes, and a review of a pattern that is gone is refused', () => {
  const reviewed = [{ path, pattern: '/\\s+$/', size: 200, bound: 'a title' }];
  expect(patternViolations(patterns('/\\s+$/'), new Set(), reviewed)).toEqual([]);
  expect(patternViolations(patterns('/a/'), new Set(['/a/']), reviewed)).toEqual([
    'reviewed-patterns.json names /\\s+$/ of services/cms/src/a.ts, which is gone',
  ]);
});

test('a pattern that is known to be linear is not analysed again', () => {
  expect(patternViolations(patterns('/(a|a)*$/'), new Set(['/(a|a)*$/']), [])).toEqual([]);
});
