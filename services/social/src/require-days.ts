import { dayMs, invalidField } from '@platform/runtime';

/** Asserts the order and the number of days, first and last included. Throws `validation_failed`. */
export function requireDays({ from, to }: { from: string; to: string }, max: number): void {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1) invalidField('to', 'lies before `from`');
  if (days > max) invalidField('to', `is more than ${max} days`);
}
