import { PostMetric } from '@platform/contracts';
import { ChannelError } from '../channels/channel-error.ts';
import {
  allMissing,
  type ChannelMetrics,
  type CountedPost,
  type MetricsCall,
  type PostReading,
} from '../channels/channel-metrics.ts';

/**
 * Reads numbers of posts. Where the channel does not take one of them, each is read alone: a post never costs
 * the others their numbers.
 * @returns a reading for each post, or why the channel gave none
 */
export async function readPortion(
  metrics: ChannelMetrics,
  call: MetricsCall,
  posts: readonly CountedPost[],
): Promise<PostReading[] | ChannelError> {
  try {
    return await metrics.readPosts(call, posts);
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    if (error.kind !== 'content') return error;
    if (posts.length === 1) return [allMissing(PostMetric.options, 'refused_by_channel')];
  }
  const readings: PostReading[] = [];
  for (const post of posts) {
    const read = await readPortion(metrics, call, [post]);
    if (read instanceof ChannelError) return read;
    readings.push(...read);
  }
  return readings;
}
