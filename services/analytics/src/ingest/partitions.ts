import { errorText } from '@platform/runtime';
import type { App } from '../app.ts';
import { dateOf, weekMs, weekOf } from './weeks.ts';

const weeksBehind = 2;
const weeksAhead = 5;

/**
 * Makes the partitions that events of these days need, two weeks back and five ahead; those that are there
 * stay. Cheap when there is nothing to make.
 * @returns how many were made
 */
export async function ensurePartitions({ pool, clock }: Pick<App, 'pool' | 'clock'>): Promise<number> {
  const week = weekOf(clock.now().getTime());
  const { rows } = await pool.query<{ made: number }>('SELECT analytics.ensure_partitions($1, $2) AS made', [
    dateOf(week - weeksBehind * weekMs),
    dateOf(week + weeksAhead * weekMs),
  ]);
  return rows[0]?.made ?? 0;
}

/**
 * Makes them when the service starts. A database that is down does not prevent the start: a store of events
 * makes them too.
 */
export async function prepareStart(app: Pick<App, 'pool' | 'clock' | 'log'>): Promise<void> {
  await ensurePartitions(app).catch((error) =>
    app.log.warn({ reason: errorText(error) }, 'the partitions of events could not be created at the start'),
  );
}
