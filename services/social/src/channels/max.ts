import { z } from 'zod';
import type { Channel, Verified } from './channel.ts';
import { ChannelError, cleanMessage } from './channel-error.ts';
import { channelFacts, credentialFields } from './channel-facts.ts';
import type { ChannelCall, ChannelHttp, ChannelReply } from './channel-http.ts';
import type { Credentials } from './credentials.ts';

const Failure = z.object({ code: z.string(), message: z.string().default('') });
/** A change that MAX refuses with the status 200 (https://dev.max.ru/docs-api/changelog-api/index.md). */
const Refusal = z.object({
  success: z.literal(false),
  code: z.string().default('refused'),
  message: z.string().default(''),
});

/**
 * Reads an answer of the bot API of MAX (https://dev.max.ru/docs-api).
 * @throws ChannelError
 */
export function readMax<S extends z.ZodType>(
  schema: S,
  { status, json, retryAfterMs }: ChannelReply,
  token: string,
): z.output<S> {
  const refusal = status === 200 ? Refusal.safeParse(json).data : undefined;
  if (refusal) {
    const code = cleanMessage(refusal.code, [token]);
    const reason = code === 'attachment.not.ready' ? 'not_ready' : 'content';
    throw new ChannelError(reason, code, cleanMessage(refusal.message, [token]));
  }
  if (status === 200) {
    const result = schema.safeParse(json);
    if (result.success) return result.data;
    throw new ChannelError('no_answer', 'unexpected', 'MAX returned an answer that its API does not describe');
  }
  const failure = Failure.safeParse(json).data;
  if (status >= 500 || !failure) throw new ChannelError('server', String(status), `MAX answered ${status}`);
  const message = cleanMessage(failure.message, [token]);
  if (status === 429) throw new ChannelError('throttled', '429', message, { retryAfterMs });
  if (failure.code === 'attachment.not.ready') throw new ChannelError('not_ready', failure.code, message);
  const isAuth = status === 401 || status === 403;
  throw new ChannelError(isAuth ? 'auth' : 'content', cleanMessage(failure.code, [token]), message);
}

/** Channels and chats of the messenger MAX. */
export function maxChannel(http: ChannelHttp): Channel {
  const ask = async <S extends z.ZodType>(authorization: string, schema: S, call: ChannelCall): Promise<z.output<S>> =>
    readMax(schema, await http.call({ ...call, headers: { authorization } }), authorization);
  const Chat = z.object({
    chat_id: z.union([z.number(), z.string()]),
    type: z.string(),
    title: z.string().nullable(),
    link: z.string().nullable().optional(),
    participants_count: z.number().optional(),
  });
  const Membership = z.object({ permissions: z.array(z.string()).nullable() });

  const verify = async ({ access_token = '', chat_id = '' }: Credentials): Promise<Verified> => {
    await ask(access_token, z.object({ user_id: z.number() }), { method: 'GET', path: '/me' });
    const path = `/chats/${encodeURIComponent(chat_id)}`;
    const chat = await ask(access_token, Chat, { method: 'GET', path });
    const membership = await ask(access_token, Membership, { method: 'GET', path: `${path}/members/me` });
    const permissions = membership.permissions ?? [];
    if (!permissions.includes('write')) throw new ChannelError('auth', 'rights', 'the bot may not write in this chat');
    return {
      remote: {
        id: String(chat.chat_id),
        title: chat.title ?? '',
        url: chat.link ?? null,
        is_group: chat.type === 'chat',
      },
      abilities: { photos: true, reads_posts: permissions.includes('read_all_messages'), edits: true, deletes: true },
      members: chat.participants_count ?? null,
    };
  };

  return {
    facts: channelFacts.max,
    destinationField: 'chat_id',
    secretFields: ['access_token'],
    ...credentialFields(channelFacts.max),
    verify,
    refresh: null,
    close: () => http.close(),
  };
}
