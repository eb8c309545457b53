import type { PostMetric } from '@platform/contracts';
import type { MeasuredPost } from './measured-posts.ts';

/** What posts of an account are ranked by: the first of these that any of them has. */
const leading = ['reach', 'views', 'reactions', 'likes'] as const satisfies readonly PostMetric[];
/** Metrics that show the number of readers at a time. */
const reaching = ['reach', 'views'] as const satisfies readonly PostMetric[];

export interface RankedPost {
  post: MeasuredPost;
  metric: PostMetric;
  value: number;
  /** Value by the median of its account; null where that is 0. */
  ratio: number | null;
}

/** The median; null of nothing. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** The posts of one account that have the number of its ranking. */
export function countedBy(
  posts: readonly MeasuredPost[],
  by: 'rank' | 'reach',
): { metric: PostMetric; counted: { post: MeasuredPost; value: number }[] } | null {
  const metric = (by === 'rank' ? leading : reaching).find((name) =>
    posts.some(({ numbers }) => numbers !== null && numbers[name] !== null),
  );
  if (metric === undefined) return null;
  const counted = posts.flatMap((post) => {
    const value = post.numbers?.[metric] ?? null;
    return value === null ? [] : [{ post, value }];
  });
  return { metric, counted };
}

const strength = ({ ratio, value }: RankedPost): number => ratio ?? (value > 0 ? Number.POSITIVE_INFINITY : 1);

/**
 * Posts of any accounts, the best first: by what they reached beside the other posts of their account. Of
 * equal ones the newest comes first. Posts without numbers are left out.
 */
export function rankPosts(posts: readonly MeasuredPost[]): RankedPost[] {
  const byAccount = Map.groupBy(posts, ({ account_id }) => account_id);
  const ranked = [...byAccount.values()].flatMap((accountPosts): RankedPost[] => {
    const rankCounts = countedBy(accountPosts, 'rank');
    if (rankCounts === null) return [];
    const median = medianOf(rankCounts.counted.map(({ value }) => value)) ?? 0;
    return rankCounts.counted.map(({ post, value }) => ({
      post,
      metric: rankCounts.metric,
      value,
      ratio: median > 0 ? value / median : null,
    }));
  });
  return ranked.toSorted((a, b) => {
    const [first, second] = [strength(a), strength(b)];
    if (first !== second) return second > first ? 1 : -1;
    const later = b.post.published_at.getTime() - a.post.published_at.getTime();
    return later !== 0 ? later : a.post.variant_id < b.post.variant_id ? -1 : 1;
  });
}
