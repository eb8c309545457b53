import { expect, test } from '@jest/globals';
import { growthOf, linearGrowth } from '@platform/testing';
import { readJsonText } from './read-answer.ts';

test.each([
  ['{"a":1}', { a: 1 }],
  [' ```json\n{"a":1}\n```\n', { a: 1 }],
  ['```\n{"a":"```"}```', { a: '```' }],
  ['```', undefined],
  ['```json {"a":1}```', undefined],
])('the JSON of %j is read', (text, value) => {
  expect(readJsonText(text)).toEqual(value);
});

test('an answer of empty lines in a fence is read in time in proportion to its length', () => {
  const inputOf = (length: number) => `\`\`\`${'\n'.repeat(length)}a`;
  expect(growthOf(inputOf, 262_144, readJsonText)).toBeLessThan(linearGrowth);
});
