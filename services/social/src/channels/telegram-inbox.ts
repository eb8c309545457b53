import { z } from 'zod';
import type { ChannelHttp } from './channel-http.ts';
import {
  type ChannelInbox,
  cannotFind,
  cleanName,
  cleanText,
  fromSeconds,
  type IncomingItem,
  type ReactionCount,
  withinSize,
} from './channel-inbox.ts';
import { readTelegram } from './telegram.ts';

const User = z.object({
  id: z.number(),
  is_bot: z.boolean().default(false),
  first_name: z.string().default(''),
  last_name: z.string().optional(),
  username: z.string().optional(),
});
const Message = z.object({
  message_id: z.number(),
  date: z.number(),
  message_thread_id: z.number().optional(),
  chat: z.object({ id: z.number(), type: z.string(), username: z.string().optional() }),
  from: User.optional(),
  sender_chat: z.object({ id: z.number(), title: z.string().default('') }).optional(),
  text: z.string().optional(),
  caption: z.string().optional(),
  is_automatic_forward: z.boolean().default(false),
});
const ReactionsChanged = z.object({
  message_reaction_count: z.object({
    chat: z.object({ id: z.number() }),
    message_id: z.number(),
    reactions: z.array(z.object({ total_count: z.int().min(0) })),
  }),
});
const Update = z.looseObject({ update_id: z.number(), message: z.unknown().optional() });
/** A short page is for long messages, which come as `\u` escapes and with the message that they reply to. */
const pageSizes = { whole: 100, short: 10 };

/** Comments of discussion groups, messages of groups, and messages to the bot. */
export function telegramInbox(http: ChannelHttp): ChannelInbox {
  return {
    updatesOf: 'token',
    everyMs: 30_000,
    read: ({ credentials: { bot_token = '' }, position }) =>
      withinSize(pageSizes, async (limit) => {
        const json = {
          limit,
          timeout: 0,
          allowed_updates: ['message', 'message_reaction_count'],
          ...(position === null ? {} : { offset: Number(position) }),
        };
        const path = `/bot${encodeURIComponent(bot_token)}/getUpdates`;
        const updates = readTelegram(z.array(Update), await http.call({ path, json }), bot_token);
        const last = updates.at(-1);
        return {
          items: updates.flatMap(itemsOf),
          reactions: updates.flatMap(reactionsOf),
          position: last ? String(last.update_id + 1) : position,
          isMore: updates.length === limit,
        };
      }),
    parse: (body) => itemsOf(body),
    parseReactions: (body) => reactionsOf(body),
    reply: {
      prepare: null,
      async send({ credentials: { bot_token = '' }, target, text, notAfter }) {
        const reply_parameters = { message_id: Number(target.message_id), allow_sending_without_reply: true };
        const path = `/bot${encodeURIComponent(bot_token)}/sendMessage`;
        const json = { chat_id: target.chat_id, text, reply_parameters };
        const sent = await http.call({ path, json, notAfter });
        const { message_id } = readTelegram(z.object({ message_id: z.number() }), sent, bot_token);
        return { id: String(message_id), url: null };
      },
      find: () => cannotFind('the Bot API shows a bot no messages of its own'),
      dropsDouble: () => false,
    },
  };
}

/** What a person wrote in an update; nothing for what bots and the channel itself wrote. */
function itemsOf(update: unknown): IncomingItem[] {
  const message = Message.safeParse(Update.safeParse(update).data?.message).data;
  if (!message || message.is_automatic_forward) return [];
  const { chat, from, sender_chat, message_id, message_thread_id } = message;
  // A message in the name of a channel has a bot of Telegram as its sender. In the name of the group its
  // administrators write.
  if (sender_chat ? sender_chat.id === chat.id : from?.is_bot) return [];
  const text = cleanText(message.text ?? message.caption ?? '');
  if (text === '') return [];
  const isPrivate = chat.type === 'private';
  const person = from && { name: cleanName(from.first_name, from.last_name), id: String(from.id) };
  const group = sender_chat && { name: cleanName(sender_chat.title), id: String(sender_chat.id) };
  const id = String(chat.id);
  const base = chat.username ? `https://t.me/${chat.username}` : `https://t.me/c/${id.replace(/^-100/, '')}`;
  const isLinked = !isPrivate && (chat.username !== undefined || id.startsWith('-100'));
  return [
    {
      destination_id: isPrivate ? null : id,
      remote_id: `${id}_${message_id}`,
      kind: isPrivate ? 'message' : 'comment',
      text,
      author: group ?? person ?? null,
      at: fromSeconds(message.date),
      post_remote_id: message_thread_id === undefined ? null : String(message_thread_id),
      target: { chat_id: id, message_id: String(message_id) },
      url: isLinked ? `${base}/${message_id}` : null,
    },
  ];
}

/** The reactions of a post, if an update contains them. */
function reactionsOf(update: unknown): ReactionCount[] {
  const changed = ReactionsChanged.safeParse(update).data?.message_reaction_count;
  if (!changed) return [];
  const total = changed.reactions.reduce((sum, { total_count }) => sum + total_count, 0);
  return [{ destination_id: String(changed.chat.id), post_remote_id: String(changed.message_id), total }];
}
