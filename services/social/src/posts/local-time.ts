import { boundedCache, dayMs, minuteMs } from '@platform/runtime';

/** By time zone, whose names ignore case: there are more names than zones. A formatter takes about 20 kB. */
const formats = boundedCache<Intl.DateTimeFormat>({ maxBytes: 16 * 1024 * 1024, sizeOf: () => 20_000 });

/** `YYYY-MM-DDThh:mm` of a moment in a time zone. */
export const toLocalTime = (at: Date, timezone: string): string =>
  new Date(toWallClock(at, timezone)).toISOString().slice(0, 16);

/**
 * The wall clock of a time zone at a moment, in milliseconds: a moment whose fields in UTC are those of the
 * clock. Cut to the minute before 1973 and on days when the clocks change.
 */
export function toWallClock(at: Date, timezone: string): number {
  const time = at.getTime();
  const day = Math.floor(time / dayMs);
  const offset = day < firstWholeMinutes ? null : offsetOfDay(day, timezone);
  return offset === null ? readFormat(at, timezone) : time + offset;
}

/**
 * 1973-01-01, in days since 1970. From then on each clock differs from UTC by whole minutes: Liberia was the
 * last, in 1972.
 */
const firstWholeMinutes = 3 * 365 + 1;
/** Offsets by day and time zone; a formatter takes ten times as long as a read here. */
const offsets = new Map<string, number | null>();
const maxOffsets = 20_000;

/** What is added to UTC on a day of UTC, in milliseconds; null on a day when the clocks change. */
function offsetOfDay(day: number, timezone: string): number | null {
  const key = `${day} ${timezone}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const offsetAt = (at: number) => readFormat(new Date(at), timezone) - at;
  const [first, last] = [offsetAt(day * dayMs), offsetAt((day + 1) * dayMs - minuteMs)];
  if (offsets.size >= maxOffsets) offsets.clear();
  const offset = first === last ? first : null;
  offsets.set(key, offset);
  return offset;
}

/** The wall clock by the calendar of Intl, to the minute. */
function readFormat(at: Date, timezone: string): number {
  const format =
    formats.get(timezone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  formats.set(timezone, format);
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  // ISO 8601 writes years behind 9999 with six digits and a sign.
  const year = Number(parts.year) > 9_999 ? `+${parts.year?.padStart(6, '0')}` : parts.year?.padStart(4, '0');
  return asUtc(`${year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`);
}

const asUtc = (local: string): number => Date.parse(`${local}:00Z`);

/**
 * The moment of a wall clock time. A time that the clocks skip is the first minute behind the gap; of a time
 * that comes twice it is the first.
 * @param local `YYYY-MM-DDThh:mm`, a valid day of the calendar
 * @param timezone an IANA time zone
 */
export function toMoment(local: string, timezone: string): Date {
  const wall = asUtc(local);
  const offsetAt = (at: number): number => toWallClock(new Date(at), timezone) - at;
  const candidates = [offsetAt(wall - dayMs), offsetAt(wall + dayMs)]
    .map((offset) => wall - offset)
    .toSorted((a, b) => a - b);
  const exactMatch = candidates.find((at) => toLocalTime(new Date(at), timezone) === local);
  if (exactMatch !== undefined) return new Date(exactMatch);
  // The clocks skip it: the first minute whose wall clock is later is behind the gap.
  let [before, behind] = [(candidates[0] ?? wall) - dayMs, (candidates.at(-1) ?? wall) + dayMs];
  while (behind - before > minuteMs) {
    const middle = Math.floor((before + behind) / 2 / minuteMs) * minuteMs;
    if (toLocalTime(new Date(middle), timezone) < local) before = middle;
    else behind = middle;
  }
  return new Date(behind);
}

/** Whether a text is a day of the calendar and a time: the 30th of February is none. */
export const isCalendarTime = (local: string): boolean => {
  const at = asUtc(local);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(local);
};
