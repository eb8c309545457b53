import { expect, test } from '@jest/globals';
import { hourMs } from '@platform/runtime';
import { ageAt, dueAfter, firstDue, isPastSnapshots } from './snapshot-ages.ts';

const published = new Date('2027-03-01T09:00:00Z');
const after = (hours: number): Date => new Date(published.getTime() + hours * hourMs);

test('a snapshot stands for the newest age that has begun', () => {
  const ages = [0.5, 1, 23.9, 24, 71, 72, 168, 719, 720, 900].map((hours) => ageAt(published, after(hours)));
  expect(ages).toEqual([null, 1, 1, 24, 24, 72, 168, 168, 720, 720]);
});

test('the first is due after an hour, each other one after the one before it, and none behind the last', () => {
  expect(firstDue(published)).toEqual(after(1));
  expect([1, 24, 72, 168, 720].map((age) => dueAfter(published, age))).toEqual([
    after(24),
    after(72),
    after(168),
    after(720),
    null,
  ]);
});

test('a week behind the last age a post leaves the queue', () => {
  expect([isPastSnapshots(published, after(720 + 167)), isPastSnapshots(published, after(720 + 169))]).toEqual([
    false,
    true,
  ]);
});
