import { type Database, dayMs, type Tx } from '@platform/runtime';
import type { BrandRow } from '../brands/brand.ts';
import { bestTimes } from '../strategy/goal-table.ts';
import { clockOf, hourOf, hoursOf } from './hours.ts';
import { type MeasuredPost, readMeasured } from './measured-posts.ts';
import { countedBy, medianOf } from './rank-posts.ts';

/** Posts of these days say which times are good. */
export const measuredMs = 180 * dayMs;

export interface WeekTime {
  /** 1 is Monday. */
  weekday: number;
  /** `hh:mm` in the time zone of the brand. */
  at: string;
}

/**
 * Times of a week, the best first. Hours that five posts of the account prove to be no worse than its median
 * come first, one of each day before the second of any; then those of the table; then hours that are proven
 * to be worse. Without numbers it is the table.
 * @param posts of one account
 */
export function rankTimes(posts: readonly MeasuredPost[], timezone: string): WeekTime[] {
  const hours = hoursOf(posts, timezone);
  const counted = countedBy(posts, 'reach')?.counted ?? [];
  const median = medianOf(counted.map(({ value }) => value)) ?? 0;
  const good = hours.filter((one) => one.median >= median);
  const rounds = new Map<number, number>();
  const ownTimes = good
    .map((cell) => {
      const round = rounds.get(cell.weekday) ?? 0;
      rounds.set(cell.weekday, round + 1);
      return { round, time: { weekday: cell.weekday, at: clockOf(cell.hour) } };
    })
    // The order within a round is that of the medians: the sort is stable.
    .toSorted((a, b) => a.round - b.round)
    .map(({ time }) => time);
  const isOf = (list: readonly { weekday: number; hour: number }[], time: WeekTime) =>
    list.some(({ weekday, hour }) => weekday === time.weekday && hour === hourOf(time.at));
  const weak = hours.filter((one) => one.median < median);
  const table = bestTimes.filter((time) => !isOf(good, time));
  return [...ownTimes, ...table.filter((time) => !isOf(weak, time)), ...table.filter((time) => isOf(weak, time))];
}

/**
 * The best times of the accounts of some posts, computed when they are asked for; accounts without any go by
 * the table.
 */
export function bestTimesBy(
  posts: readonly MeasuredPost[],
  timezone: string,
): (account_id: string) => readonly WeekTime[] {
  const byAccount = Map.groupBy(posts, ({ account_id }) => account_id);
  const ranked = new Map<string, readonly WeekTime[]>();
  return (account_id) => {
    const known = ranked.get(account_id);
    if (known) return known;
    const accountPosts = byAccount.get(account_id);
    const times = accountPosts ? rankTimes(accountPosts, timezone) : bestTimes;
    ranked.set(account_id, times);
    return times;
  };
}

/** The best times of each account of a brand that has numbers; the others go by the table. */
export async function readBestTimes(
  db: Database | Tx,
  { id, timezone }: Pick<BrandRow, 'id' | 'timezone'>,
  now: Date,
): Promise<(account_id: string) => readonly WeekTime[]> {
  const posts = await readMeasured(db, id, { from: new Date(now.getTime() - measuredMs), to: now });
  return bestTimesBy(posts, timezone);
}
