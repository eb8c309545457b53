import { z } from 'zod';
import type { PlannedRequest } from '../posts/planned-request.ts';
import { ChannelError } from './channel-error.ts';
import type { ChannelCall, ChannelHttp } from './channel-http.ts';
import {
  type ChannelPosts,
  comparable,
  type Destination,
  type Finding,
  type PostImage,
  type Sought,
} from './channel-posts.ts';
import type { Credentials } from './credentials.ts';
import { readTelegram } from './telegram.ts';

const Message = z.object({ message_id: z.number() });
const Forwarded = z.looseObject({
  message_id: z.number(),
  text: z.string().optional(),
  caption: z.string().optional(),
});

/** Number of consecutive ids after the last known one that have to be absent. */
const absentInRow = 20;
const maxExamined = 100;

/** Address of a message; null in a private chat (https://core.telegram.org/api/links#message-links). */
const linkOf = ({ id, url }: Destination, message_id: string): string | null =>
  url !== null
    ? `${url}/${message_id}`
    : id.startsWith('-100')
      ? `https://t.me/c/${id.slice('-100'.length)}/${message_id}`
      : null;

/** Posts of channels and groups of Telegram, by the Bot API. */
export function telegramPosts(http: ChannelHttp): ChannelPosts {
  const ask = async <S extends z.ZodType>(
    { bot_token = '' }: Credentials,
    method: string,
    schema: S,
    body: Pick<ChannelCall, 'json' | 'multipart' | 'notAfter'>,
  ): Promise<z.output<S>> => {
    const path = `/bot${encodeURIComponent(bot_token)}/${method}`;
    return readTelegram(schema, await http.call({ path, ...body }), bot_token);
  };

  /** A message of the chat, forwarded to the probe chat and deleted there; null when there is none. */
  const peek = async (credentials: Credentials, destination: Destination, message_id: number) => {
    const chat_id = credentials.probe_chat_id;
    const json = { chat_id, from_chat_id: destination.id, message_id, disable_notification: true };
    try {
      const copy = await ask(credentials, 'forwardMessage', Forwarded, { json });
      await ask(credentials, 'deleteMessage', z.literal(true), { json: { chat_id, message_id: copy.message_id } });
      return copy;
    } catch (error) {
      if (error instanceof ChannelError && /message to forward not found/i.test(error.message)) return null;
      throw error;
    }
  };

  const find = async ({ credentials, destination, text, ref, known, sentAt }: Sought): Promise<Finding> => {
    if (credentials.probe_chat_id === undefined) return { kind: 'unprovable', why: 'the account has no probe_chat_id' };
    const knownIds = new Set(known.map(({ id }) => Number(id)));
    // Message ids of a chat grow: the post has a greater id than the previous one of its account. Another
    // account may have sent at the same time.
    const before = known.filter(({ at, isOwn }) => isOwn && at <= sentAt).map(({ id }) => Number(id));
    const last = Math.max(0, ...before.filter(Number.isSafeInteger));
    if (last === 0) return { kind: 'unprovable', why: 'no earlier post of the chat is known' };
    let [absent, examined] = [0, 0];
    for (let id = last + 1; absent < absentInRow; id += 1) {
      if (knownIds.has(id)) {
        absent = 0;
        continue;
      }
      examined += 1;
      if (examined > maxExamined) return { kind: 'unprovable', why: 'too many other posts are in the chat' };
      const message = await peek(credentials, destination, id);
      absent = message === null ? absent + 1 : 0;
      if (message === null) continue;
      const shown = comparable(message.text ?? message.caption ?? '');
      if (shown === comparable(text) || JSON.stringify(message).includes(`utm_content=${ref}`))
        return { kind: 'found', post: { id: String(id), url: linkOf(destination, String(id)) } };
    }
    return { kind: 'absent' };
  };

  return {
    async send({ credentials, destination, request, image, notAfter }) {
      const method = request.path.slice('/bot{token}/'.length);
      const isUpload = request.body.photo === '{image}';
      const body = isUpload && image ? { multipart: formOf(request.body, image) } : { json: request.body };
      const { message_id } = await ask(credentials, method, Message, { ...body, notAfter });
      return { gives: {}, post: { id: String(message_id), url: linkOf(destination, String(message_id)) } };
    },
    async find(sought) {
      try {
        return await find(sought);
      } catch (error) {
        // A protected chat forwards nothing.
        if (error instanceof ChannelError && error.kind === 'content')
          return { kind: 'unprovable', why: error.message };
        throw error;
      }
    },
    containers: null,
    async edit({ credentials, id, notAfter }, request: PlannedRequest) {
      const { photo: _photo, ...content } = request.body;
      const method = 'caption' in content ? 'editMessageCaption' : 'editMessageText';
      const json = { reply_markup: { inline_keyboard: [] }, ...content, message_id: Number(id) };
      await unlessSaid(/message is not modified/i, () =>
        ask(credentials, method, z.union([z.looseObject({}), z.literal(true)]), { json, notAfter }),
      );
    },
    async remove({ credentials, destination, id, notAfter }) {
      const json = { chat_id: destination.id, message_id: Number(id) };
      await unlessSaid(/message to delete not found/i, () =>
        ask(credentials, 'deleteMessage', z.literal(true), { json, notAfter }),
      );
    },
  };
}

/** A request with its image, as a form: objects are JSON in it. */
function formOf({ photo: _photo, ...body }: Record<string, unknown>, { name, bytes }: PostImage) {
  const fields = Object.entries(body).map(([field, value]): [string, string] => [
    field,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  return { fields: Object.fromEntries(fields), file: { field: 'photo', name, type: 'image/jpeg', bytes } };
}

/** A refusal with these words means that it is done. */
async function unlessSaid(words: RegExp, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ChannelError && error.kind === 'content' && words.test(error.message))) throw error;
  }
}
