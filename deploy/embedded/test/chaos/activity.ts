import { setTimeout as sleep } from 'node:timers/promises';
import type { PlatformClient } from '../harness.ts';
import type { SeparatePlatform } from '../processes.ts';
import type { Tally } from './insist.ts';
import type { Random } from './random.ts';

/** A row of the table in the end. */
export interface Check {
  promise: string;
  seen: string;
  isKept: boolean;
}

/** Use of one service that goes on while everything breaks. */
export interface Activity {
  name: string;
  /** One piece of work, repeated one after the other. */
  step(random: Random): Promise<void>;
  /** Work that was done so far, for the progress line. */
  done(): number;
  /**
   * Waits until all work has its outcome.
   * @param deadline milliseconds since the epoch; what is open then is a broken promise
   * @returns the books of the service against those of the outside
   */
  settle(deadline: number): Promise<Check[]>;
}

export interface ActivityWorld {
  t: Pick<SeparatePlatform, 'baseUrl' | 'client' | 'database' | 'sandboxes'>;
  /** A client of an owner, with a time limit for each call. */
  admin: PlatformClient;
  tally: Tally;
}

/** Rows of a query, which is repeated for a minute while the database is killed or paused. */
export async function readRows<Row extends Record<string, unknown>>(
  { database }: Pick<SeparatePlatform, 'database'>,
  statement: string,
  values: unknown[],
): Promise<Row[]> {
  for (const end = Date.now() + 60_000; ; await sleep(500)) {
    try {
      return await database.query<Row>(statement, values);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

/** One number of one row. */
export async function countRows(
  t: Pick<SeparatePlatform, 'database'>,
  statement: string,
  values: unknown[] = [],
): Promise<number> {
  const [row] = await readRows<{ count: string }>(t, statement, values);
  return Number(row?.count ?? 0);
}

/** Repeats the steps of an activity until the signal aborts. `giveUp` gets the error of a step. */
export async function repeatSteps(
  activity: Activity,
  random: Random,
  signal: AbortSignal,
  giveUp: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) await activity.step(random).catch(giveUp);
}
