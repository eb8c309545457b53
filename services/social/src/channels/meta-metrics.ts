import type { MetricMissing, OauthChannel, PostMetric } from '@platform/contracts';
import { z } from 'zod';
import type { ChannelError } from './channel-error.ts';
import type { ChannelHttp } from './channel-http.ts';
import { allMissing, type ChannelMetrics, type MetricsCall, orMissing, type PostReading } from './channel-metrics.ts';
import { metaNetworks, readMeta } from './meta.ts';

const number = z.int().min(0);
/**
 * A number stands in `values` or in `total_value` (https://developers.facebook.com/docs/threads/insights).
 */
const Insights = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      values: z.array(z.object({ value: number })).optional(),
      total_value: z.object({ value: number }).optional(),
    }),
  ),
});
const offered: Record<OauthChannel, readonly PostMetric[]> = {
  instagram: ['views', 'reach', 'likes', 'comments', 'saved', 'shares'],
  threads: ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares'],
};
const countOf = ({ data }: z.output<typeof Insights>, metric: string): number | undefined => {
  const insight = data.find(({ name }) => name === metric);
  return insight?.total_value?.value ?? insight?.values?.at(-1)?.value;
};

/**
 * The reason of refused insights: a token without their scope can still publish posts. Null for any other
 * error.
 */
function reasonOf({ code, kind }: ChannelError): MetricMissing | null {
  if (code === '100/33') return 'post_is_gone';
  if (kind === 'auth' && !code.startsWith('190')) return 'no_permission';
  return kind === 'content' ? 'refused_by_channel' : null;
}

/** Numbers of Instagram and Threads, a post in each call. They come up to 48 hours late, as an empty list. */
export function metaMetrics(network: OauthChannel, http: ChannelHttp): ChannelMetrics {
  const { version } = metaNetworks[network];
  const ask = async <S extends z.ZodType>(
    { credentials: { access_token = '' }, awaitPace }: MetricsCall,
    schema: S,
    path: string,
    query: Record<string, string>,
  ): Promise<z.output<S>> => {
    await awaitPace();
    const headers = { authorization: `Bearer ${access_token}` };
    const reply = await http.call({ method: 'GET', path: `${version}/${path}`, query, headers });
    return readMeta(schema, reply, access_token);
  };
  const names = offered[network];

  const readPost = async (call: MetricsCall, id: string): Promise<PostReading> => {
    const query = { metric: names.join(',') };
    const read = await orMissing(() => ask(call, Insights, `${id}/insights`, query), reasonOf);
    if (typeof read === 'string') return allMissing(names, read);
    return Object.fromEntries(names.map((name) => [name, countOf(read, name) ?? 'not_available_yet']));
  };

  return {
    postsAtOnce: 1,
    async readPosts(call, posts) {
      const readings: PostReading[] = [];
      for (const { id } of posts) readings.push(await readPost(call, id));
      return readings;
    },
    async readMembers(call) {
      if (network === 'instagram') {
        const Profile = z.object({ followers_count: number.optional() });
        const { followers_count } = await ask(call, Profile, 'me', { fields: 'followers_count' });
        return followers_count ?? 'no_permission';
      }
      const path = `${call.destination.id}/threads_insights`;
      const read = await orMissing(() => ask(call, Insights, path, { metric: 'followers_count' }), reasonOf);
      return typeof read === 'string' ? read : (countOf(read, 'followers_count') ?? 'not_available_yet');
    },
  };
}
