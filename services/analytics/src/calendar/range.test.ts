import { expect, test } from '@jest/globals';
import { boundsOf, dayBefore, dayOf } from '@platform/runtime';
import { DateTime, IANAZone } from 'luxon';
import { previousRange, readRange } from './range.ts';

const dayMs = 86_400_000;
const boundsIn = (day: string, timezone: string) => {
  const { starts_at, ends_at } = boundsOf(day, timezone);
  return [starts_at.toISOString(), ends_at.toISOString()];
};

test.each([
  // Clocks go back from 01:00 to 00:00: the day has midnight twice.
  ['Atlantic/Azores', '2026-10-24', '2026-10-24T00:00:00.000Z', '2026-10-25T00:00:00.000Z'],
  ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00.000Z', '2026-10-26T01:00:00.000Z'],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  // From 00:00 to 23:00 of the day before.
  ['Asia/Beirut', '2026-10-24', '2026-10-23T21:00:00.000Z', '2026-10-24T22:00:00.000Z'],
  // A minute after midnight to 23:01 of the day before, which by then is over.
  ['America/St_Johns', '2010-11-06', '2010-11-06T02:30:00.000Z', '2010-11-07T02:30:00.000Z'],
  ['America/St_Johns', '2010-11-07', '2010-11-07T02:30:00.000Z', '2010-11-08T03:30:00.000Z'],
  // Forward from 00:00 to 01:00: the day has no midnight.
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
  // Forward from 23:30 to 00:30, with the midnight in between.
  ['America/Toronto', '1919-03-31', '1919-03-31T04:30:00.000Z', '1919-04-01T04:00:00.000Z'],
  // A day that the calendar left out.
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
  ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z', '2011-12-31T10:00:00.000Z'],
])('in %s, %s begins with its first moment and ends where the next day begins', (timezone, day, starts_at, ends_at) => {
  expect(boundsIn(day, timezone)).toEqual([starts_at, ends_at]);
});

test('a moment that the clock repeats after its day is over belongs to the next day', () => {
  expect(dayOf(new Date('2010-11-07T02:29:59Z'), 'America/St_Johns')).toBe('2010-11-06');
  // The clock says 23:30 of the sixth for the second time.
  expect(dayOf(new Date('2010-11-07T03:00:00Z'), 'America/St_Johns')).toBe('2010-11-07');
});

const firstYear = 2021;
const years = 8;

/** The days around every change of clocks in a zone. */
function* daysOfChange(timezone: string): Generator<string> {
  const zone = IANAZone.create(timezone);
  const hasChange = (moment: number, days: number) => zone.offset(moment) !== zone.offset(moment + days * dayMs);
  for (let week = Date.UTC(firstYear, 0, 1); week < Date.UTC(firstYear + years, 0, 1); week += 7 * dayMs) {
    if (!hasChange(week, 7)) continue;
    for (let day = week; day < week + 7 * dayMs; day += dayMs)
      if (hasChange(day, 1)) for (const days of [-1, 0, 1]) yield dayBefore(dayOf(new Date(day), 'UTC'), days);
  }
}

/** Zones that differ: many names have the same clocks. */
function differentZones(): string[] {
  const byClocks = new Map<string, string>();
  for (const timezone of Intl.supportedValuesOf('timeZone')) {
    const zone = IANAZone.create(timezone);
    const months = Array.from({ length: years * 12 }, (_, month) => zone.offset(Date.UTC(firstYear, month, 25)));
    byClocks.set(months.join(), timezone);
  }
  return [...byClocks.values()];
}

/** The fault of a day, if any. */
function faultOf(day: string, timezone: string): string | undefined {
  const { starts_at, ends_at } = boundsOf(day, timezone);
  const [start, end] = [starts_at.getTime(), ends_at.getTime()];
  const calendarDay = (moment: number) => DateTime.fromMillis(moment, { zone: timezone }).toISODate() ?? '';
  if (end !== boundsOf(dayBefore(day, -1), timezone).starts_at.getTime()) return 'the next day does not follow';
  if (calendarDay(start) < day || calendarDay(start - 1) >= day) return 'it has an earlier moment';
  if (start === end) return undefined;
  const moments = [0, 0.5, 1, 1.5, 2].flatMap((hours) => [start + hours * 3_600_000, end - 1 - hours * 3_600_000]);
  const stranger = moments.find((moment) => dayOf(new Date(moment), timezone) !== day);
  return stranger === undefined ? undefined : `${new Date(stranger).toISOString()} is not in it`;
}

test('days follow each other without gap or overlap wherever clocks change', () => {
  const faults = differentZones().flatMap((timezone) =>
    [...daysOfChange(timezone)].flatMap((day) => {
      const fault = faultOf(day, timezone);
      return fault === undefined ? [] : `${timezone} ${day}: ${fault}`;
    }),
  );
  expect(faults).toEqual([]);
});

test('a range begins and ends as its first and last day do, and follows the range before it', () => {
  const range = readRange({ from: '2026-10-25', to: '2026-10-26' }, 'Atlantic/Azores', new Date());
  expect(range).toEqual({
    from: '2026-10-25',
    to: '2026-10-26',
    timezone: 'Atlantic/Azores',
    starts_at: new Date('2026-10-25T00:00:00Z'),
    ends_at: new Date('2026-10-27T01:00:00Z'),
  });
  expect(previousRange(range)).toMatchObject({ from: '2026-10-23', to: '2026-10-24', ends_at: range.starts_at });
});

test('times stand for the days of the zone, the last one for the day of the moment before it', () => {
  const november = { from: '2026-11-01T00:00:00+03:00', to: '2026-12-01T00:00:00+03:00' };
  const inMoscow = readRange({ from: '2026-11-01', to: '2026-11-30' }, 'Europe/Moscow', new Date());
  expect(readRange(november, 'Europe/Moscow', new Date())).toEqual(inMoscow);
  expect(readRange(november, 'UTC', new Date())).toMatchObject({ from: '2026-10-31', to: '2026-11-30' });
});

test('the last days end with the day it is in the zone, also in an hour that the clock repeats', () => {
  const now = new Date('2026-10-25T00:30:00Z');
  expect(readRange({ days: 2 }, 'Atlantic/Azores', now)).toMatchObject({ from: '2026-10-24', to: '2026-10-25' });
});
