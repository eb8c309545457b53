import { dayMs } from '@platform/runtime';
/**
 * Weeks as the partitions of events have them: Monday to Sunday, UTC. A week is named by the moment it
 * begins, in milliseconds.
 */

export const weekMs = 7 * dayMs;
/** The first Monday of 1970 was the fifth of January. */
const firstMonday = 4 * dayMs;

/** The week in which a moment lies. */
export const weekOf = (moment: number): number => Math.floor((moment - firstMonday) / weekMs) * weekMs + firstMonday;

/** Every week between the weeks of two moments, both included. */
export function weeksBetween(first: number, last: number): number[] {
  const weeks: number[] = [];
  for (let week = weekOf(first); week <= last; week += weekMs) weeks.push(week);
  return weeks;
}

/** `YYYY-MM-DD` of the day in which a moment lies. */
export const dateOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** The partition of `events` that has a week, as the migration names it. */
export const partitionOf = (week: number): string => `events_${dateOf(week).replaceAll('-', '')}`;
