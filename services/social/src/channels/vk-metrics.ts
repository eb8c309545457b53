import type { MetricMissing, PostMetric } from '@platform/contracts';
import { z } from 'zod';
import type { ChannelError } from './channel-error.ts';
import type { ChannelHttp } from './channel-http.ts';
import { allMissing, type ChannelMetrics, type MetricsCall, orMissing, type PostReading } from './channel-metrics.ts';
import { readVk, type VkCall, vkVersion } from './vk.ts';

const number = z.int().min(0);
const count = z.object({ count: number }).optional();
const Posts = z.object({
  items: z.array(z.object({ id: z.number(), views: count, likes: count, reposts: count, comments: count })),
});
const Reaches = z.array(z.object({ post_id: z.number(), reach_total: number }));
const Groups = z.object({ groups: z.array(z.object({ members_count: number.optional() })) });

const onWall = ['views', 'likes', 'reposts', 'comments'] as const satisfies readonly PostMetric[];
/** Access denied, and methods that a kind of token does not have (https://dev.vk.com/en/reference/errors). */
const denied = ['7', '15', '27', '28', '30', '203'];
const deniedReason = ({ code }: ChannelError): MetricMissing | null => (denied.includes(code) ? 'no_permission' : null);

/**
 * Numbers of walls of VK communities. The reach is for user tokens, and for the newest 300 posts of a wall
 * (https://dev.vk.com/en/method/stats.getPostReach).
 * @param serviceToken reads walls where the token of an account may not
 */
export function vkMetrics(http: ChannelHttp, serviceToken: string | undefined): ChannelMetrics {
  const ask = async <S extends z.ZodType>(
    { awaitPace }: MetricsCall,
    { token, method, schema, params }: VkCall<S> & { params: Record<string, string> },
  ): Promise<z.output<S>> => {
    await awaitPace();
    const form = { ...params, access_token: token, v: vkVersion };
    return readVk(schema, await http.call({ path: `/method/${method}`, form }), token);
  };

  const readWall = async (call: MetricsCall, ids: readonly string[]) => {
    const posts = ids.map((id) => `${call.destination.id}_${id}`).join(',');
    const read = (token: string) => ask(call, { token, method: 'wall.getById', schema: Posts, params: { posts } });
    const wall = await orMissing(() => read(call.credentials.access_token ?? ''), deniedReason);
    if (typeof wall !== 'string' || serviceToken === undefined) return wall;
    // A service token that VK refuses says nothing about the account.
    return orMissing(
      () => read(serviceToken),
      (error) => (error.kind === 'auth' ? 'no_permission' : deniedReason(error)),
    );
  };
  const readReach = (call: MetricsCall, ids: readonly string[]) =>
    orMissing(
      () =>
        ask(call, {
          token: call.credentials.access_token ?? '',
          method: 'stats.getPostReach',
          schema: Reaches,
          params: { owner_id: call.destination.id, post_ids: ids.join(',') },
        }),
      (error) => deniedReason(error) ?? (error.kind === 'content' ? 'refused_by_channel' : null),
    );

  return {
    postsAtOnce: 30,
    async readPosts(call, posts) {
      const ids = posts.map(({ id }) => id);
      const wall = await readWall(call, ids);
      const reaches = await readReach(call, ids);
      return ids.map((id): PostReading => {
        const item = typeof wall === 'string' ? null : wall.items.find((one) => String(one.id) === id);
        if (item === undefined) return allMissing([...onWall, 'reach'], 'post_is_gone');
        const reach =
          typeof reaches === 'string'
            ? reaches
            : (reaches.find(({ post_id }) => String(post_id) === id)?.reach_total ?? 'refused_by_channel');
        if (typeof wall === 'string' || item === null) return { ...allMissing(onWall, 'no_permission'), reach };
        const counted = onWall.map((metric) => [metric, item[metric]?.count ?? 'not_available_yet'] as const);
        return { ...Object.fromEntries(counted), reach };
      });
    },
    async readMembers(call) {
      const params = { group_id: call.destination.id.slice(1), fields: 'members_count' };
      const token = call.credentials.access_token ?? '';
      const { groups } = await ask(call, { token, method: 'groups.getById', schema: Groups, params });
      return groups[0]?.members_count ?? 'refused_by_channel';
    },
  };
}
