import { defineStatement, runStatement, type Tx } from '@platform/runtime';
import type { Tally } from './tally.ts';

/**
 * Of all dimensions, or of those in `$8`. An existing mark of the month is written again: the count of the
 * month must not take it before the day is there.
 */
const replaceDay = defineStatement({
  name: 'replace_day',
  text: `WITH gone AS (
           DELETE FROM analytics.rollups WHERE owner_id = $1 AND grain = 'day' AND starts_on = $2
           AND ($8::text[] IS NULL OR dimension = ANY($8)) AND NOT EXISTS (
             SELECT FROM unnest($3::text[], $4::text[]) AS kept (dimension, value)
             WHERE kept.dimension = rollups.dimension AND kept.value = rollups.value
           )
         ), stale AS (
           INSERT INTO analytics.stale_months (owner_id, month) VALUES ($1, date_trunc('month', $2::date)::date)
           ON CONFLICT (owner_id, month) DO UPDATE SET month = excluded.month
         )
         INSERT INTO analytics.rollups (owner_id, grain, starts_on, dimension, value, events, uniques, sketch)
         SELECT $1, 'day', $2, * FROM unnest($3::text[], $4::text[], $5::bigint[], $6::int[], $7::bytea[])
         ON CONFLICT (owner_id, grain, dimension, starts_on, value)
         DO UPDATE SET events = excluded.events, uniques = excluded.uniques, sketch = excluded.sketch`,
});

const dropHours = defineStatement({
  name: 'drop_hours',
  text: 'DELETE FROM analytics.rollup_hours WHERE owner_id = $1 AND hour >= $2 AND hour < $3',
});

const insertHours = defineStatement({
  name: 'insert_hours',
  text: `INSERT INTO analytics.rollup_hours (owner_id, hour, events, uniques)
         SELECT $1, * FROM unnest($2::timestamptz[], $3::bigint[], $4::int[])`,
});

/** Counts that take the place of the present ones of a day. */
interface ReplacedTallies {
  ownerId: string;
  /** `YYYY-MM-DD` in the zone of the owner. */
  day: string;
  tallies: readonly Tally[];
  /** Which of them; null for all. */
  dimensions: readonly string[] | null;
}

/**
 * Replaces the counts of a day, and records that its month is to be counted.
 */
export async function replaceTallies(tx: Tx, { ownerId, day, tallies, dimensions }: ReplacedTallies): Promise<void> {
  await runStatement(tx, replaceDay, [
    ownerId,
    day,
    tallies.map(({ dimension }) => dimension),
    tallies.map(({ value }) => value),
    tallies.map(({ events }) => events),
    tallies.map(({ uniques }) => uniques),
    tallies.map(({ sketch }) => sketch?.toBytes() ?? null),
    dimensions,
  ]);
}

export interface CountedDay {
  ownerId: string;
  /** `YYYY-MM-DD` in the zone of the owner. */
  day: string;
  starts_at: Date;
  /** Exclusive. */
  ends_at: Date;
}

/** Replaces everything that was counted of a day and its hours. */
export async function writeDay(
  tx: Tx,
  { ownerId, day, starts_at, ends_at }: CountedDay,
  tallies: readonly Tally[],
  hours: readonly { hour: Date; events: number; uniques: number }[],
): Promise<void> {
  await Promise.all([
    replaceTallies(tx, { ownerId, day, tallies, dimensions: null }),
    runStatement(tx, dropHours, [ownerId, starts_at, ends_at]),
    runStatement(tx, insertHours, [
      ownerId,
      hours.map(({ hour }) => hour),
      hours.map(({ events }) => events),
      hours.map(({ uniques }) => uniques),
    ]),
  ]);
}
