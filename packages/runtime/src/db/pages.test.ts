import { expect, test } from '@jest/globals';
import { newId } from '../ids.ts';
import { maxPageBytes, pageWithinBytes, readCursor, rowsWithinBytes, toPage } from './pages.ts';

const rows = Array.from({ length: 5 }, () => ({ id: newId(), secret: 'x' })).reverse();

test('a page shows at most its limit, and the extra row shows that there is a next page', () => {
  const page = toPage(rows.slice(0, 3), 2, ({ id }) => ({ id }));
  expect(page.items).toEqual(rows.slice(0, 2).map(({ id }) => ({ id })));
  expect(readCursor(page.next_cursor ?? '')).toBe(rows[1]?.id);
});

test('the last page has no cursor, whether it is full, short or empty', () => {
  for (const shown of [rows.slice(0, 2), rows.slice(0, 1), []])
    expect(toPage(shown, 2, ({ id }) => id)).toEqual({ items: shown.map(({ id }) => id), next_cursor: null });
});

test('following the cursors shows every row once', () => {
  const seen: string[] = [];
  let after: string | null = null;
  for (;;) {
    const rest: typeof rows = rows.filter(({ id }) => after === null || id < after).slice(0, 3);
    const { items, next_cursor } = toPage(rest, 2, ({ id }) => id);
    seen.push(...items);
    if (next_cursor === null) break;
    after = readCursor(next_cursor);
  }
  expect(seen).toEqual(rows.map(({ id }) => id));
});

test('without a cursor the list begins, and one that is not ours is refused by name', () => {
  expect(readCursor(undefined)).toBeNull();
  for (const cursor of ['', 'x', newId(), Buffer.from('1 OR 1=1').toString('base64url'), '%00']) {
    expect(() => readCursor(cursor)).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        fields: { details: [expect.objectContaining({ path: 'cursor' })] },
      }),
    );
  }
});

test('a page of long rows ends before its bytes are over, and has one row at least', () => {
  const sizes = (bytes: number, count: number) => Array.from({ length: count }, (_, id) => ({ id, bytes }));
  expect(rowsWithinBytes(sizes(maxPageBytes / 4, 11), 10)).toEqual({ ids: [0, 1, 2, 3], hasMore: true });
  expect(rowsWithinBytes(sizes(5 * maxPageBytes, 2), 10)).toEqual({ ids: [0], hasMore: true });
  expect(rowsWithinBytes(sizes(5 * maxPageBytes, 1), 10)).toEqual({ ids: [0], hasMore: false });
  expect(rowsWithinBytes(sizes(1, 11), 10)).toEqual({ ids: Array.from({ length: 10 }, (_, id) => id), hasMore: true });
  expect(rowsWithinBytes(sizes(1, 10), 10).hasMore).toBe(false);
  expect(rowsWithinBytes([], 10)).toEqual({ ids: [], hasMore: false });
});

test('a page of long rows reads no row that it does not show, and its cursor leads to the next one', async () => {
  const sizes = rows.map(({ id }) => ({ id, bytes: maxPageBytes / 2 }));
  const asked: string[][] = [];
  const page = await pageWithinBytes({
    limit: 4,
    sizes: Promise.resolve(sizes),
    read: async (ids) => {
      asked.push(ids);
      return rows.filter(({ id }) => ids.includes(id)).toReversed();
    },
    shape: ({ id }) => id,
  });
  const first = rows.slice(0, 2).map(({ id }) => id);
  expect([asked, page.items, readCursor(page.next_cursor ?? '')]).toEqual([[first], first, first[1]]);
});
