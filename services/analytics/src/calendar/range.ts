import { maxReportDays } from '@platform/contracts';
import { boundsOf, dayBefore, dayOf, daysBetween, invalidField, toDay } from '@platform/runtime';
import { DateTime } from 'luxon';

/**
 * Whole days in a time zone: `YYYY-MM-DD`, first and last included, and the moments where they begin and end.
 */
export interface DayRange {
  from: string;
  to: string;
  timezone: string;
  /** The first moment of `from`. */
  starts_at: Date;
  /** The first moment of the day after `to`: exclusive. */
  ends_at: Date;
}

export interface AskedRange {
  days?: number | undefined;
  /** A day or a time. */
  from?: string | undefined;
  /** A day or a time; a time is exclusive. */
  to?: string | undefined;
}

const defaultDays = 30;

/**
 * The days that a report was asked for. `days` ends with today; `to` is today when absent. `from` and `to` are days, or
 * times that stand for days of the zone.
 * @param now which day is today, in `timezone` (IANA)
 * @throws AppError `validation_failed` for `days` beside `from` or `to`, `to` alone or before `from`, and
 * more than 366 days
 */
export function readRange(request: AskedRange, timezone: string, now: Date): DayRange {
  const today = dayOf(now, timezone);
  if (request.from === undefined) {
    if (request.to !== undefined) invalidField('from', 'is missing: `to` needs it');
    return rangeOf(dayBefore(today, (request.days ?? defaultDays) - 1), today, timezone);
  }
  if (request.days !== undefined) invalidField('days', 'and `from` exclude each other: send one of them');
  const from = toDay(request.from, timezone, 'first');
  const to = request.to === undefined ? today : toDay(request.to, timezone, 'last');
  if (to < from) invalidField('to', 'is before `from`: send a later day');
  if (daysBetween(from, to) >= maxReportDays) invalidField('to', `is more than ${maxReportDays} days after \`from\``);
  return rangeOf(from, to, timezone);
}

/** As many days, up to the day before. */
export function previousRange({ from, to, timezone }: DayRange): DayRange {
  const last = dayBefore(from, 1);
  return rangeOf(dayBefore(last, daysBetween(from, to)), last, timezone);
}

/** Every day of a range, in order. */
export function daysOf({ from, to }: Pick<DayRange, 'from' | 'to'>): string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, day) => dayBefore(from, -day));
}

/** The Monday of the week in which a day lies. */
export const mondayOf = (day: string): string =>
  DateTime.fromISO(day, { zone: 'UTC' }).startOf('week').toISODate() ?? '';

const rangeOf = (from: string, to: string, timezone: string): DayRange => ({
  from,
  to,
  timezone,
  starts_at: boundsOf(from, timezone).starts_at,
  ends_at: boundsOf(to, timezone).ends_at,
});
