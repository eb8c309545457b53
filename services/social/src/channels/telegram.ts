import { z } from 'zod';
import type { Channel, Verified } from './channel.ts';
import { ChannelError, cleanMessage } from './channel-error.ts';
import { channelFacts, credentialFields } from './channel-facts.ts';
import type { ChannelCall, ChannelHttp, ChannelReply } from './channel-http.ts';
import type { Credentials } from './credentials.ts';

const Failure = z.object({
  description: z.string().default(''),
  parameters: z.object({ retry_after: z.number().optional(), migrate_to_chat_id: z.number().optional() }).optional(),
});
const Chat = z.object({
  id: z.number(),
  type: z.string(),
  title: z.string().default(''),
  username: z.string().optional(),
  linked_chat_id: z.number().optional(),
  has_protected_content: z.boolean().default(false),
});
const Member = z.object({ status: z.string(), can_post_messages: z.boolean().default(false) });

/**
 * Reads an answer of the Bot API (https://core.telegram.org/bots/api#making-requests).
 * @throws ChannelError
 */
export function readTelegram<S extends z.ZodType>(
  schema: S,
  { status, json }: ChannelReply,
  token: string,
): z.output<S> {
  const body = z.object({ ok: z.boolean(), result: z.unknown().optional() }).safeParse(json).data;
  if (body?.ok) {
    const result = schema.safeParse(body.result);
    if (result.success) return result.data;
    throw new ChannelError('no_answer', 'unexpected', 'Telegram returned an answer that its API does not describe');
  }
  const failure = body === undefined ? undefined : Failure.safeParse(json).data;
  // An answer that is none of the Bot API says nothing of what became of the call.
  if (!failure || status >= 500) throw new ChannelError('server', String(status), `Telegram answered ${status}`);
  const { description, parameters = {} } = failure;
  const message = cleanMessage(description, [token]);
  const { retry_after, migrate_to_chat_id } = parameters;
  if (status === 429)
    throw new ChannelError('throttled', '429', message, {
      retryAfterMs: retry_after === undefined ? null : retry_after * 1_000,
    });
  if (migrate_to_chat_id !== undefined)
    throw new ChannelError('moved', '400', message, { movedTo: String(migrate_to_chat_id) });
  const isAuth = status === 401 || status === 403 || status === 404;
  throw new ChannelError(isAuth ? 'auth' : 'content', String(status), message);
}

/** Telegram by the Bot API. */
export function telegramChannel(http: ChannelHttp): Channel {
  const ask = async <S extends z.ZodType>(
    token: string,
    method: string,
    schema: S,
    json: object,
  ): Promise<z.output<S>> => {
    const call: ChannelCall = { path: `/bot${encodeURIComponent(token)}/${method}`, json };
    return readTelegram(schema, await http.call(call), token);
  };

  /** Sends a message to the probe chat and deletes it. */
  const probe = async ({ bot_token = '', probe_chat_id = '' }: Credentials): Promise<void> => {
    const text = 'This message proves that an unknown outcome can be looked up here.';
    const schema = z.object({ message_id: z.number() });
    const { message_id } = await ask(bot_token, 'sendMessage', schema, {
      chat_id: probe_chat_id,
      text,
      disable_notification: true,
    });
    await ask(bot_token, 'deleteMessage', z.literal(true), { chat_id: probe_chat_id, message_id });
  };

  const verify = async (credentials: Credentials): Promise<Verified> => {
    const { bot_token = '', chat_id = '', probe_chat_id } = credentials;
    const me = await ask(bot_token, 'getMe', z.object({ id: z.number() }), {});
    const chat = await ask(bot_token, 'getChat', Chat, { chat_id });
    const member = await ask(bot_token, 'getChatMember', Member, { chat_id, user_id: me.id });
    const isChannel = chat.type === 'channel';
    const mayPost = isChannel
      ? member.status === 'creator' || (member.status === 'administrator' && member.can_post_messages)
      : ['creator', 'administrator', 'member'].includes(member.status);
    if (!mayPost) throw new ChannelError('auth', 'rights', 'the bot may not post in this chat');
    if (probe_chat_id !== undefined) await probe(credentials);
    const members = await ask(bot_token, 'getChatMemberCount', z.number(), { chat_id });
    const reads_posts = probe_chat_id !== undefined && !chat.has_protected_content;
    return {
      remote: {
        id: String(chat.id),
        title: chat.title,
        is_group: !isChannel,
        url: chat.username === undefined ? null : `https://t.me/${chat.username}`,
      },
      abilities: { photos: true, reads_posts, edits: true, deletes: true },
      members,
      ...(isChannel && chat.linked_chat_id !== undefined ? { discussion_id: String(chat.linked_chat_id) } : {}),
    };
  };

  return {
    facts: channelFacts.telegram,
    destinationField: 'chat_id',
    secretFields: ['bot_token'],
    ...credentialFields(channelFacts.telegram),
    verify,
    refresh: null,
    close: () => http.close(),
  };
}
