import type { AuditSchedule } from '@platform/contracts';

const dayMs = 86_400_000;

const localFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
  });

/** Date and hour of a moment in the time zone of a format. */
function localTime(moment: Date, format: Intl.DateTimeFormat) {
  const parts = format.formatToParts(moment);
  const readPart = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return { year: readPart('year'), month: readPart('month'), day: readPart('day'), hour: readPart('hour') };
}

/**
 * The first full hour after `now` at which a schedule runs; null when it is off. A monthly one runs on the
 * first day. An hour that a change of the clocks leaves out is the hour after it.
 */
export function nextRun({ every, weekday, hour, timezone }: AuditSchedule, now: Date): Date | null {
  if (every === 'off') return null;
  const format = localFormat(timezone);
  const today = localTime(now, format);
  const isDay = (date: Date): boolean => {
    if (every === 'day') return true;
    if (every === 'month') return date.getUTCDate() === 1;
    return ((date.getUTCDay() + 6) % 7) + 1 === weekday;
  };
  for (let offset = 0; offset <= 32; offset += 1) {
    const day = new Date(Date.UTC(today.year, today.month - 1, today.day) + offset * dayMs);
    if (!isDay(day)) continue;
    const at = atLocalHour(day, hour, format);
    if (at > now) return at;
  }
  return null;
}

/** The moment at which a day (a date at 00:00 UTC) has an hour in a time zone, or the first hour after it. */
function atLocalHour(day: Date, hour: number, format: Intl.DateTimeFormat): Date {
  // Zones are between UTC-12 and UTC+14, in quarters of an hour: the hour is among these.
  for (let shift = -14 * 4; shift <= 13 * 4; shift += 1) {
    const moment = new Date(day.getTime() + hour * 3_600_000 + shift * 900_000);
    const local = localTime(moment, format);
    const isSameDay = local.day === day.getUTCDate() && local.month === day.getUTCMonth() + 1;
    if (isSameDay && local.hour >= hour) return moment;
  }
  return new Date(day.getTime() + hour * 3_600_000);
}
