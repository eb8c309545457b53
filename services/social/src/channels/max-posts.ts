import { z } from 'zod';
import { ChannelError } from './channel-error.ts';
import type { ChannelCall, ChannelHttp } from './channel-http.ts';
import { type ChannelPosts, comparable, earliest, isKnown, type PostImage } from './channel-posts.ts';
import { readMax } from './max.ts';

const Attachment = z.looseObject({ type: z.string(), payload: z.looseObject({ token: z.string().optional() }) });
const Message = z.object({
  timestamp: z.number(),
  url: z.string().nullable().optional(),
  body: z.object({
    mid: z.string(),
    text: z.string().nullable(),
    attachments: z.array(Attachment).nullable().optional(),
  }),
});
type Sent = z.output<typeof Message>;
const remoteOf = ({ body, url }: Sent) => ({ id: body.mid, url: url ?? null });
const pageSize = 100;
const maxPages = 5;

/** Posts of channels and chats of the messenger MAX. */
export function maxPosts(http: ChannelHttp): ChannelPosts {
  const ask = async <S extends z.ZodType>(authorization: string, schema: S, call: ChannelCall): Promise<z.output<S>> =>
    readMax(schema, await http.call({ ...call, headers: { authorization } }), authorization);

  const upload = async (url: string, image: PostImage | null) => {
    if (image === null) throw new ChannelError('media', 'no_image', 'the image of the post is gone');
    const { status, json } = await http.upload(url, 'data', { ...image, type: 'image/jpeg' });
    const read = z.object({ photos: z.record(z.string(), z.unknown()) }).safeParse(json).data;
    if (read) return read;
    throw new ChannelError(status >= 500 ? 'server' : 'media', String(status), `the upload answered ${status}`);
  };

  return {
    async send({ credentials: { access_token = '' }, request, image, notAfter }) {
      if (!request.path.startsWith('/')) return { gives: await upload(request.path, image), post: null };
      const call: ChannelCall = { path: request.path, json: request.body, notAfter };
      if (request.step === 'publish') {
        const { message } = await ask(access_token, z.object({ message: Message }), call);
        return { gives: {}, post: remoteOf(message) };
      }
      const { url } = await ask(access_token, z.object({ url: z.string() }), call);
      return { gives: { upload_url: url }, post: null };
    },
    async find(sought) {
      const { credentials, destination, text, sentAt } = sought;
      let from: number | null = null;
      for (let page = 0; page < maxPages; page += 1) {
        const query = { chat_id: destination.id, count: String(pageSize), to: String(earliest(sentAt)) };
        const { messages } = await ask(credentials.access_token ?? '', z.object({ messages: z.array(Message) }), {
          method: 'GET',
          path: '/messages',
          query: from === null ? query : { ...query, from: String(from) },
        });
        const recent = messages.filter(({ timestamp }) => timestamp >= earliest(sentAt));
        const message = recent.find(
          ({ body }) => !isKnown(sought, body.mid) && comparable(body.text ?? '') === comparable(text),
        );
        if (message) return { kind: 'found', post: remoteOf(message) };
        if (recent.length < pageSize) return { kind: 'absent' };
        from = Math.min(...recent.map(({ timestamp }) => timestamp));
      }
      return { kind: 'unprovable', why: 'too many newer messages are in the chat' };
    },
    containers: null,
    async edit({ credentials: { access_token = '' }, id, notAfter }, request) {
      const path = `/messages/${encodeURIComponent(id)}`;
      const { body } = await ask(access_token, Message, { method: 'GET', path });
      const images = (body.attachments ?? []).filter(({ type }) => type === 'image');
      const presentImages = images.map(({ payload: { token } }) => ({ type: 'image', payload: { token } }));
      const planned = z.array(Attachment).safeParse(request.body.attachments).data ?? [];
      const attachments = [...presentImages, ...planned.filter(({ type }) => type !== 'image')];
      const json = { ...request.body, attachments };
      await ask(access_token, z.unknown(), {
        method: 'PUT',
        path: '/messages',
        query: { message_id: id },
        json,
        notAfter,
      });
    },
    async remove({ credentials: { access_token = '' }, id, notAfter }) {
      const call = { method: 'DELETE', path: '/messages', query: { message_id: id }, notAfter } as const;
      await ask(access_token, z.unknown(), call).catch((error: unknown) => {
        if (!(error instanceof ChannelError && error.code === 'not.found')) throw error;
      });
    },
  };
}
