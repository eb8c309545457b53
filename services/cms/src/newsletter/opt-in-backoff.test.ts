import { expect, test } from '@jest/globals';
import { hourMs, minuteMs } from '@platform/runtime';
import { nextOptInMail } from './opt-in-backoff.ts';

const start = new Date('2026-03-11T12:00:00Z');
const waitAfter = (mails: number): number | undefined => {
  const next = nextOptInMail(mails, start, start);
  return next === null ? undefined : next.getTime() - start.getTime();
};

test('each opt-in mail to an address waits longer than the one before, and the fifth is the last', () => {
  expect([1, 2, 3, 4, 5, 6].map(waitAfter)).toEqual([
    10 * minuteMs,
    hourMs,
    6 * hourMs,
    24 * hourMs,
    undefined,
    undefined,
  ]);
});

test('the first mail goes at once, and so does one whose wait is over', () => {
  const later = new Date(start.getTime() + 2 * hourMs);
  expect(nextOptInMail(0, start, later)).toEqual(later);
  expect(nextOptInMail(0, null, later)).toEqual(later);
  expect(nextOptInMail(2, start, later)).toEqual(later);
});
