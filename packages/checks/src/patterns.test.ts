import { expect, test } from '@jest/globals';
import { literalsOf, patternViolations } from './patterns.ts';

const path = 'services/cms/src/a.ts';
const patterns = (text: string) => literalsOf({ path, text });

test('a quadratic pattern is refused, with its place', () => {
  const found = patterns('const ok = /^a+$/;\nexport const read = (text: string) => /\\s+$/.test(text) && ok;\n');
  expect(patternViolations(found, new Set(), [])).toEqual([
    expect.stringMatching(/^services\/cms\/src\/a\.ts:2: \/\\s\+\$\/ takes 2nd degree polynomial/),
  ]);
});

test('a pattern with a review passes, and a review of a pattern that is gone is refused', () => {
  const reviewed = [{ path, pattern: '/\\s+$/', bound: '200 characters' }];
  expect(patternViolations(patterns('/\\s+$/'), new Set(), reviewed)).toEqual([]);
  expect(patternViolations(patterns('/a/'), new Set(['/a/']), reviewed)).toEqual([
    'reviewed-patterns.ts names /\\s+$/ of services/cms/src/a.ts, which is gone',
  ]);
});

test('a pattern that is known to be linear is not analysed again', () => {
  expect(patternViolations(patterns('/(a|a)*$/'), new Set(['/(a|a)*$/']), [])).toEqual([]);
});
