import type { MetricMissing, PostMetric } from '@platform/contracts';
import { ChannelError } from './channel-error.ts';
import type { Destination } from './channel-posts.ts';
import type { Credentials } from './credentials.ts';

/** Numbers of a post, or why they are absent. A number that is not named is not offered by the channel. */
export type PostReading = Partial<Record<PostMetric, number | MetricMissing>>;

/** What a reader of numbers calls with. */
export interface MetricsCall {
  credentials: Credentials;
  destination: Destination;
  /** Takes the pace of the token; it is awaited before each call. @throws ChannelError `throttled` */
  awaitPace(): Promise<void>;
}

/** A published post. */
export interface CountedPost {
  /** Its id at the channel. */
  id: string;
  /** Reactions by the newest update of Telegram; null before the first. */
  reactions: number | null;
}

/** Numbers of one channel. */
export interface ChannelMetrics {
  /** Posts that one reading takes. */
  postsAtOnce: number;
  /**
   * Reads numbers of posts, in their order. What the token may not read has a reason.
   * @throws ChannelError
   */
  readPosts(call: MetricsCall, posts: readonly CountedPost[]): Promise<PostReading[]>;
  /** Reads the members, followers or participants. @throws ChannelError */
  readMembers(call: MetricsCall): Promise<number | MetricMissing>;
}

/** Every named number is absent for one reason. */
export const allMissing = (metrics: readonly PostMetric[], reason: MetricMissing): PostReading =>
  Object.fromEntries(metrics.map((metric) => [metric, reason]));

/**
 * Runs a call; a refusal becomes the reason for which its numbers are absent.
 * @param reasonOf the reason of a refusal; null for an error that is thrown on
 * @throws ChannelError
 */
export async function orMissing<T>(
  work: () => Promise<T>,
  reasonOf: (error: ChannelError) => MetricMissing | null,
): Promise<T | MetricMissing> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof ChannelError ? reasonOf(error) : null;
    if (reason === null) throw error;
    return reason;
  }
}
