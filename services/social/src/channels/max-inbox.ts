import { z } from 'zod';
import type { ChannelCall, ChannelHttp } from './channel-http.ts';
import {
  type ChannelInbox,
  cleanName,
  cleanText,
  fromSeconds,
  type IncomingItem,
  withinSize,
} from './channel-inbox.ts';
import type { ChannelPosts } from './channel-posts.ts';
import { readMax } from './max.ts';

const number = z.union([z.number(), z.string().max(128)]).transform(String);
const Message = z.object({
  sender: z
    .object({
      user_id: number,
      is_bot: z.boolean().default(false),
      name: z.string().optional(),
      first_name: z.string().optional(),
      last_name: z.string().nullable().optional(),
    })
    .nullable()
    .optional(),
  recipient: z.object({ chat_id: number, chat_type: z.string() }),
  timestamp: z.number(),
  url: z.string().nullable().optional(),
  body: z.object({ mid: z.string().max(128), text: z.string().nullable() }),
});
const Update = z.looseObject({ update_type: z.string(), message: z.unknown().optional() });
const Page = z.object({ updates: z.array(z.unknown()), marker: number.nullable() });
const pageSizes = { whole: 100, short: 10 };

/** Messages of chats, and messages to the bot. */
export function maxInbox(http: ChannelHttp, posts: ChannelPosts): ChannelInbox {
  const ask = async <S extends z.ZodType>(authorization: string, schema: S, call: ChannelCall): Promise<z.output<S>> =>
    readMax(schema, await http.call({ ...call, headers: { authorization } }), authorization);
  return {
    updatesOf: 'token',
    everyMs: 30_000,
    read: ({ credentials: { access_token = '' }, position }) =>
      withinSize(pageSizes, async (limit) => {
        const query = { limit: String(limit), timeout: '0', types: 'message_created' };
        const { updates, marker } = await ask(access_token, Page, {
          method: 'GET',
          path: '/updates',
          query: position === null ? query : { ...query, marker: position },
        });
        return {
          items: updates.flatMap(itemsOf),
          position: marker ?? position,
          isMore: updates.length === limit && marker !== null && marker !== position,
        };
      }),
    parse: (body) => itemsOf(body),
    reply: {
      prepare: null,
      async send({ credentials: { access_token = '' }, target, text, notAfter }) {
        const json = { text, link: { type: 'reply', mid: target.mid } };
        const query = { chat_id: target.chat_id ?? '' };
        const { message } = await ask(access_token, z.object({ message: Message }), {
          path: '/messages',
          query,
          json,
          notAfter,
        });
        return { id: message.body.mid, url: message.url ?? null };
      },
      find: ({ credentials, target, text, sentAt }) =>
        posts.find({
          credentials,
          text,
          sentAt,
          ref: '',
          known: [],
          containerId: null,
          destination: { id: target.chat_id ?? '', url: null },
        }),
      dropsDouble: () => false,
    },
  };
}

/** What a person wrote in an update. */
function itemsOf(update: unknown): IncomingItem[] {
  const { update_type, message: rawMessage } = Update.safeParse(update).data ?? {};
  const message = update_type === 'message_created' ? Message.safeParse(rawMessage).data : undefined;
  const text = cleanText(message?.body.text ?? '');
  // A message without a sender is a post of a channel.
  if (!message?.sender || message.sender.is_bot || text === '') return [];
  const { sender, recipient, body } = message;
  const isDialog = recipient.chat_type === 'dialog';
  return [
    {
      destination_id: isDialog ? null : recipient.chat_id,
      remote_id: body.mid,
      text,
      kind: isDialog ? 'message' : 'comment',
      author: {
        name: cleanName(sender.first_name ?? sender.name, sender.last_name ?? undefined),
        id: sender.user_id,
      },
      post_remote_id: null,
      target: { chat_id: recipient.chat_id, mid: body.mid },
      url: message.url ?? null,
      at: fromSeconds(message.timestamp / 1_000),
    },
  ];
}
