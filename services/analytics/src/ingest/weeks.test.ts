import { expect, test } from '@jest/globals';
import { dateOf, partitionOf, weekOf, weeksBetween } from './weeks.ts';

const at = (time: string) => Date.parse(time);

test.each([
  ['2026-03-02T00:00:00.000Z', '2026-03-02'],
  ['2026-03-08T23:59:59.999Z', '2026-03-02'],
  ['2026-03-09T00:00:00.000Z', '2026-03-09'],
  ['1970-01-01T00:00:00.000Z', '1969-12-29'],
  ['2024-12-31T12:00:00.000Z', '2024-12-30'],
])('%s lies in the week of %s', (moment, monday) => {
  expect(dateOf(weekOf(at(moment)))).toBe(monday);
});

test('the seven days and five minutes in which an event may lie touch two weeks, three around the end of one', () => {
  const touched = (now: string) => weeksBetween(at(now) - 7 * 86_400_000, at(now) + 300_000).map(dateOf);
  expect(touched('2026-03-04T12:00:00Z')).toEqual(['2026-02-23', '2026-03-02']);
  expect(touched('2026-03-08T23:58:00Z')).toEqual(['2026-02-23', '2026-03-02', '2026-03-09']);
});

test('a partition is named by its Monday', () => {
  expect(partitionOf(at('2026-03-02T00:00:00Z'))).toBe('events_20260302');
});
