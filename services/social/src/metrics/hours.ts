import type { PostMetric } from '@platform/contracts';
import { hourMs } from '@platform/runtime';
import { toWallClock } from '../posts/local-time.ts';
import type { MeasuredPost } from './measured-posts.ts';
import { countedBy, medianOf } from './rank-posts.ts';

/** So many posts of an hour say something about it. */
export const enoughPosts = 5;

/** What an hour of the week brought an account. */
export interface HourNumbers {
  /** 1 is Monday. */
  weekday: number;
  /** 0-23, in the time zone of the brand. */
  hour: number;
  posts: number;
  metric: PostMetric;
  median: number;
}

/** The hour of a time of day, `hh:mm`. */
export const hourOf = (at: string): number => Number(at.slice(0, 2));

/** The beginning of an hour of the day, `hh:00`. */
export const clockOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** The weekday of a day of the calendar, `YYYY-MM-DD`; 1 is Monday. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;

/**
 * The hours of the week with five posts of an account and more, the best first: by the median of their reach,
 * or of their views where the channel has no reach.
 * @param posts of one account, since 1970
 */
export function hoursOf(posts: readonly MeasuredPost[], timezone: string): HourNumbers[] {
  const reachCounts = countedBy(posts, 'reach');
  if (reachCounts === null) return [];
  // The epoch began on a Thursday.
  const cells = Map.groupBy(
    reachCounts.counted,
    ({ post }) => (Math.floor(toWallClock(post.published_at, timezone) / hourMs) + 3 * 24) % (7 * 24),
  );
  return [...cells]
    .filter(([, cell]) => cell.length >= enoughPosts)
    .map(([key, cell]) => ({
      weekday: Math.floor(key / 24) + 1,
      hour: key % 24,
      posts: cell.length,
      metric: reachCounts.metric,
      median: medianOf(cell.map(({ value }) => value)) ?? 0,
    }))
    .toSorted((a, b) => b.median - a.median || a.weekday - b.weekday || a.hour - b.hour);
}
