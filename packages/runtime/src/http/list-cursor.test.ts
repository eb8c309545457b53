import { expect, test } from '@jest/globals';
import { platform, routeTable } from '@platform/contracts';
import type { Endpoint } from '@platform/contracts/kit';
import { markCursor, markOfCall, markOfList, unmarkCursor, withMarkedCursor } from './list-cursor.ts';

const mark = markOfList(['listPlans', { application_id: 'a' }], { status: 'active', limit: 1 });
const refusal = expect.objectContaining({
  code: 'validation_failed',
  message:
    '`cursor` is a cursor of another list or of other filters: begin again with the first page, without a cursor.',
});

test('a cursor leads on in its list with its filters, in pages of any length', () => {
  const same = markOfList(['listPlans', { application_id: 'a' }], { limit: 200, cursor: 'x', status: 'active' });
  expect(unmarkCursor(markCursor('abc', mark), same)).toBe('abc');
});

test.each([
  ['another list', markOfList(['listUsers', { application_id: 'a' }], { status: 'active' })],
  ['the list of another application', markOfList(['listPlans', { application_id: 'b' }], { status: 'active' })],
  ['another filter', markOfList(['listPlans', { application_id: 'a' }], { status: 'archived' })],
  ['no filter', markOfList(['listPlans', { application_id: 'a' }], { status: undefined })],
])('a cursor is refused in %s', (_what, other) => {
  expect(() => unmarkCursor(markCursor('abc', mark), other)).toThrow(refusal);
});

test('a cursor of the release before, which has no mark, and the last page are left to the list', () => {
  expect(unmarkCursor('abc', mark)).toBe('abc');
  expect(withMarkedCursor({ items: [], next_cursor: null }, mark)).toEqual({ items: [], next_cursor: null });
});

test('a release before reads the cursor of this one, which runs beside it in an upgrade', () => {
  const cursor = Buffer.from('0198a3c0-5e1f-7000-8000-000000000001').toString('base64url');
  for (const cut of [cursor, cursor.slice(0, -1), cursor.slice(0, -2)])
    expect(Buffer.from(markCursor(cut, mark), 'base64url')).toEqual(Buffer.from(cut, 'base64url'));
});

/** Fields of a list that choose the page and its form. */
const ofPage = ['limit', 'cursor', 'page', 'format', 'include'];
const shapeOf = (schema: unknown): object => (schema as { shape?: object } | undefined)?.shape ?? {};

test('each filter of each list that is not in memory makes another list', () => {
  const lists = routeTable(platform).filter(
    ({ endpoint }: { endpoint: Endpoint }) => 'cursor' in shapeOf(endpoint.query) || 'cursor' in shapeOf(endpoint.body),
  );
  let filters = 0;
  for (const { id, endpoint } of lists) {
    const isInMemory = endpoint.cache !== undefined;
    const part = 'cursor' in shapeOf(endpoint.query) ? 'query' : 'body';
    const markWith = (fields: object) => {
      const call = { query: undefined, body: undefined, [part]: fields };
      return markOfCall({ route: { id, endpoint }, params: {}, applicationId: null, parsed: call, sent: call });
    };
    expect([id, markWith({}) === null]).toEqual([id, isInMemory]);
    for (const name of Object.keys(shapeOf(endpoint[part]))) {
      const isSame = markWith({ [name]: 'a' }) === markWith({ [name]: 'b' });
      expect([id, name, isSame]).toEqual([id, name, isInMemory || ofPage.includes(name)]);
      if (!isSame) filters += 1;
    }
  }
  expect(filters).toBeGreaterThan(80);
});
