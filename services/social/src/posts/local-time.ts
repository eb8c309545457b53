import { minuteMs } from '@platform/runtime';

const formats = new Map<string, Intl.DateTimeFormat>();

/** `YYYY-MM-DDThh:mm` of a moment in a time zone. Pure. */
export function toLocalTime(at: Date, timezone: string): string {
  const format =
    formats.get(timezone) ??
    new Intl.DateTimeFormat('en-CA', {
      ...{ timeZone: timezone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit' },
    });
  formats.set(timezone, format);
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}

const asUtc = (local: string): number => Date.parse(`${local}:00Z`);
const dayMs = 24 * 60 * minuteMs;

/**
 * The moment of a wall clock time. A time that the clocks skip is the first minute behind the gap; of a time
 * that comes twice it is the first. Pure.
 * @param local `YYYY-MM-DDThh:mm`, a valid day of the calendar
 * @param timezone an IANA time zone
 */
export function toMoment(local: string, timezone: string): Date {
  const wall = asUtc(local);
  const offsetAt = (at: number): number => asUtc(toLocalTime(new Date(at), timezone)) - at;
  const candidates = [offsetAt(wall - dayMs), offsetAt(wall + dayMs)]
    .map((offset) => wall - offset)
    .toSorted((a, b) => a - b);
  const found = candidates.find((at) => toLocalTime(new Date(at), timezone) === local);
  if (found !== undefined) return new Date(found);
  // The clocks skip it: the first minute whose wall clock is later is behind the gap.
  let [before, behind] = [(candidates[0] ?? wall) - dayMs, (candidates.at(-1) ?? wall) + dayMs];
  while (behind - before > minuteMs) {
    const middle = Math.floor((before + behind) / 2 / minuteMs) * minuteMs;
    if (toLocalTime(new Date(middle), timezone) < local) before = middle;
    else behind = middle;
  }
  return new Date(behind);
}

/** Whether a text is a day of the calendar and a time: the 30th of February is none. Pure. */
export const isCalendarTime = (local: string): boolean => {
  const at = asUtc(local);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(local);
};
