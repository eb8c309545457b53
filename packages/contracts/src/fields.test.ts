import { describe, expect, test } from '@jest/globals';
import { Timestamp } from './fields.ts';

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
      expect(Timestamp.safeParse(time).error?.issues).toMatchObject([{ message: 'not before 1970' }]);
    },
  );
});
