/** The day of each year of a rule such as `FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=1` (RFC 5545). */
function dayOf(rrule: string, year: number): string | null {
  const [, month = '', day = ''] = /BYMONTH=(\d+);BYMONTHDAY=(\d+)/.exec(rrule) ?? [];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = Date.parse(`${date}T00:00:00Z`);
  // A year without the 29th of February has no such day: the rule skips it.
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date ? null : date;
}

interface Dated {
  date: string | null;
  rrule: string | null;
}

/** Whether an occasion is on a day. */
export const isOn = ({ date, rrule }: Dated, day: string): boolean =>
  date === day || (rrule !== null && dayOf(rrule, Number(day.slice(0, 4))) === day);

/** The first day of an occasion from `today` on; null when it is over. A leap day is found within 8 years. */
export function nextDay({ date, rrule }: Dated, today: string): string | null {
  if (rrule === null) return date !== null && date >= today ? date : null;
  const year = Number(today.slice(0, 4));
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const day = dayOf(rrule, year + ahead);
    if (day !== null && day >= today) return day;
  }
  return null;
}
