import { expect, test } from '@jest/globals';
import { isLastOwner, sessionEnd } from './admin.ts';

test('the only owner is the last one', () => {
  expect(isLastOwner({ id: 'a' }, [{ id: 'a' }])).toBe(true);
  expect(isLastOwner({ id: 'a' }, [{ id: 'a' }, { id: 'b' }])).toBe(false);
  expect(isLastOwner({ id: 'c' }, [{ id: 'a' }])).toBe(false);
});

test('a session lives for twelve hours', () =>
  expect(sessionEnd(new Date('2026-01-10T18:00:00Z'))).toEqual(new Date('2026-01-11T06:00:00Z')));
