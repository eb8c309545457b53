import { boundsOf } from '@platform/runtime';
import { type Column, type SQL, sql } from 'drizzle-orm';
import { type DayRange, daysOf } from '../calendar/range.ts';

/**
 * The day of a range in which a moment lies, as SQL. The days come from the runtime, and none from PostgreSQL: it reads the
 * sign of an offset such as `+05:30` the opposite way to ISO 8601, and may know other zones.
 * @param range at most 366 days; moments outside of it have no day
 */
export function dayKeyOf(range: DayRange): (moment: Column) => SQL {
  const days = daysOf(range);
  const starts = days.map((day) => boundsOf(day, range.timezone).starts_at.toISOString());
  return (moment) => sql`(${sql.param(days)}::text[])[width_bucket(${moment}, ${sql.param(starts)}::timestamptz[])]`;
}
