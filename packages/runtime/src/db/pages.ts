import type { Page } from '@platform/contracts/kit';
import { and, type Column, desc, type InferSelectModel, lt, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { cursorId, defineCursor } from './cursor.ts';
import type { Database } from './database.ts';
import { type ColumnValues, conditionOf } from './rows.ts';

const idCursor = defineCursor([cursorId]);

/** Query of a list: one page, from the cursor that the page before answered. */
export interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

/**
 * The id after which a page starts, or null for the first page.
 * @throws `validation_failed` for a cursor that is not ours
 */
export const readCursor = (cursor: string | undefined): string | null => idCursor.parse(cursor)?.[0] ?? null;

/** The cursor that {@link readCursor} reads; null after the last page. */
export const writeCursor = (id: string | null): string | null => id && idCursor.print([id]);

/**
 * Makes a page of rows that were read with `limit + 1`: the extra row only shows that there is a next page.
 * @param cursorOf the cursor behind a row; without it the list is ordered by id
 */
export function toPage<Row extends { id: string }, T>(rows: Row[], limit: number, shape: (row: Row) => T): Page<T>;
export function toPage<Row, T>(
  rows: Row[],
  limit: number,
  shape: (row: Row) => T,
  cursorOf: (row: Row) => string | null,
): Page<T>;
export function toPage<Row, T>(
  rows: Row[],
  limit: number,
  shape: (row: Row) => T,
  cursorOf = (row: Row) => writeCursor((row as { id: string }).id),
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(shape), next_cursor: rows.length > limit && last ? cursorOf(last) : null };
}

/** A SELECT of drizzle before its conditions. */
interface Selection<Row> {
  where(condition: SQL | undefined): { orderBy(order: SQL): { limit(count: number): PromiseLike<Row[]> } };
}

/**
 * Reads the rows of a page for {@link toPage}, newest first by id.
 * @param source the database, or a SELECT of other columns or of joined tables
 * @param table the list is in the order of its ids
 * @param where a condition, or the values of columns
 * @throws AppError `validation_failed` for a cursor of another shape
 */
export function readPageRows<T extends PgTable & { id: Column }>(
  source: Pick<Database, 'select'>,
  table: T,
  where: SQL | ColumnValues<T> | undefined,
  page: PageQuery,
): PromiseLike<InferSelectModel<T>[]>;
export function readPageRows<T extends PgTable & { id: Column }, Row>(
  source: Selection<Row>,
  table: T,
  where: SQL | ColumnValues<T> | undefined,
  page: PageQuery,
): PromiseLike<Row[]>;
export function readPageRows<T extends PgTable & { id: Column }, Row>(
  source: Pick<Database, 'select'> | Selection<Row>,
  table: T,
  where: SQL | ColumnValues<T> | undefined,
  { limit, cursor }: PageQuery,
): PromiseLike<Row[]> {
  const before = readCursor(cursor);
  return selectionOf<Row>(source, table)
    .where(and(conditionOf(table, where), before === null ? undefined : lt(table.id, before)))
    .orderBy(desc(table.id))
    .limit(limit + 1);
}

/**
 * Reads the rows of a page for {@link toPage}, newest first by `created_at`: an index of that column then finds the page of
 * a range of it, however many rows are newer. A cursor is the id of a row, which must still exist.
 * @param source the database, or a SELECT of joined tables
 * @throws AppError `validation_failed` for a cursor of another shape
 */
export function readPageRowsByTime<T extends PgTable & { id: Column; created_at: Column }>(
  source: Pick<Database, 'select'>,
  table: T,
  where: SQL | undefined,
  page: PageQuery,
): PromiseLike<InferSelectModel<T>[]>;
export function readPageRowsByTime<T extends PgTable & { id: Column; created_at: Column }, Row>(
  source: Selection<Row>,
  table: T,
  where: SQL | undefined,
  page: PageQuery,
): PromiseLike<Row[]>;
export function readPageRowsByTime<T extends PgTable & { id: Column; created_at: Column }, Row>(
  source: Pick<Database, 'select'> | Selection<Row>,
  table: T,
  where: SQL | undefined,
  { limit, cursor }: PageQuery,
): PromiseLike<Row[]> {
  const before = readCursor(cursor);
  const momentOfCursor = sql`(SELECT cursor_row.created_at FROM ${table} AS cursor_row WHERE cursor_row.id = ${before})`;
  const isBehindCursor = sql`(${table.created_at}, ${table.id}) < (${momentOfCursor}, ${before}::uuid)`;
  return selectionOf<Row>(source, table)
    .where(and(where, before === null ? undefined : isBehindCursor))
    .orderBy(sql`${table.created_at} DESC, ${table.id} DESC`)
    .limit(limit + 1);
}

function selectionOf<Row>(source: Pick<Database, 'select'> | Selection<Row>, table: PgTable): Selection<Row> {
  return 'where' in source ? source : (source.select().from<PgTable>(table) as Selection<unknown> as Selection<Row>);
}

/** Bytes of the long fields in one page of a list, about: a page ends with the row that would exceed them. */
export const maxPageBytes = 1024 * 1024;

/** A row of a list before it is read: its key, and the bytes of its long fields. */
export interface RowSize<Key> {
  id: Key;
  bytes: number | string;
}

/**
 * Chooses the rows of a page by their sizes, so that no more bytes are read than a page may have.
 * @param sizes sizes of `limit + 1` rows in the order of the list
 * @returns ids of `limit` rows at most, with 1 MiB together at most, and of the first row always; and whether
 * rows follow
 */
export function rowsWithinBytes<Key>(sizes: readonly RowSize<Key>[], limit: number): { ids: Key[]; hasMore: boolean } {
  let bytes = 0;
  const end = sizes.findIndex((row, at) => {
    bytes += Number(row.bytes);
    return at > 0 && (at >= limit || bytes > maxPageBytes);
  });
  const ids = sizes.slice(0, end < 0 ? limit : end).map(({ id }) => id);
  return { ids, hasMore: sizes.length > ids.length };
}

/**
 * Makes a page of rows with long fields, newest first by id. It ends early where the rows are long:
 * `next_cursor` leads on.
 * @param options.sizes sizes of `limit + 1` rows, newest first
 * @param options.read reads the rows with these ids, in any order
 */
export async function pageWithinBytes<Row extends { id: string }, T>(options: {
  limit: number;
  sizes: PromiseLike<RowSize<string>[]>;
  read: (ids: string[]) => PromiseLike<Row[]>;
  shape: (row: Row) => T;
}): Promise<Page<T>> {
  const { ids, hasMore } = rowsWithinBytes(await options.sizes, options.limit);
  const rows = new Map((ids.length === 0 ? [] : await options.read(ids)).map((row) => [row.id, row]));
  const last = ids.at(-1);
  return {
    items: ids.flatMap((id) => rows.get(id) ?? []).map(options.shape),
    next_cursor: writeCursor(hasMore ? (last ?? null) : null),
  };
}
