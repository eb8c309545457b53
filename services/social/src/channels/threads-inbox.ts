import { z } from 'zod';
import { ChannelError } from './channel-error.ts';
import type { ChannelHttp } from './channel-http.ts';
import type { ChannelInbox } from './channel-inbox.ts';
import type { ChannelPosts } from './channel-posts.ts';
import { MetaComment, metaCalls, metaId, metaItem, metaPath, metaTime } from './meta-inbox.ts';

const Made = z.object({ id: metaId });
const Media = z.object({ data: z.array(z.object({ id: metaId, permalink: z.string().optional() })) });
const Replies = z.object({ data: z.array(MetaComment) });
const Delivery = z.object({
  topic: z.string().optional(),
  time: z.number().optional(),
  values: z.object({ field: z.string(), value: z.unknown() }),
});
const Changed = MetaComment.extend({
  root_post: z.object({ id: metaId, owner_id: metaId, username: z.string().optional() }),
});

/** Newest posts whose replies are read. */
const posts = 10;
const fields = 'id,text,username,timestamp,permalink,is_reply_owned_by_me';

/** Replies of Threads (https://developers.facebook.com/docs/threads/reply-management). */
export function threadsInbox(http: ChannelHttp, { containers }: ChannelPosts): ChannelInbox {
  const ask = metaCalls(http);
  return {
    updatesOf: 'account',
    everyMs: 300_000,
    async read({ credentials: { access_token = '' }, destination }) {
      const query = { fields: 'id,permalink', limit: String(posts) };
      const { data } = await ask(access_token, Media, { path: metaPath('threads', destination.id, 'threads'), query });
      const items = [];
      for (const { id, permalink } of data) {
        const path = metaPath('threads', id, 'conversation');
        const replies = await ask(access_token, Replies, { path, query: { fields, limit: '50' } });
        const source = { destination_id: destination.id, media_id: id, url: permalink ?? null };
        for (const reply of replies.data)
          if (!reply.is_reply_owned_by_me)
            items.push(...metaItem(reply, { ...source, at: metaTime(reply.timestamp, new Date(0)) }));
      }
      return { items, position: null, isMore: false };
    },
    parse(body) {
      const { values, time } = Delivery.safeParse(body).data ?? {};
      const reply = values?.field === 'replies' ? Changed.safeParse(values.value).data : undefined;
      if (!reply) return [];
      const { id, owner_id, username } = reply.root_post;
      // An own reply: a delivery has no `is_reply_owned_by_me`.
      if (username !== undefined && reply.username === username) return [];
      const at = metaTime(reply.timestamp, time === undefined ? new Date(0) : new Date(time * 1_000));
      return metaItem(reply, { destination_id: owner_id, media_id: id, url: null, at });
    },
    reply: {
      async prepare({ credentials: { access_token = '' }, destination, target, text }) {
        const form = { media_type: 'TEXT', text, reply_to_id: target.comment_id ?? '' };
        const path = metaPath('threads', destination.id, 'threads');
        return (await ask(access_token, Made, { method: 'POST', path, form })).id;
      },
      async send({ credentials: { access_token = '' }, destination, container_id, notAfter }) {
        if (container_id === null) throw new ChannelError('media', 'no_container', 'there is no container');
        const path = metaPath('threads', destination.id, 'threads_publish');
        const form = { creation_id: container_id };
        const { id } = await ask(access_token, Made, { method: 'POST', path, form, notAfter });
        return { id, url: null };
      },
      async find({ credentials, container_id }) {
        if (container_id === null || !containers) return { kind: 'absent' };
        const state = await containers.state(credentials, container_id);
        // The container does not name the post that it became.
        return state === 'published' ? { kind: 'found', post: { id: null, url: null } } : { kind: 'absent' };
      },
      dropsDouble: () => false,
    },
  };
}
