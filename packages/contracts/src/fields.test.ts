import { describe, expect, test } from '@jest/globals';
import { Amount, Timestamp, TimeZone, timeFrom } from './fields.ts';

describe('a time', () => {
  test.each(['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.001Z', '2026-01-10T12:00:00Z', '9999-12-31T23:59:59.999Z'])(
    'may be %s',
    (time) => {
      expect(Timestamp.parse(time)).toBe(time);
    },
  );

  test.each(['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59Z', '0999-06-01T00:00:00Z', '0001-01-01T00:00:00Z'])(
    'before 1970 is refused: %s',
    (time) => {
      expect(Timestamp.safeParse(time).error?.issues).toMatchObject([
        { message: 'is not between the years 1970 and 9999' },
      ]);
    },
  );
});

describe('a time of a request may have any offset of RFC 3339, and is stored in UTC', () => {
  test.each([
    ['2026-12-01T00:00:00+03:00', '2026-11-30T21:00:00Z'],
    ['2026-12-01T00:00:00.123456-11:30', '2026-12-01T11:30:00.123456Z'],
    ['2026-12-01T00:00:00.000+00:00', '2026-12-01T00:00:00.000Z'],
    ['2026-12-01T00:00:00-00:00', '2026-12-01T00:00:00Z'],
    ['2028-02-29T23:30:00-01:00', '2028-03-01T00:30:00Z'],
    ['2026-12-01t00:00:00z', '2026-12-01T00:00:00Z'],
    ['1970-01-01T03:00:00+03:00', '1970-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59.999+14:00', '9999-12-31T09:59:59.999Z'],
  ])('%s is %s', (time, utc) => {
    expect(Timestamp.parse(time)).toBe(utc);
  });

  test.each(['1970-01-01T02:59:59+03:00', '9999-12-31T23:59:59-03:00'])('%s is outside of the calendar', (time) => {
    expect(Timestamp.safeParse(time).error?.issues).toMatchObject([
      { message: 'is not between the years 1970 and 9999' },
    ]);
  });

  test.each([
    '2026-12-01',
    '2026-12-01T00:00:00',
    '2026-12-01 00:00:00+03:00',
    '2026-12-01T00:00:00+0300',
    '2026-12-01T00:00:00+24:00',
    '2026-02-30T00:00:00+03:00',
    '2026-12-01T25:00:00+03:00',
    '',
    'x'.repeat(100_000),
  ])('%s is refused with an example of a time', (time) => {
    const message =
      'has to be a time with its offset, such as 2026-01-10T12:00:00Z or 2026-01-10T15:00:00+03:00 (RFC 3339)';
    expect(Timestamp.safeParse(time).error?.issues).toMatchObject([{ message }]);
  });
});

describe('a filter of time', () => {
  const from = timeFrom('Changed');

  test.each([
    ['2026-01-10', '2026-01-10'],
    ['2026-01-10T00:00:00+03:00', '2026-01-09T21:00:00Z'],
    // What an address with a plain `+` says.
    ['2026-01-10T00:00:00 03:00', '2026-01-09T21:00:00Z'],
  ])('may be %s', (text, parsed) => {
    expect(from.parse(text)).toBe(parsed);
  });

  test.each(['', '2026-02-30', '1969-12-31', '9000-01-01', '10.01.2026', '2026-01-10T00:00:00', 'yesterday'])(
    'is refused with an example where it is %s',
    (text) => {
      expect(from.safeParse(text).error?.issues[0]?.message).toMatch(/^has to be a day .*, or a time, such as /);
    },
  );
});

describe('an amount', () => {
  test.each([0, 0.01, 0.1, 1.1, 4.35, 19.99, 1_234_567.89, 9_999_999_999.99])('of %d is one', (amount) => {
    expect(Amount.safeParse(amount).success).toBe(true);
  });

  test.each([1e-7, 0.001, 1.005, 0.1 + 0.2, 1.000000001, -1, 1e10, Number.NaN])('of %d is none', (amount) => {
    expect(Amount.safeParse(amount).success).toBe(false);
  });
});

test('a time zone has a name, or an offset that a zone on earth has', () => {
  for (const zone of ['Europe/Moscow', 'UTC', 'Asia/Kathmandu', '+03:00', '-12:00', '+14:00', '+05:45', '-0330'])
    expect([zone, TimeZone.safeParse(zone).success]).toEqual([zone, true]);
  for (const zone of ['Moscow', '', '-12:01', '+14:01', '+23:59', '-2359', '+99:00', 'UTC+3'])
    expect([zone, TimeZone.safeParse(zone).success]).toEqual([zone, false]);
});
