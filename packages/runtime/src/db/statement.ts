import type { Socket } from 'node:net';
import type pg from 'pg';
import type { Database, Tx } from './database.ts';

/** SQL that PostgreSQL plans once for each connection. The name stands for this text and no other. */
export interface Statement {
  name: string;
  text: string;
}

/**
 * Runs a named prepared statement inside a transaction, or on the pool. For the few statements that every purchase or
 * every event goes through: building and planning them anew costs more than running them.
 */
export function runStatement<Row extends pg.QueryResultRow = pg.QueryResultRow>(
  db: Database | Tx,
  statement: Statement,
  values: unknown[],
): Promise<pg.QueryResult<Row>> {
  // The one place that reaches through drizzle to the connection it works on.
  const { client } = (db as unknown as { session: { client: pg.Pool | pg.PoolClient } }).session;
  return client.query<Row>({ ...statement, values });
}

/** The socket under a connection of pg. */
export const streamOf = (client: pg.PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
