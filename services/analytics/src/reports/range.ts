import { maxReportDays } from '@platform/contracts';
import { invalidField } from '@platform/runtime';
import { DateTime } from 'luxon';

/** Whole days in a time zone: `YYYY-MM-DD`, first and last included, and the moments where they begin and end. */
export interface DayRange {
  from: string;
  to: string;
  timezone: string;
  /** Midnight at the beginning of `from`. */
  starts_at: Date;
  /** Midnight at the end of `to`: exclusive. */
  ends_at: Date;
}

export interface AskedRange {
  days?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const defaultDays = 30;

/**
 * The days that a report was asked for. `days` ends with today; `from` and `to` are taken as they are, `to` is today when absent.
 * @param now which day is today, in `timezone` (IANA)
 * @throws AppError `validation_failed` for `days` beside `from` or `to`, `to` alone or before `from`, and more than 366 days
 */
export function readRange(asked: AskedRange, timezone: string, now: Date): DayRange {
  const today = DateTime.fromJSDate(now, { zone: timezone }).startOf('day');
  if (asked.from === undefined) {
    if (asked.to !== undefined) invalidField('from', 'is needed with `to`');
    return rangeOf(today.minus({ days: (asked.days ?? defaultDays) - 1 }), today, timezone);
  }
  if (asked.days !== undefined) invalidField('days', 'is not for a range that has `from`');
  const from = DateTime.fromISO(asked.from, { zone: timezone });
  const to = asked.to === undefined ? today : DateTime.fromISO(asked.to, { zone: timezone });
  if (to < from) invalidField('to', 'is before `from`');
  if (to.diff(from, 'days').days >= maxReportDays)
    invalidField('to', `is more than ${maxReportDays} days after \`from\``);
  return rangeOf(from, to, timezone);
}

/** As many days, up to the day before. */
export function previousRange({ from, to, timezone }: DayRange): DayRange {
  const first = DateTime.fromISO(from, { zone: timezone });
  const last = first.minus({ days: 1 });
  return rangeOf(last.minus({ days: daysBetween(from, to) }), last, timezone);
}

/** Every day of a range, in order. */
export function daysOf({ from, to }: Pick<DayRange, 'from' | 'to'>): string[] {
  const first = DateTime.fromISO(from, { zone: 'UTC' });
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, day) => first.plus({ days: day }).toISODate() ?? '');
}

/** The calendar day of a moment in a time zone. */
export const dayOf = (moment: Date, timezone: string): string =>
  DateTime.fromJSDate(moment, { zone: timezone }).toISODate() ?? '';

/** The calendar day so many days before another, `YYYY-MM-DD`; after it when negative. */
export const dayBefore = (day: string, days: number): string =>
  DateTime.fromISO(day, { zone: 'UTC' }).minus({ days }).toISODate() ?? '';

/** The Monday of the week in which a day lies. */
export const mondayOf = (day: string): string =>
  DateTime.fromISO(day, { zone: 'UTC' }).startOf('week').toISODate() ?? '';

/** The moments where a day begins and ends (exclusive) in a time zone. */
export function boundsOf(day: string, timezone: string): { starts_at: Date; ends_at: Date } {
  const start = DateTime.fromISO(day, { zone: timezone }).startOf('day');
  return { starts_at: start.toJSDate(), ends_at: start.plus({ days: 1 }).startOf('day').toJSDate() };
}

/** The days from one date to another, whatever the clocks did in between. */
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** A range of one time zone. Midnight that a change of clocks leaves out is the first moment of that day. */
function rangeOf(from: DateTime, to: DateTime, timezone: string): DayRange {
  return {
    from: from.toISODate() ?? '',
    to: to.toISODate() ?? '',
    timezone,
    starts_at: from.startOf('day').toJSDate(),
    ends_at: to.plus({ days: 1 }).startOf('day').toJSDate(),
  };
}
