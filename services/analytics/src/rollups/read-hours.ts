import { defineStatement, runStatement } from '@platform/runtime';
import type { App } from '../app.ts';
import type { DayRange } from '../calendar/range.ts';

const statement = defineStatement({
  name: 'read_hours',
  text: `SELECT hour, events::float8 AS events, uniques FROM analytics.rollup_hours
         WHERE owner_id = $1 AND hour >= $2 AND hour < $3 ORDER BY hour`,
});

/** Counts of each hour of a range; empty hours are absent. Times are RFC 3339 in UTC. */
export async function readHours(
  { db }: Pick<App, 'db'>,
  ownerId: string,
  { starts_at, ends_at }: DayRange,
): Promise<{ hour: string; events: number; uniques: number }[]> {
  const { rows } = await runStatement<{ hour: Date; events: number; uniques: number }>(db, statement, [
    ownerId,
    starts_at,
    ends_at,
  ]);
  return rows.map(({ hour, ...counts }) => ({ hour: hour.toISOString(), ...counts }));
}
