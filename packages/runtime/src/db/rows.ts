import { and, type Column, eq, getTableColumns, type InferSelectModel, is, SQL, type Table } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/** Columns of a table as they must be; an undefined one may have any value. */
export type ColumnValues<T extends Table> = {
  [C in keyof InferSelectModel<T>]?: NonNullable<InferSelectModel<T>[C]> | undefined;
};

/** Rows whose columns have these values, as a condition; undefined for no values. */
export function columnsEqual<T extends Table>(table: T, values: ColumnValues<T>): SQL | undefined {
  const columns: Record<string, Column> = getTableColumns(table);
  return and(
    ...Object.entries(values).map(([name, value]) => {
      const column = columns[name];
      if (column === undefined) throw new TypeError(`the table has no column ${name}`);
      return value === undefined ? undefined : eq(column, value);
    }),
  );
}

/** A condition as it is, or the one that the values of columns make. */
export const conditionOf = <T extends Table>(table: T, where: SQL | ColumnValues<T> | undefined): SQL | undefined =>
  is(where, SQL) ? where : columnsEqual(table, where ?? {});

/**
 * The row of a table that a condition, or the values of columns, name. No value may be undefined here: the condition
 * would name other rows too.
 * @param lock locks the row until the transaction ends
 */
export async function findRow<T extends PgTable>(
  db: Pick<Database, 'select'>,
  table: T,
  where: SQL | undefined | { [C in keyof InferSelectModel<T>]?: NonNullable<InferSelectModel<T>[C]> },
  lock?: 'update' | 'no key update' | 'share',
): Promise<InferSelectModel<T> | undefined> {
  if (
    where === undefined ||
    (!is(where, SQL) && (Object.keys(where).length === 0 || Object.values(where).includes(undefined)))
  )
    throw new TypeError('the condition names no row');
  const selection = db.select().from<PgTable>(table).where(conditionOf(table, where));
  const [row] = await (lock === undefined ? selection : selection.for(lock));
  return row as InferSelectModel<T> | undefined;
}

/** A row with its times as ISO 8601 texts. */
export type IsoTimes<Row> = {
  [C in keyof Row]: Row[C] extends Date ? string : Row[C] extends Date | null ? string | null : Row[C];
};

/** @returns a copy of the row, its times as ISO 8601 texts in UTC */
export const withIsoTimes = <Row extends object>(row: Row): IsoTimes<Row> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as IsoTimes<Row>;
