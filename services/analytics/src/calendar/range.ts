import { maxReportDays } from '@platform/contracts';
import { dayMs, invalidField } from '@platform/runtime';
import { DateTime, IANAZone } from 'luxon';

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
  from?: string | undefined;
  to?: string | undefined;
}

const defaultDays = 30;
const minuteMs = 60_000;

/**
 * The days that a report was asked for. `days` ends with today; `from` and `to` are taken as they are, `to`
 * is today when absent.
 * @param now which day is today, in `timezone` (IANA)
 * @throws AppError `validation_failed` for `days` beside `from` or `to`, `to` alone or before `from`, and
 * more than 366 days
 */
export function readRange(request: AskedRange, timezone: string, now: Date): DayRange {
  const today = dayOf(now, timezone);
  if (request.from === undefined) {
    if (request.to !== undefined) invalidField('from', 'is needed with `to`');
    return rangeOf(dayBefore(today, (request.days ?? defaultDays) - 1), today, timezone);
  }
  if (request.days !== undefined) invalidField('days', 'cannot be combined with `from`');
  const { from, to = today } = request;
  if (to < from) invalidField('to', 'is before `from`');
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
  const first = midnightOf(from);
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, day) => dateOf(first + day * dayMs));
}

/**
 * The day in which a moment lies in a time zone; what a clock repeats after midnight of the day before is of
 * the later day.
 */
export function dayOf(moment: Date, timezone: string): string {
  const zone = IANAZone.create(timezone);
  const time = moment.getTime();
  const offset = zone.offset(time);
  const shown = new Date(time + offset * minuteMs).toISOString().slice(0, 10);
  if (zone.offset(time - dayMs) <= offset) return shown;
  const next = dayBefore(shown, -1);
  return startOf(next, timezone) <= time ? next : shown;
}

/** The calendar day so many days before another, `YYYY-MM-DD`; after it when negative. */
export const dayBefore = (day: string, days: number): string => dateOf(midnightOf(day) - days * dayMs);

/** The midnight of a date in UTC, in milliseconds, and back: luxon takes twenty times as long. */
const midnightOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dateOf = (midnight: number): string => new Date(midnight).toISOString().slice(0, 10);

/** The Monday of the week in which a day lies. */
export const mondayOf = (day: string): string =>
  DateTime.fromISO(day, { zone: 'UTC' }).startOf('week').toISODate() ?? '';

/**
 * The moments where a day begins and ends (exclusive) in a time zone: a day ends where the next one begins.
 */
export const boundsOf = (day: string, timezone: string): { starts_at: Date; ends_at: Date } => ({
  starts_at: new Date(startOf(day, timezone)),
  ends_at: new Date(startOf(dayBefore(day, -1), timezone)),
});

/**
 * The earliest moment of a day, in milliseconds. Where clocks go back over midnight the day has it twice, and
 * `startOf` of luxon takes the second one; where they go forward over it, the day begins with the moment at
 * which they do.
 */
function startOf(day: string, timezone: string): number {
  const midnight = midnightOf(day);
  const zone = IANAZone.create(timezone);
  const before = zone.offset(midnight - dayMs);
  const after = zone.offset(midnight + dayMs);
  const first = midnight - before * minuteMs;
  if (before === after || zone.offset(first) === before) return first;
  const second = midnight - after * minuteMs;
  return zone.offset(second) === after ? second : changeBetween(zone, second, first);
}

/** The moment at which clocks change between two others, of which the later one is past the change. */
function changeBetween(zone: IANAZone, earlier: number, later: number): number {
  const after = zone.offset(later);
  let [unchanged, changed] = [earlier, later];
  while (changed - unchanged > 1) {
    const middle = Math.floor((unchanged + changed) / 2);
    if (zone.offset(middle) === after) changed = middle;
    else unchanged = middle;
  }
  return changed;
}

/** The days from one date to another, whatever the clocks did in between. */
const daysBetween = (from: string, to: string): number => Math.round((midnightOf(to) - midnightOf(from)) / dayMs);

const rangeOf = (from: string, to: string, timezone: string): DayRange => ({
  from,
  to,
  timezone,
  starts_at: boundsOf(from, timezone).starts_at,
  ends_at: boundsOf(to, timezone).ends_at,
});
