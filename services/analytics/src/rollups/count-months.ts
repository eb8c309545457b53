import { defineStatement, runStatement, type Tx } from '@platform/runtime';
import { DateTime } from 'luxon';
import type { App } from '../app.ts';
import { countEach } from './count-each.ts';
import { createSketch, precisionOf, type Sketch } from './sketch.ts';
import { otherValue, separateValues } from './tally.ts';

const findMonths = defineStatement({
  name: 'find_stale_months',
  text: 'SELECT owner_id, month::text FROM analytics.stale_months WHERE month < $1 ORDER BY month LIMIT 500',
});
/** Skips a mark that is locked by the count of a day of the month: the next run takes it. */
const takeMonth = defineStatement({
  name: 'take_stale_month',
  text: `WITH taken AS (SELECT owner_id, month FROM analytics.stale_months WHERE owner_id = $1 AND month = $2 FOR UPDATE SKIP LOCKED)
         DELETE FROM analytics.stale_months AS note USING taken WHERE note.owner_id = taken.owner_id AND note.month = taken.month`,
});
const readDays = defineStatement({
  name: 'read_days_of_month',
  text: `SELECT dimension, value, sum(events)::float8 AS events, sum(uniques)::int AS uniques, array_agg(sketch) FILTER (WHERE sketch IS NOT NULL) AS sketches
         FROM analytics.rollups WHERE owner_id = $1 AND grain = 'day' AND dimension <> 'cohort' AND starts_on >= $2 AND starts_on < $2::date + interval '1 month'
         GROUP BY 1, 2 ORDER BY dimension, events DESC, value`,
});
const replaceMonth = defineStatement({
  name: 'replace_month',
  text: `WITH gone AS (
           DELETE FROM analytics.rollups WHERE owner_id = $1 AND grain = 'month' AND starts_on = $2
           AND NOT EXISTS (
             SELECT FROM unnest($3::text[], $4::text[]) AS kept (dimension, value)
             WHERE kept.dimension = rollups.dimension AND kept.value = rollups.value
           )
         )
         INSERT INTO analytics.rollups (owner_id, grain, starts_on, dimension, value, events, uniques, sketch)
         SELECT $1, 'month', $2, * FROM unnest($3::text[], $4::text[], $5::bigint[], $6::int[], $7::bytea[])
         ON CONFLICT (owner_id, grain, dimension, starts_on, value)
         DO UPDATE SET events = excluded.events, uniques = excluded.uniques, sketch = excluded.sketch`,
});

/**
 * Channels with payers stay separate as in their days, with payers and revenue under the same ones: there are
 * no more of them than payments, and the one that brought most must not go with the rest because its name
 * comes last.
 */
const unfolded: ReadonlySet<string> = new Set(['channel_payers', 'channel_revenue']);

interface ValueOfMonth {
  dimension: string;
  value: string;
  events: number;
  /** Sums of days: visitors of sites are never the same on two days. Users come from the sketch. */
  uniques: number;
  sketches: Buffer[] | null;
}

/**
 * Unites the days of every month that is over and had a day counted since. A report over a year then reads a
 * dozen months and the days at both ends. Answers how many months were counted.
 */
export async function countStaleMonths(app: Pick<App, 'db' | 'clock'>): Promise<number> {
  // Over everywhere on earth.
  const current = DateTime.fromJSDate(app.clock.now(), { zone: 'UTC' }).minus({ hours: 12 }).startOf('month');
  const { rows } = await runStatement<{ owner_id: string; month: string }>(app.db, findMonths, [current.toISODate()]);
  return countEach(
    rows,
    ({ owner_id, month }) => app.db.transaction((tx) => countMonth(tx, owner_id, month)),
    'some months could not be counted',
  );
}

async function countMonth(tx: Tx, ownerId: string, month: string): Promise<number> {
  const { rowCount: takenRows } = await runStatement(tx, takeMonth, [ownerId, month]);
  if (takenRows === 0) return 0;
  const { rows } = await runStatement<ValueOfMonth & object>(tx, readDays, [ownerId, month]);
  const values = fold(rows);
  await runStatement(tx, replaceMonth, [
    ownerId,
    month,
    values.map(({ dimension }) => dimension),
    values.map(({ value }) => value),
    values.map(({ events }) => events),
    values.map(uniquesOf),
    values.map(({ sketch }) => sketch?.toBytes() ?? null),
  ]);
  return 1;
}

interface Counted extends Omit<ValueOfMonth, 'sketches'> {
  sketch: Sketch | null;
  /** How many sketches were united in it. */
  united: number;
}

/** The count of a single day is more exact than its sketch. */
const uniquesOf = ({ uniques, sketch, united }: Counted): number =>
  united === 1 || !sketch ? uniques : sketch.count();

/**
 * Unites the sketches, and makes the values beyond the separate ones a single one. Rows come with the most
 * frequent first.
 */
function fold(rows: readonly ValueOfMonth[]): Counted[] {
  const values = new Map<string, Counted>();
  const ranks = new Map<string, number>();
  for (const { dimension, value, events, uniques, sketches } of rows) {
    // The united rest of days takes no place of a value that a month counts separately.
    const rank = (ranks.get(dimension) ?? 0) + Number(value !== otherValue);
    ranks.set(dimension, rank);
    const name = rank > separateValues && !unfolded.has(dimension) ? otherValue : value;
    const key = `${dimension}\0${name}`;
    let counted = values.get(key);
    if (!counted) {
      const sketch = sketches ? createSketch(precisionOf(dimension)) : null;
      counted = { dimension, value: name, events: 0, uniques: 0, sketch, united: 0 };
      values.set(key, counted);
    }
    counted.events += events;
    counted.uniques += uniques;
    counted.united += sketches?.length ?? 0;
    for (const sketch of sketches ?? []) counted.sketch?.unite(sketch);
  }
  return [...values.values()];
}
