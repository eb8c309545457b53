import { expect, test } from '@jest/globals';
import { nextRun } from './schedule.ts';

const schedule = (part: object) => ({
  every: 'day' as const,
  weekday: 1,
  hour: 4,
  timezone: 'Europe/Moscow',
  ...part,
});
const next = (part: object, now: string) => nextRun(schedule(part), new Date(now))?.toISOString() ?? null;

test('a schedule that is off never runs', () => {
  expect(next({ every: 'off' }, '2026-03-01T00:00:00Z')).toBeNull();
});

test.each([
  ['later on this day', {}, '2026-03-02T00:59:59Z', '2026-03-02T01:00:00.000Z'],
  ['on the next day once its hour has come', {}, '2026-03-02T01:00:00Z', '2026-03-03T01:00:00.000Z'],
  ['on its weekday', { every: 'week', weekday: 7 }, '2026-03-02T12:00:00Z', '2026-03-08T01:00:00.000Z'],
  ['a week later on its weekday', { every: 'week', weekday: 1 }, '2026-03-02T12:00:00Z', '2026-03-09T01:00:00.000Z'],
  ['on the first day of the month', { every: 'month' }, '2026-03-02T12:00:00Z', '2026-04-01T01:00:00.000Z'],
  ['by the day of its time zone', { timezone: 'Asia/Vladivostok' }, '2026-03-01T17:00:00Z', '2026-03-01T18:00:00.000Z'],
  ['in a zone with half an hour', { timezone: 'Asia/Kolkata' }, '2026-03-01T12:00:00Z', '2026-03-01T22:30:00.000Z'],
  ['in a zone with 45 minutes', { timezone: 'Asia/Kathmandu' }, '2026-03-01T12:00:00Z', '2026-03-01T22:15:00.000Z'],
  [
    'at the next hour where the clocks leave its hour out',
    { hour: 2, timezone: 'Europe/Berlin' },
    '2026-03-28T12:00:00Z',
    '2026-03-29T01:00:00.000Z',
  ],
])('a schedule runs %s', (_when, part, now, expected) => {
  expect(next(part, now)).toBe(expected);
});

test('a run is never before its moment, and never the same twice', () => {
  let now = new Date('2026-01-01T00:00:00Z');
  for (let runs = 0; runs < 400; runs += 1) {
    const at = nextRun(schedule({ timezone: 'Europe/Berlin', hour: 2 }), now);
    expect(at && at > now).toBe(true);
    now = at ?? now;
  }
  expect(now.toISOString().slice(0, 7)).toBe('2027-02');
});
