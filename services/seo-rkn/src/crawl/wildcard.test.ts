import { expect, test } from '@jest/globals';
import { growthOf, linearGrowth } from '@platform/testing';
import { matchesWildcard, wildcardOf } from './wildcard.ts';

test.each([
  ['/a*aab*b', '/a-aaab-b', true],
  ['/*abcabcabcabd', '/abcabcabcabcabd', true],
  ['/*abcabcabcabd', '/abcabcabcabcabc', false],
  ['/*aaaaaaaaab*aaaaaaaaab', `/${'a'.repeat(20)}b${'a'.repeat(9)}b`, true],
  ['/*aaaaaaaaab*aaaaaaaaab', `/${'a'.repeat(20)}b${'a'.repeat(8)}b`, false],
])('%s matches the beginning of %s: %s', (pattern, path, isMatch) => {
  expect(matchesWildcard(wildcardOf(pattern), path)).toBe(isMatch);
});

test('long parts cost no more than the path and the pattern together', () => {
  const inputOf = (size: number) => ({
    pattern: wildcardOf(`/*${'a'.repeat(size / 2)}b${'a'.repeat(size / 2)}`),
    path: `/${'a'.repeat(size)}`,
  });
  const match = ({ pattern, path }: ReturnType<typeof inputOf>) => {
    for (let times = 0; times < 20; times += 1) matchesWildcard(pattern, path);
  };
  expect(growthOf(inputOf, 32_000, match)).toBeLessThan(linearGrowth);
});
