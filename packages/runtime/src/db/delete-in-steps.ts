import type pg from 'pg';

const rowsAtOnce = 5_000;

/**
 * Deletes the rows of a table that a condition names, some thousand in a statement: each statement is short,
 * holds few locks and has its own commit, so a backlog of any size is gone after enough of them.
 * @param table the quoted name with its schema
 * @param condition SQL over the columns of the table and `$1` …, never from input
 * @returns how many rows were deleted
 */
export async function deleteInSteps(
  pool: Pick<pg.Pool, 'query'>,
  {
    table,
    condition,
    values,
    atOnce = rowsAtOnce,
  }: { table: string; condition: string; values: readonly unknown[]; atOnce?: number },
): Promise<number> {
  const text = `DELETE FROM ${table} WHERE ctid = ANY (ARRAY (SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${atOnce})) AND ${condition}`;
  for (let deleted = 0; ; ) {
    const { rowCount } = await pool.query(text, [...values]);
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < atOnce) return deleted;
  }
}
