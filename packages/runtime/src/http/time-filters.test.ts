import { expect, test } from '@jest/globals';
import { filterZone, timeFrom, timeUntil } from '@platform/contracts/fields';
import { z } from 'zod';
import { resolveTimeFilters } from './time-filters.ts';

const schema = z.object({
  from: timeFrom('Changed'),
  to: timeUntil('Changed'),
  ...filterZone,
  other: z.string().optional(),
});
const resolve = (input: z.input<typeof schema>) => resolveTimeFilters(schema, schema.parse(input), 'Asia/Kathmandu');

test('days are whole days of the time zone, and of that of the list without one', () => {
  const days = { from: '2026-03-01', to: '2026-03-02' };
  expect(resolve(days)).toEqual({
    from: '2026-02-28T18:15:00.000Z',
    to: '2026-03-02T18:15:00.000Z',
  });
  expect(resolve({ ...days, timezone: 'Europe/Moscow' })).toMatchObject({
    from: '2026-02-28T21:00:00.000Z',
    to: '2026-03-02T21:00:00.000Z',
  });
});

test('a day has the hours that its clocks show', () => {
  // Forward by an hour in this night.
  expect(resolve({ from: '2026-03-29', to: '2026-03-29', timezone: 'Europe/Berlin' })).toMatchObject({
    from: '2026-03-28T23:00:00.000Z',
    to: '2026-03-29T22:00:00.000Z',
  });
});

test('times stay as they are, in UTC, and so do fields that bound nothing', () => {
  const input = {
    from: '2026-03-01T00:00:00+03:00',
    to: '2026-03-02T00:00:00Z',
    timezone: 'Asia/Tokyo',
    other: '2026-03-01',
  };
  expect(resolve(input)).toEqual({ ...input, from: '2026-02-28T21:00:00Z' });
});

test('the first day of the calendar begins with the calendar in each zone', () => {
  expect(resolve({ from: '1970-01-01', timezone: 'Asia/Tokyo' })).toMatchObject({ from: '1970-01-01T00:00:00.000Z' });
});
