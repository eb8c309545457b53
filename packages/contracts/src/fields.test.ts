import { describe, expect, test } from '@jest/globals';
import { Amount, Timestamp } from './fields.ts';

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
      expect(Timestamp.safeParse(time).error?.issues).toMatchObject([{ message: 'is not between 1970 and 9999' }]);
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
