import { listStatementSeconds } from '@platform/contracts/kit';
import type pg from 'pg';
import { AppError } from '../errors.ts';
import { currentScope } from '../scope.ts';
import { createSlots } from '../slots.ts';
import type { Pool } from './database.ts';
import { checkOutInSlot, queryOn } from './query-on.ts';
import { extendWatchdog } from './server-watchdog.ts';

/**
 * Connections of the pool that lists have for themselves; reports and exports have the others. At least one
 * each.
 */
export const listConnections = (poolSize: number): number => Math.max(1, Math.floor(poolSize / 2));

/** Seconds after which a connection of the reports pool is free again, at the latest by the end of a list. */
const retryAfterSeconds = listStatementSeconds;

/**
 * The reports pool as the code of a service sees it: every checkout sets `statement_timeout` to what the
 * scope of the call allows, which bounds the wait for a lock as well. Lists run without parallel workers, so
 * that one list takes one core at most. The parallel statements of a report leave {@link listConnections} to
 * lists.
 * @throws AppError from `connect` and `query`: `rate_limited` when no connection comes free in time
 */
export function limitedByScope(pool: pg.Pool): Pool {
  const applied = new WeakMap<pg.PoolClient, number>();
  const size = pool.options.max ?? 0;
  const reportSlots = createSlots(Math.max(1, size - listConnections(size)));
  const connect = async (): Promise<pg.PoolClient> => {
    const seconds = currentScope()?.reports?.statementSeconds ?? listStatementSeconds;
    if (seconds <= listStatementSeconds) return checkOut(seconds);
    // The statements of one report run in parallel on the connections of reports; the others wait for as long
    // as those run.
    return checkOutInSlot(reportSlots, () => checkOut(seconds));
  };
  const checkOut = async (seconds: number): Promise<pg.PoolClient> => {
    const client = await pool.connect().catch((error: unknown) => {
      const isFull = pool.totalCount >= (pool.options.max ?? 0) && pool.idleCount === 0;
      if (!isFull) throw error;
      throw new AppError('rate_limited', {
        message: 'Too many lists and reports run: try again in some seconds.',
        retryAfterSeconds,
        cause: error,
      });
    });
    extendWatchdog(client, seconds);
    if (applied.get(client) === seconds) return client;
    applied.set(client, seconds);
    const workers = seconds > listStatementSeconds ? 'DEFAULT' : '0';
    // It leaves with the statement of the caller, whose own error says what is wrong with the connection.
    client
      .query(
        `SET statement_timeout = '${seconds}s'; SET lock_timeout = 0; SET max_parallel_workers_per_gather = ${workers}`,
      )
      .catch(() => applied.delete(client));
    return client;
  };
  return { connect: connect as Pool['connect'], query: queryOn(connect) };
}
