import type pg from 'pg';

/**
 * Rows that are copies of one that the platform itself wrote, so that they are valid by birth and have each
 * new column.
 */
export interface Copies {
  what: string;
  table: string;
  /** Condition of the original, the first row that was written; of all originals where `on` chooses one. */
  of: string;
  /** Where copies come from: a query whose rows have `n` and what `set` needs. One copy for each row. */
  made: string;
  /** Which original a row of `made` copies, where there are several. */
  on?: string;
  /** Expressions of the columns that differ, over `original` and `made`. */
  set: Record<string, string>;
}

/**
 * The statement that writes copies.
 * @param client the database as its superuser
 * @throws Error for a column in `set` that the table does not have
 */
export async function copyStatement(client: pg.Client, { table, of, made, on, set }: Copies): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum',
    [table],
  );
  const columns = rows.map(({ name }) => name);
  const unknown = Object.keys(set).filter((name) => !columns.includes(name));
  if (unknown.length > 0) throw new Error(`${table} has no column ${unknown.join(', ')}`);
  const originals = `SELECT * FROM ${table} WHERE ${of} ${on === undefined ? 'ORDER BY ctid LIMIT 1' : ''}`;
  const values = columns.map((name) => set[name] ?? `original."${name}"`);
  return `INSERT INTO ${table} (${columns.map((name) => `"${name}"`).join(', ')})
    SELECT ${values.join(', ')} FROM (${made}) AS made JOIN (${originals}) AS original ON ${on ?? 'true'}
    ORDER BY made.n`;
}
