import type pg from 'pg';
import { createSlots } from '../slots.ts';
import type { Pool } from './database.ts';
import { checkOutInSlot, queryOn } from './query-on.ts';

/** Connections of the main pool that jobs and other background work may hold at once: half, at least one. */
export const backgroundConnections = (poolSize: number): number => Math.max(1, Math.floor(poolSize / 2));

/**
 * The main pool as background work sees it. It waits for its turn among other background work, and the other
 * connections are for users.
 */
export function limitedToBackground(pool: pg.Pool): Pool {
  const slots = createSlots(backgroundConnections(pool.options.max ?? 1));
  const connect = () => checkOutInSlot(slots, () => pool.connect());
  return { connect: connect as Pool['connect'], query: queryOn(connect) };
}
