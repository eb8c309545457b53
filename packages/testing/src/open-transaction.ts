import pg from 'pg';
import type { TestDatabase } from './test-database.ts';

/** A transaction of the superuser beside the code under test. It holds its locks until its end. */
export interface OpenTransaction {
  /** @returns the rows @throws DatabaseError, after which only a rollback ends the transaction */
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /**
   * Commits, and closes the connection.
   * @throws Error when nothing was committed, as behind a failed statement
   */
  commit(): Promise<void>;
  /** Closes the connection, which rolls back what is not committed. Does nothing a second time. */
  rollback(): Promise<void>;
}

/**
 * Opens a transaction on a connection of its own and runs its first statement, as a rule one that locks.
 * @returns the transaction, with the locks of the statement
 * @throws DatabaseError of the statement
 */
export async function openTransaction(
  database: Pick<TestDatabase, 'superuserUrl'>,
  statement: string,
  values: unknown[] = [],
): Promise<OpenTransaction> {
  const client = new pg.Client({ connectionString: database.superuserUrl });
  // A test that fails before the end of the transaction drops the database under the connection.
  client.on('error', () => {});
  await client.connect();
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= client.end();
    return closed;
  };
  const query: OpenTransaction['query'] = async <Row extends pg.QueryResultRow>(text: string, parameters?: unknown[]) =>
    (await client.query<Row>(text, parameters)).rows;
  try {
    await query('BEGIN');
    await query(statement, values);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    query,
    async commit() {
      const { command } = await client.query('COMMIT').finally(close);
      if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`);
    },
    rollback: close,
  };
}
