import { snapshotAges } from '@platform/contracts';
import { dayMs, hourMs } from '@platform/runtime';

/** The last snapshot of a post that is not taken by then is given up. */
const giveUpMs = 7 * dayMs;
const last = snapshotAges.at(-1) ?? 0;
const momentOf = (published_at: Date, hours: number): Date => new Date(published_at.getTime() + hours * hourMs);

/** When the first snapshot of a post is due. */
export const firstDue = (published_at: Date): Date => momentOf(published_at, snapshotAges[0]);

/** The age, in hours, that a snapshot stands for now: the newest that has begun; null before the first. */
export const ageAt = (published_at: Date, now: Date): number | null =>
  snapshotAges.findLast((hours) => momentOf(published_at, hours) <= now) ?? null;

/** When the snapshot behind an age is due; null behind the last one. */
export function dueAfter(published_at: Date, age_h: number): Date | null {
  const next = snapshotAges.find((hours) => hours > age_h);
  return next === undefined ? null : momentOf(published_at, next);
}

/** Whether a post is too old for any snapshot. */
export const isPastSnapshots = (published_at: Date, now: Date): boolean =>
  now.getTime() > momentOf(published_at, last).getTime() + giveUpMs;
