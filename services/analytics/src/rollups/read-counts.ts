import { defineStatement, runStatement } from '@platform/runtime';
import { DateTime } from 'luxon';
import type { App } from '../app.ts';
import { type DayRange, daysOf } from '../calendar/range.ts';
import { createSketch, precisionOf, type Sketch } from './sketch.ts';

export interface Count {
  events: number;
  uniques: number;
}

/** Counts of a range by dimension and value. */
export type Counts = ReadonlyMap<string, ReadonlyMap<string, Count>>;

/**
 * Merged event names count under the name that they were merged into. Each sketch is a row of its own: pg
 * parses an array of them letter by letter.
 */
const readCountsStatement = defineStatement({
  name: 'read_counts',
  text: `SELECT dimension, coalesce(merged_into, value) AS value, counted.events::float8, uniques, sketch FROM (
           SELECT dimension, value, events, uniques, sketch FROM analytics.rollups
           WHERE owner_id = $1 AND grain = 'month' AND dimension = ANY($2) AND starts_on = ANY($3::date[])
           UNION ALL
           SELECT dimension, value, events, uniques, sketch FROM analytics.rollups
           WHERE owner_id = $1 AND grain = 'day' AND dimension = ANY($2) AND starts_on = ANY($4::date[])
         ) AS counted
         LEFT JOIN analytics.event_names AS n ON n.application_id = $1 AND n.event = value AND dimension = 'event'`,
});

const readStaleMonths = defineStatement({
  name: 'read_stale_months',
  text: 'SELECT month::text FROM analytics.stale_months WHERE owner_id = $1 AND month >= $2 AND month <= $3',
});

const readDays = defineStatement({
  name: 'read_day_counts',
  text: `SELECT starts_on::text AS day, dimension, value, events::float8, uniques FROM analytics.rollups
         WHERE owner_id = $1 AND grain = 'day' AND dimension = ANY($2) AND starts_on >= $3 AND starts_on <= $4`,
});

interface ValueRow {
  dimension: string;
  value: string;
  events: number;
  uniques: number;
  sketch: Buffer | null;
}

/** Counts of a range by these dimensions. Different users are united; visitors of sites are added. */
export async function readCounts(
  app: Pick<App, 'db'>,
  ownerId: string,
  range: Pick<DayRange, 'from' | 'to'>,
  dimensions: readonly string[],
): Promise<Counts> {
  const sums = await readSums(app, ownerId, range, dimensions);
  return new Map([...sums].map(([dimension, values]) => [dimension, countsOf(values)]));
}

/**
 * The same, and how many different users these dimensions have together: a user of two of them counts once.
 * @param united dimensions with the one value `''` and sketches of one precision
 */
export async function readCountsAndUnion(
  app: Pick<App, 'db'>,
  ownerId: string,
  range: Pick<DayRange, 'from' | 'to'>,
  { dimensions, united }: { dimensions: readonly string[]; united: readonly string[] },
): Promise<{ counts: Counts; unitedUniques: number }> {
  const sums = await readSums(app, ownerId, range, dimensions);
  const counts: Counts = new Map([...sums].map(([dimension, values]) => [dimension, countsOf(values)]));
  const union = createSketch(precisionOf(''));
  const uniques: number[] = [];
  for (const dimension of united) {
    const sketch = sums.get(dimension)?.get('')?.sketch;
    if (sketch) union.unite(sketch);
    uniques.push(counts.get(dimension)?.get('')?.uniques ?? 0);
  }
  // Counts of one day are exact and those of sketches are not: the union stays within what the parts allow.
  const most = uniques.reduce((sum, count) => sum + count, 0);
  return { counts, unitedUniques: Math.min(most, Math.max(union.count(), ...uniques)) };
}

async function readSums(
  { db }: Pick<App, 'db'>,
  ownerId: string,
  { from, to }: Pick<DayRange, 'from' | 'to'>,
  dimensions: readonly string[],
): Promise<Map<string, Map<string, Sum>>> {
  const { rows: stale } = await runStatement<{ month: string }>(db, readStaleMonths, [
    ownerId,
    `${from.slice(0, 7)}-01`,
    to,
  ]);
  const { months, days } = splitRange(from, to, new Set(stale.map(({ month }) => month)));
  const { rows } = await runStatement<ValueRow & object>(db, readCountsStatement, [ownerId, dimensions, months, days]);
  const sums = new Map(dimensions.map((dimension) => [dimension, new Map<string, Sum>()]));
  for (const row of rows) addTo(sums.get(row.dimension), row);
  return sums;
}

interface Sum extends Count {
  /** How many days and months it is of. */
  rows: number;
  sketch: Sketch | null;
}

function addTo(values: Map<string, Sum> | undefined, { dimension, value, events, uniques, sketch }: ValueRow): void {
  if (!values) return;
  let sum = values.get(value);
  if (!sum) {
    const united = sketch && createSketch(precisionOf(dimension));
    sum = { events: 0, uniques: 0, rows: 0, sketch: united };
    values.set(value, sum);
  }
  sum.events += events;
  sum.uniques += uniques;
  sum.rows += 1;
  if (sketch) sum.sketch?.unite(sketch);
}

const countsOf = (values: ReadonlyMap<string, Sum>): Map<string, Count> =>
  new Map([...values].map(([value, sum]) => [value, { events: sum.events, uniques: uniquesOf(sum) }]));

/** The count of a single day is more exact than its sketch. */
const uniquesOf = ({ uniques, rows, sketch }: Sum): number => (rows === 1 || !sketch ? uniques : sketch.count());

export interface DayCount extends Count {
  day: string;
  dimension: string;
  value: string;
}

/** Counts of each day of a range by these dimensions; empty days are absent. */
export async function readDayCounts(
  { db }: Pick<App, 'db'>,
  ownerId: string,
  { from, to }: Pick<DayRange, 'from' | 'to'>,
  dimensions: readonly string[],
): Promise<DayCount[]> {
  const { rows } = await runStatement<DayCount & object>(db, readDays, [ownerId, dimensions, from, to]);
  return rows;
}

/**
 * A range as whole months, as far as they are counted, and the days that are left. Dates are `YYYY-MM-DD`.
 */
export function splitRange(
  from: string,
  to: string,
  staleMonths: ReadonlySet<string>,
): { months: string[]; days: string[] } {
  const months: string[] = [];
  const days: string[] = [];
  const last = DateTime.fromISO(to, { zone: 'UTC' });
  for (let day = DateTime.fromISO(from, { zone: 'UTC' }); day <= last; ) {
    const month = day.toISODate() ?? '';
    const next = day.plus({ months: 1 });
    if (day.day === 1 && next.minus({ days: 1 }) <= last && !staleMonths.has(month)) {
      months.push(month);
      day = next;
      continue;
    }
    const end = DateTime.min(day.endOf('month').startOf('day'), last);
    days.push(...daysOf({ from: month, to: end.toISODate() ?? '' }));
    day = end.plus({ days: 1 });
  }
  return { months, days };
}
