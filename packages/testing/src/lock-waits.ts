import { eventually } from './eventually.ts';
import type { TestDatabase } from './test-database.ts';

/**
 * Process ids of the sessions of a database that wait for a lock.
 * @param statement part of the statement that waits
 */
export async function lockWaits(database: Pick<TestDatabase, 'query'>, statement = ''): Promise<number[]> {
  const rows = await database.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND strpos(query, $1) > 0`,
    [statement],
  );
  return rows.map(({ pid }) => pid);
}

/**
 * Waits until sessions of a database wait for a lock.
 * @returns the process id of the first one
 * @throws Error when fewer do within two minutes
 */
export async function untilBlocked(
  database: Pick<TestDatabase, 'query'>,
  { statement = '', sessions = 1 }: { statement?: string; sessions?: number } = {},
): Promise<number> {
  return eventually(async () => {
    const pids = await lockWaits(database, statement);
    return pids.length >= sessions && pids[0];
  });
}
