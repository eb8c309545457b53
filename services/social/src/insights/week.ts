import { dayMs } from '@platform/runtime';
import { weekdayOf } from '../metrics/hours.ts';
import { toLocalTime, toMoment } from '../posts/local-time.ts';

/** A period; `from` is included, `to` is not. */
export interface Period {
  from: Date;
  to: Date;
}

/** The day so many days after another one, `YYYY-MM-DD`. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The Monday of the week of a day. */
export const mondayOf = (date: string): string => addDays(date, 1 - weekdayOf(date));

/** The Monday of the last week that is over in a time zone. */
export const lastWeek = (now: Date, timezone: string): string =>
  addDays(mondayOf(toLocalTime(now, timezone).slice(0, 10)), -7);

/** The moments of so many weeks from a Monday on, in a time zone. */
export const periodOf = (monday: string, weeks: number, timezone: string): Period => ({
  from: toMoment(`${monday}T00:00`, timezone),
  to: toMoment(`${addDays(monday, 7 * weeks)}T00:00`, timezone),
});
