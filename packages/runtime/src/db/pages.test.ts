import { expect, test } from '@jest/globals';
import { newId } from '../ids.ts';
import { readCursor, toPage } from './pages.ts';

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
