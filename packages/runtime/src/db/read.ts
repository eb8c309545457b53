import type pg from 'pg';
import type { Pool } from './database.ts';
import { isDatabaseDown } from './database-error.ts';
import { type Statement, streamOf } from './statement.ts';

/**
 * Answers a short read: some rows by key. Takes a named statement and its values; rows come back as pg reads
 * them.
 */
export type Read = <Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]) => Promise<Row[]>;

interface Lease {
  connection: Promise<pg.PoolClient>;
  readers: number;
  isBroken: boolean;
  /** Statements of this tick of the event loop, which leave in one write. */
  waiting: (() => void)[];
}

/**
 * Reads that come in the same moment share one connection of the pool, one write and one wake-up of the
 * database: for point reads those cost more than the reading. They run one after another, so nothing long
 * belongs here.
 */
export function sharedReads(pool: Pool): Read {
  let current: Lease | undefined;

  const take = (): Lease => {
    current ??= { connection: pool.connect(), readers: 0, isBroken: false, waiting: [] };
    return current;
  };

  const giveBack = async (lease: Lease): Promise<void> => {
    if (current === lease) current = undefined;
    const client = await lease.connection.catch(() => undefined);
    client?.release(lease.isBroken);
  };

  return async <Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]> => {
    const lease = take();
    lease.readers += 1;
    try {
      const client = await lease.connection;
      return await new Promise<Row[]>((resolve, reject) => {
        lease.waiting.push(() => {
          client.query<Row>({ ...statement, values }).then(({ rows }) => resolve(rows), reject);
        });
        if (lease.waiting.length === 1) setImmediate(() => sendAll(client, lease.waiting.splice(0)));
      });
    } catch (error) {
      // Later reads must not use the lost connection.
      if (isDatabaseDown(error)) {
        lease.isBroken = true;
        if (current === lease) current = undefined;
      }
      throw error;
    } finally {
      lease.readers -= 1;
      if (lease.readers === 0) await giveBack(lease);
    }
  };
}

function sendAll(client: pg.PoolClient, statements: (() => void)[]): void {
  const stream = streamOf(client);
  stream.cork();
  for (const send of statements) send();
  stream.uncork();
}
