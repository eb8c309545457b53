import { describe, expect, test } from '@jest/globals';
import { DrizzleQueryError } from 'drizzle-orm';
import { AppError, errorText, toAppError } from './errors.ts';

describe('the text of what was thrown', () => {
  test.each([
    ['an error', new Error('broken'), 'broken'],
    ['an error without a message', new TypeError(), 'TypeError'],
    ['an error with a cause', new Error('broken', { cause: new Error('inside') }), 'broken'],
    ['a code', new AppError('not_found', { message: 'not here' }), 'not here'],
    ['a text', 'broken', 'broken'],
    ['nothing', undefined, 'undefined'],
  ])('of %s', (_what, thrown, text) => expect(errorText(thrown)).toBe(text));

  test('of a failed statement has none of its values', () => {
    const cause = new Error('duplicate key value violates unique constraint "users_one_per_email"');
    const thrown = new DrizzleQueryError('INSERT INTO users VALUES ($1)', ['anna@example.test'], cause);
    expect(thrown.message).toContain('anna@example.test');
    expect(errorText(thrown)).toBe(cause.message);
  });
});

test('a database that is away is an outage, for a client too', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const { code, status } = toAppError(new DrizzleQueryError('SELECT 1', [], cause));
  expect([code, status]).toEqual(['service_unavailable', 503]);
  expect(toAppError(new Error('a mistake')).code).toBe('internal_error');
});
