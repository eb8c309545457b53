import { dayMs, invalidField, toDay } from '@platform/runtime';

/** Days that have a year of four digits in each time zone, also with the weeks around them. */
const [first, last] = ['1970-01-01', '9998-12-31'];

/**
 * Asserts that a day lies in years that can be computed with.
 * @throws `validation_failed` for the field
 */
export function requireDay(field: string, day: string): void {
  if (day < first || day > last) invalidField(field, `has to be from ${first} to ${last}`);
}

/**
 * Asserts the order and the number of days, first and last included.
 * @throws `validation_failed`
 */
function requireDays({ from, to }: { from: string; to: string }, max: number): void {
  requireDay('from', from);
  requireDay('to', to);
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1) invalidField('to', 'is before `from`: send a later day');
  if (days > max) invalidField('to', `is too late: the range may have at most ${max} days`);
}

/**
 * The days of a request: from days, or from times that stand for days of a time zone (IANA).
 * @returns first and last day, `YYYY-MM-DD`, both included
 * @throws `validation_failed` as {@link requireDays}
 */
export function readDays(
  request: { from: string; to: string },
  timezone: string,
  max: number,
): { from: string; to: string } {
  const days = { from: toDay(request.from, timezone, 'first'), to: toDay(request.to, timezone, 'last') };
  requireDays(days, max);
  return days;
}
