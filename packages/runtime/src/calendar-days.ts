import { boundedCache } from './bounded-cache.ts';
import { dayMs } from './time.ts';

/* Days `YYYY-MM-DD` of a time zone (IANA), and the moments where they begin and end. */

/** A formatter takes about so much memory, in bytes. */
const formatBytes = 8_192;
const formats = boundedCache<Intl.DateTimeFormat>({ maxBytes: 8 * 1024 * 1024, sizeOf: () => formatBytes });

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timezone, format);
  return format;
}

/** What a zone adds to UTC at a moment, in milliseconds. */
function offsetAt(moment: number, timezone: string): number {
  const shown: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatOf(timezone).formatToParts(moment)) shown[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1_000) * 1_000;
}

/** The midnight of a date in UTC, in milliseconds, and back. */
const midnightOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dateOf = (midnight: number): string => new Date(midnight).toISOString().slice(0, 10);

/** The calendar day so many days before another, `YYYY-MM-DD`; after it when negative. */
export const dayBefore = (day: string, days: number): string => dateOf(midnightOf(day) - days * dayMs);

/** The days from one date to another; changes of the clocks in between do not count. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((midnightOf(to) - midnightOf(from)) / dayMs);

/**
 * The day in which a moment lies in a time zone; what a clock repeats after midnight of the day before is of
 * the later day.
 */
export function dayOf(moment: Date, timezone: string): string {
  const time = moment.getTime();
  const offset = offsetAt(time, timezone);
  const shown = dateOf(time + offset);
  if (offsetAt(time - dayMs, timezone) <= offset) return shown;
  const next = dayBefore(shown, -1);
  return startOf(next, timezone) <= time ? next : shown;
}

/** Memory of a calendar, in bytes: about a thousand time zones. */
const calendarBytes = 256 * 1024;

/**
 * Makes a calendar that tells the day of a moment as {@link dayOf} does. It computes a day once for a time zone, not for
 * each of its moments: for callers that ask about the present many times a second.
 */
export function createCalendar(): (moment: Date, timezone: string) => string {
  const daysByZone = boundedCache<{ day: string; starts_at: number; ends_at: number }>({ maxBytes: calendarBytes });
  return (moment, timezone) => {
    const time = moment.getTime();
    const known = daysByZone.get(timezone);
    if (known && known.starts_at <= time && time < known.ends_at) return known.day;
    const day = dayOf(moment, timezone);
    const { starts_at, ends_at } = boundsOf(day, timezone);
    daysByZone.set(timezone, { day, starts_at: starts_at.getTime(), ends_at: ends_at.getTime() });
    return day;
  };
}

/**
 * The moments where a day begins and ends (exclusive) in a time zone: a day ends where the next one begins.
 */
export const boundsOf = (day: string, timezone: string): { starts_at: Date; ends_at: Date } => ({
  starts_at: new Date(startOf(day, timezone)),
  ends_at: new Date(startOf(dayBefore(day, -1), timezone)),
});

/**
 * The first or the last day of a report, from a day or from a time of its request (RFC 3339).
 * @param bound the last day that a time stands for is the one of the moment before it
 * @returns the day, `YYYY-MM-DD`, in the time zone
 */
export function toDay(dayOrTime: string, timezone: string, bound: 'first' | 'last'): string {
  if (dayOrTime.length === 10) return dayOrTime;
  const moment = Date.parse(dayOrTime);
  return dayOf(new Date(bound === 'first' ? moment : moment - 1), timezone);
}

/**
 * The earliest moment of a day, in milliseconds. Where clocks go back over midnight the day has it twice; where they go
 * forward over it, the day begins with the moment at which they do.
 */
function startOf(day: string, timezone: string): number {
  const midnight = midnightOf(day);
  const before = offsetAt(midnight - dayMs, timezone);
  const after = offsetAt(midnight + dayMs, timezone);
  const first = midnight - before;
  if (before === after || offsetAt(first, timezone) === before) return first;
  const second = midnight - after;
  return offsetAt(second, timezone) === after ? second : changeBetween(timezone, second, first);
}

/** The moment at which clocks change between two others, of which the later one is past the change. */
function changeBetween(timezone: string, earlier: number, later: number): number {
  const after = offsetAt(later, timezone);
  let [unchanged, changed] = [earlier, later];
  while (changed - unchanged > 1) {
    const middle = Math.floor((unchanged + changed) / 2);
    if (offsetAt(middle, timezone) === after) changed = middle;
    else unchanged = middle;
  }
  return changed;
}
