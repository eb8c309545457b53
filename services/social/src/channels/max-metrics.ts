import { z } from 'zod';
import type { ChannelHttp } from './channel-http.ts';
import { allMissing, type ChannelMetrics, type MetricsCall } from './channel-metrics.ts';
import { readMax } from './max.ts';

const count = z.int().min(0);
const Messages = z.object({
  messages: z.array(
    z.object({
      body: z.object({ mid: z.string() }),
      /** Messages of channels alone have it. */
      stat: z.object({ views: count }).nullable().optional(),
    }),
  ),
});

/** Numbers of MAX: views of messages of a channel, and participants (https://dev.max.ru/docs-api). */
export function maxMetrics(http: ChannelHttp): ChannelMetrics {
  const ask = async <S extends z.ZodType>(
    { credentials: { access_token = '' }, awaitPace }: MetricsCall,
    schema: S,
    path: string,
    query: Record<string, string> = {},
  ): Promise<z.output<S>> => {
    await awaitPace();
    const headers = { authorization: access_token };
    return readMax(schema, await http.call({ method: 'GET', path, query, headers }), access_token);
  };
  return {
    postsAtOnce: 50,
    async readPosts(call, posts) {
      const message_ids = posts.map(({ id }) => id).join(',');
      const { messages } = await ask(call, Messages, '/messages', { message_ids });
      const messageById = new Map(messages.map((message) => [message.body.mid, message]));
      return posts.map(({ id }) => {
        const message = messageById.get(id);
        if (message === undefined) return allMissing(['views'], 'post_is_gone');
        return { views: message.stat?.views ?? 'not_offered_by_channel' };
      });
    },
    async readMembers(call) {
      const path = `/chats/${encodeURIComponent(call.destination.id)}`;
      const chat = await ask(call, z.object({ participants_count: count.optional() }), path);
      return chat.participants_count ?? 'no_permission';
    },
  };
}
