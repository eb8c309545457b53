import { createSealer, type DatabaseServiceDefinition, resealedColumns, type SealedColumn } from '@platform/runtime';
import type { TestDatabase } from '@platform/testing';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { services } from '../src/services.ts';

/** A stored value that the keys of a service seal, with where it stands. */
export interface SealedValue {
  service: string;
  /** `schema.table.column`. */
  place: string;
  sealed: string;
  context: string;
}

const definitions = services.filter((one): one is DatabaseServiceDefinition => one.migrations !== undefined);

const sealContextOf = ({ table, column }: Pick<SealedColumn, 'table' | 'column'>): string => {
  const { schema, name } = getTableConfig(table);
  return `${schema}.${name}.${column.name}`;
};

/** The columns that services declare: sealed with their keys, and with the keys of persons. */
export const declaredColumns = {
  byService: definitions.flatMap((definition) => resealedColumns(definition).map(sealContextOf)),
  byPerson: definitions.flatMap(({ sealed }) =>
    (sealed?.byPerson ?? []).map((column) => sealContextOf({ table: column.table as SealedColumn['table'], column })),
  ),
};

/** Every stored value of the declared columns. */
export async function sealedValues({ query }: Pick<TestDatabase, 'query'>): Promise<SealedValue[]> {
  const values: SealedValue[] = [];
  for (const definition of definitions)
    for (const column of resealedColumns(definition)) {
      const { schema, name } = getTableConfig(column.table);
      const isSealed = [
        `"${column.column.name}" IS NOT NULL`,
        ...(column.person ? [`"${column.person.name}" IS NULL`] : []),
      ];
      const rows = await query<{ row: Record<string, string> }>(
        `SELECT to_jsonb(t) AS row FROM "${schema}"."${name}" AS t WHERE ${isSealed.join(' AND ')}`,
      );
      for (const { row } of rows)
        values.push({
          service: definition.contract.name,
          place: sealContextOf(column),
          sealed: row[column.column.name] ?? '',
          context: column.contextOf(row),
        });
    }
  return values;
}

/** Columns in which a value stands that looks sealed: any text, JSON or array. */
export async function columnsWithSealedValues({ query }: Pick<TestDatabase, 'query'>): Promise<string[]> {
  const columns = await query<{ schema: string; table: string; column: string }>(
    `SELECT c.table_schema AS schema, c.table_name AS "table", c.column_name AS "column" FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE t.table_type = 'BASE TABLE' AND c.data_type IN ('text', 'jsonb', 'json', 'ARRAY', 'character varying')
       AND c.table_schema = ANY ($1)`,
    [definitions.map(({ contract }) => contract.name)],
  );
  const found: string[] = [];
  for (const { schema, table, column } of columns) {
    const rows = await query(
      String.raw`SELECT 1 FROM "${schema}"."${table}" WHERE "${column}"::text ~ 'v1\.[a-z0-9]+\.[A-Za-z0-9_-]{80}\.' LIMIT 1`,
    );
    if (rows.length > 0) found.push(`${schema}.${table}.${column}`);
  }
  return found.sort();
}

/** Whether these keys open a value. */
export function opens(keys: string, { sealed, context }: SealedValue): boolean {
  try {
    createSealer(keys.split(',')).open(sealed, context);
    return true;
  } catch {
    return false;
  }
}
