import { type Column, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { sealedBody } from '../crypto.ts';

type Row = Readonly<Record<string, string>>;

/** A column whose values are sealed with the keys of the service. */
export interface SealedColumn {
  table: PgTable;
  column: Column;
  /** Primary key of the table, in its order. */
  key: readonly Column[];
  /** Columns that the context is made of. */
  parts: Readonly<Record<string, Column>>;
  /** A row where this column is set is sealed with the key of that person, and left out. */
  person: Column | null;
  /** Associated data of the value of a row, as the code that seals it gives it. */
  contextOf(row: Row): string;
}

/** The sealed columns of a schema. A test finds a sealed value in any other column. */
export interface SealedColumns {
  byService: readonly SealedColumn[];
  /**
   * Sealed with keys of persons: these are stored sealed themselves, so the values never change their key.
   */
  byPerson?: readonly Column[];
}

/**
 * Declares a column whose values are sealed with the keys of the service.
 * @param parts columns of text or UUIDs that the context is made of
 * @param contextOf the context of the value of a row
 * @param options.person a column: rows where it is set are sealed with the key of that person
 * @throws Error for a table without a primary key
 */
export function sealedColumn<T extends PgTable, Name extends keyof T['$inferSelect'] & string>(
  table: T,
  name: keyof T['$inferSelect'] & string,
  {
    parts,
    contextOf,
    options = {},
  }: {
    parts: readonly Name[];
    contextOf: (row: Pick<T['$inferSelect'], Name>) => string;
    options?: { person?: keyof T['$inferSelect'] & string };
  },
): SealedColumn {
  const columns = getTableColumns(table) as Record<string, Column>;
  const columnOf = (name: string): Column => {
    const column = columns[name];
    if (!column) throw new Error(`${getTableConfig(table).name} has no column ${name}`);
    return column;
  };
  return {
    table,
    column: columnOf(name),
    key: primaryKeyOf(table),
    parts: Object.fromEntries(parts.map((part) => [part, columnOf(part)])),
    person: options.person === undefined ? null : columnOf(options.person),
    contextOf: (row) => contextOf(row as Pick<T['$inferSelect'], Name>),
  };
}

function primaryKeyOf(table: PgTable): readonly Column[] {
  const { name, columns, primaryKeys } = getTableConfig(table);
  // The columns of a composite key are other objects, which do not know their type.
  const composite = primaryKeys.flatMap((key) => key.columns.map((part) => part.name));
  const key = [
    ...columns.filter(({ primary }) => primary),
    ...composite.flatMap((part) => columns.find((column) => column.name === part) ?? []),
  ];
  if (key.length === 0) throw new Error(`${name} has no primary key`);
  return key;
}

/**
 * Condition: a column still holds the value that was read, with its data key under any key.
 * An equality of the column would take a reseal for a change.
 */
export const holdsSealed = (column: Column, sealed: string): SQL =>
  eq(sql`split_part(${column}, '.', 4)`, sealedBody(sealed));
