import type pg from 'pg';
import type { Slots } from '../slots.ts';
import type { Pool } from './database.ts';
import { isDatabaseDown } from './database-error.ts';

/**
 * `pool.query` over a given checkout; a connection that a failed statement leaves intact goes back to the
 * pool.
 */
export function queryOn(connect: () => Promise<pg.PoolClient>): Pool['query'] {
  const query = async (...args: Parameters<pg.PoolClient['query']>): Promise<unknown> => {
    const client = await connect();
    let isBroken = false;
    try {
      return await client.query(...args);
    } catch (error) {
      isBroken = isDatabaseDown(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  };
  return query as unknown as Pool['query'];
}

/**
 * Checks a connection out while it holds a slot; its release frees the slot. The wait for a slot has no limit.
 * @throws the error of `checkOut`
 */
export async function checkOutInSlot(slots: Slots, checkOut: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
  await slots.take();
  try {
    const client = await checkOut();
    const release = client.release.bind(client);
    client.release = (error) => {
      slots.free();
      client.release = release;
      release(error);
    };
    return client;
  } catch (error) {
    slots.free();
    throw error;
  }
}
