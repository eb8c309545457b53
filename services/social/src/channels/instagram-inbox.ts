import { z } from 'zod';
import type { ChannelHttp } from './channel-http.ts';
import type { ChannelInbox } from './channel-inbox.ts';
import { comparable, earliest } from './channel-posts.ts';
import { MetaComment, metaCalls, metaId, metaItem, metaPath, metaTime } from './meta-inbox.ts';

const Media = z.object({
  data: z.array(z.object({ id: metaId, permalink: z.string().optional(), comments_count: z.number().default(0) })),
});
const Comments = z.object({ data: z.array(MetaComment) });
const Delivery = z.object({
  object: z.literal('instagram'),
  entry: z.array(
    z.object({
      id: metaId,
      time: z.number().optional(),
      changes: z.array(z.object({ field: z.string(), value: z.unknown() })).default([]),
    }),
  ),
});
const Changed = MetaComment.extend({ media: z.object({ id: metaId }) });

/** Newest posts whose comments are read. */
const posts = 20;
const fields = 'id,text,username,timestamp,from,parent_id';

/** Comments of Instagram (https://developers.facebook.com/docs/instagram-platform/comment-moderation). */
export function instagramInbox(http: ChannelHttp): ChannelInbox {
  const ask = metaCalls(http);
  return {
    updatesOf: 'account',
    everyMs: 300_000,
    async read({ credentials: { access_token = '' }, destination }) {
      const query = { fields: 'id,permalink,comments_count', limit: String(posts) };
      const { data } = await ask(access_token, Media, { path: metaPath('instagram', destination.id, 'media'), query });
      const talked = data.filter(({ comments_count }) => comments_count > 0);
      const items = [];
      for (const { id, permalink } of talked) {
        const path = metaPath('instagram', id, 'comments');
        const comments = await ask(access_token, Comments, { path, query: { fields, limit: '50' } });
        const source = { destination_id: destination.id, media_id: id, url: permalink ?? null };
        for (const comment of comments.data)
          if (comment.from?.id !== destination.id)
            items.push(...metaItem(comment, { ...source, at: metaTime(comment.timestamp, new Date(0)) }));
      }
      return { items, position: null, isMore: false };
    },
    parse(body) {
      const { entry = [] } = Delivery.safeParse(body).data ?? {};
      return entry.flatMap(({ id, time, changes }) =>
        changes.flatMap(({ field, value }) => {
          const comment = field === 'comments' ? Changed.safeParse(value).data : undefined;
          if (!comment || comment.from?.id === id) return [];
          const at = metaTime(comment.timestamp, time === undefined ? new Date(0) : new Date(time * 1_000));
          return metaItem(comment, { destination_id: id, media_id: comment.media.id, url: null, at });
        }),
      );
    },
    reply: {
      prepare: null,
      async send({ credentials: { access_token = '' }, target, text, notAfter }) {
        const path = metaPath('instagram', target.comment_id ?? '', 'replies');
        const created = await ask(access_token, z.object({ id: metaId }), {
          method: 'POST',
          path,
          form: { message: text },
          notAfter,
        });
        return { id: created.id, url: null };
      },
      async find({ credentials: { access_token = '' }, target, text, sentAt }) {
        const path = metaPath('instagram', target.comment_id ?? '', 'replies');
        const { data } = await ask(access_token, Comments, { path, query: { fields, limit: '50' } });
        const reply = data.find(
          (comment) =>
            metaTime(comment.timestamp, new Date(0)).getTime() >= earliest(sentAt) &&
            comparable(comment.text) === comparable(text),
        );
        return reply ? { kind: 'found', post: { id: reply.id, url: null } } : { kind: 'absent' };
      },
      dropsDouble: () => false,
    },
  };
}
