import { expect, test } from '@jest/globals';
import { readRetryAfter } from './retry-after.ts';

const now = new Date('2026-01-10T12:00:00Z');

test.each([
  ['120', 120_000],
  [['30', '60'], 30_000],
  ['Sat, 10 Jan 2026 12:01:30 GMT', 90_000],
  ['Sat, 10 Jan 2026 11:00:00 GMT', 0],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['', null],
  [null, null],
  [undefined, null],
])('Retry-After %j asks for %s milliseconds', (value, ms) => {
  expect(readRetryAfter(value, now)).toBe(ms);
});
