import { invalidField, minuteMs } from '@platform/runtime';
import type { Fields } from './kind.ts';

/** The clock of an editor may be ahead of ours by this much. */
const toleranceMs = minuteMs;

/** The publication time that an author wrote into the fields of a text; null for none. */
export const statedDate = ({ published_at }: Fields): Date | null =>
  typeof published_at === 'string' ? new Date(published_at) : null;

/** Whether the publication time of a text is later than a moment, by more than clocks differ. */
export function isDatedAfter(fields: Fields, moment: Date): boolean {
  const date = statedDate(fields);
  return date !== null && date.getTime() - moment.getTime() > toleranceMs;
}

/**
 * Asserts that a text that is published now has no publication time ahead: its author means a schedule.
 * @throws AppError `validation_failed` that names the operation of the schedule
 */
export function assertNotAhead(fields: Fields, now: Date): void {
  if (isDatedAfter(fields, now))
    invalidField(
      'published_at',
      'is in the future: publish the text at that time with `scheduleContent` and `scheduled_at` (`POST …/content/{item_id}/schedule`), or set `published_at` to null or an earlier time',
    );
}

/**
 * Asserts that a schedule does not show its text before the publication time of the text.
 * @throws AppError `validation_failed`
 */
export function assertNotAfterSchedule(fields: Fields, scheduled_at: Date): void {
  if (isDatedAfter(fields, scheduled_at))
    invalidField(
      'published_at',
      'is later than `scheduled_at`: choose that time for the schedule, or set `published_at` to null or an earlier time',
    );
}
