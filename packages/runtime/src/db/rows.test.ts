import { expect, test } from '@jest/globals';
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { columnsEqual, findRow, withIsoTimes } from './rows.ts';

const notes = pgTable('notes', { id: uuid().primaryKey(), state: text().notNull(), read_at: timestamp() });
const asked: string[] = [];
const db = drizzle(async (statement) => {
  asked.push(statement);
  return { rows: [] };
});

test('a list without a filter has no condition, and one with a filter has its columns alone', async () => {
  expect(columnsEqual(notes, { state: undefined })).toBeUndefined();
  await db
    .select({ id: notes.id })
    .from(notes)
    .where(columnsEqual(notes, { state: 'new', id: undefined }));
  expect(asked.pop()).toBe('select "id" from "notes" where "notes"."state" = $1');
  expect(() => columnsEqual(notes, { colour: 'red' } as object)).toThrow('no column colour');
});

test('one row is found by every value that it is asked for, and never without one', async () => {
  expect(await findRow(db as never, notes, { id: 'a', state: 'new' }, 'update')).toBeUndefined();
  expect(asked.pop()).toMatch(/ where \("notes"\."id" = \$1 and "notes"\."state" = \$2\) for update$/);
  await expect(findRow(db as never, notes, { id: undefined, state: 'new' })).rejects.toThrow('names no row');
  await expect(findRow(db as never, notes, {})).rejects.toThrow('names no row');
  await expect(findRow(db as never, notes, undefined)).rejects.toThrow('names no row');
  expect(asked).toEqual([]);
});

test('the times of a row become texts in UTC, and its other values stay', () => {
  const row = { id: 'a', made_at: new Date(0), read_at: null as Date | null, tags: ['x'] };
  expect(withIsoTimes(row)).toEqual({ id: 'a', made_at: '1970-01-01T00:00:00.000Z', read_at: null, tags: ['x'] });
});
