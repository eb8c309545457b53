import { expect, test } from '@jest/globals';
import { isCalendarTime, toLocalTime, toMoment } from './local-time.ts';

test('a time that the clocks skip is the first minute behind the gap', () => {
  expect(toMoment('2027-03-28T02:30', 'Europe/Berlin').toISOString()).toBe('2027-03-28T01:00:00.000Z');
  expect(toLocalTime(toMoment('2027-03-28T02:30', 'Europe/Berlin'), 'Europe/Berlin')).toBe('2027-03-28T03:00');
});

test('of a time that comes twice it is the first', () => {
  expect(toMoment('2027-10-31T02:30', 'Europe/Berlin').toISOString()).toBe('2027-10-31T00:30:00.000Z');
});

test.each([
  ['Europe/Moscow', '2027-03-28T10:00', '2027-03-28T07:00:00.000Z'],
  ['Asia/Kathmandu', '2027-03-28T10:00', '2027-03-28T04:15:00.000Z'],
  ['America/New_York', '2027-07-01T00:00', '2027-07-01T04:00:00.000Z'],
  // The clocks go forward at midnight: the day begins at one.
  ['Africa/Cairo', '2027-04-30T00:00', '2027-04-29T22:00:00.000Z'],
  // A year that formats write without its zeros.
  ['UTC', '0500-01-01T00:00', '0500-01-01T00:00:00.000Z'],
  // The last day that four digits can write.
  ['Asia/Tokyo', '9999-12-31T12:00', '9999-12-31T03:00:00.000Z'],
  // A day that this place left out, in 2011.
  ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T10:00:00.000Z'],
])('%s %s is %s', (timezone, local, moment) => {
  expect(toMoment(local, timezone).toISOString()).toBe(moment);
});

test('every wall clock time of a year of a zone comes back as itself, or as the end of a gap', () => {
  for (let at = Date.parse('2027-01-01T00:00:00Z'); at < Date.parse('2028-01-01T00:00:00Z'); at += 47 * 60_000) {
    const local = new Date(at).toISOString().slice(0, 16);
    const back = toLocalTime(toMoment(local, 'Europe/Berlin'), 'Europe/Berlin');
    expect([local, back === local || back === '2027-03-28T03:00']).toEqual([local, true]);
  }
});

test.each(['Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Chatham', 'Africa/Casablanca', 'Pacific/Apia'])(
  'the wall clock of %s is that of the calendar at each moment of 2011 and 2027, and before clocks had whole minutes',
  (timezone) => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' });
    const wrong: string[] = [];
    for (const year of [1920, 2011, 2027])
      for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 59 * 60_000)
        if (toLocalTime(new Date(at), timezone) !== format.format(at).replace(' ', 'T'))
          wrong.push(new Date(at).toISOString());
    expect(wrong).toEqual([]);
  },
);

test('only days of the calendar are taken', () => {
  expect([isCalendarTime('2027-02-28T23:59'), isCalendarTime('2027-02-30T10:00')]).toEqual([true, false]);
});
