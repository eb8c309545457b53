import { randomBytes } from 'node:crypto';
import { type Answer, jsonAnswer } from '../../http/answer.ts';
import { isJsonObject } from '../../http/body.ts';
import type { DeliveryAnswer } from '../deliver.ts';
import { createChannelFaults } from '../faults.ts';
import { readImage } from '../image.ts';
import type { PublishedPost } from '../posts-page.ts';
import { type ChannelRequest, textField } from '../request.ts';
import { type ChannelAnswer, type ChannelSandbox, createChannelClock, createChannelServer } from '../server.ts';
import { type ChannelStats, openChannelStats } from '../stats.ts';
import { openChannelStore } from '../store.ts';
import { composeAttachments, composeText } from './compose-body.ts';
import { type MaxBot, type MaxChat, MaxError, type MaxImage, type MaxKinds, type MaxMessage } from './model.ts';
import { createMaxUpdates } from './updates.ts';
import { createMaxViews } from './views.ts';

/**
 * Faults of MAX. They apply to `POST`, `PUT` and `DELETE /messages`; `unauthorized` applies to every method.
 * - `notReady`: 400 `attachment.not.ready`, not for `DELETE`
 * - `refusedInBody`: 200 with `success: false`, and nothing is done; for `PUT` and `DELETE` alone
 * - `tooManyRequests`: 429
 * - `unauthorized`: 401
 * - `internal`, `hang`: 500 or no answer, and nothing is done
 * - `postedThenHang`, `postedThenReset`, `postedThenInternal`: the message is published, changed or deleted, but
 * the caller gets no success answer
 * - `foreignUploadUrl`: the upload address names another host
 */
const maxFaults = [
  'notReady',
  'refusedInBody',
  'tooManyRequests',
  'unauthorized',
  'internal',
  'hang',
  'foreignUploadUrl',
  'postedThenHang',
  'postedThenReset',
  'postedThenInternal',
] as const;
export type MaxFault = (typeof maxFaults)[number];

export interface MaxSandbox extends ChannelSandbox<MaxFault> {
  /** Adds bots and chats, which replace those with the same id. */
  add(data: { bots?: MaxBot[]; chats?: MaxChat[] }): void;
  /** Sets `views` of a message of a channel. */
  stats: ChannelStats;
  /**
   * A person writes: `chat_id`, `text`, `user_id`, `name`. Subscriptions get it at once.
   * @returns the id of the message, and how the subscriptions answered
   */
  write(message: Record<string, unknown>): Promise<{ mid: string; deliveries: DeliveryAnswer[] }>;
}

interface Call {
  request: ChannelRequest;
  bot: MaxBot;
  /** The last part of the path. */
  id: string;
}

const maxImageBytes = 50 * 1_048_576;
const maxImageSide = 7_680;

/**
 * The bot API of the messenger MAX (https://dev.max.ru/docs-api).
 * @param options.publicUrl address of the mount, for uploads and images
 * @param options.dataDir folder of the posts, which survive a kill; memory without it
 * @param options.now the time of the messages
 */
export function createMaxSandbox({
  publicUrl,
  dataDir,
  now,
  bots = [],
  chats = [],
}: {
  publicUrl: string;
  dataDir?: string;
  now?: () => Date;
  bots?: MaxBot[];
  chats?: MaxChat[];
}): MaxSandbox {
  const store = openChannelStore<MaxKinds>('max', dataDir);
  const clock = createChannelClock(now);
  const faults = createChannelFaults(maxFaults);
  const stats = openChannelStats(store);
  let lastSeq = Math.max(0, ...[...store.all('message')].map(({ seq }) => seq));
  let lastPhoto = Math.max(0, ...[...store.all('image')].map(({ photo_id }) => photo_id));

  const add: MaxSandbox['add'] = ({ bots: addedBots = [], chats: addedChats = [] }) => {
    for (const bot of addedBots) store.put('bot', bot.token, bot);
    for (const chat of addedChats) store.put('chat', String(chat.chat_id), chat);
  };
  add({ bots, chats });

  const notFound = (what: string) => new MaxError(404, 'not.found', `${what} is not found`);
  const denied = (text: string) => new MaxError(403, 'access.denied', text);
  const chatOf = (id: unknown): MaxChat => {
    const chat = store.get('chat', String(id));
    if (!chat) throw notFound('chat');
    return chat;
  };
  /** The chat, when the bot is in it with a permission. */
  const memberOf = (bot: MaxBot, id: unknown, permission?: string): MaxChat => {
    const chat = chatOf(id);
    const permissions = chat.bots[bot.user_id];
    if (permissions === undefined) throw denied('the bot is not a member of the chat');
    if (permission !== undefined && !permissions.includes(permission)) throw denied(`the bot may not ${permission}`);
    return chat;
  };
  const messageOf = (mid: string): MaxMessage => {
    const message = store.get('message', mid);
    if (!message) throw notFound('message');
    return message;
  };
  const imageUrl = ({ photo_id }: MaxImage) => `${publicUrl}/images/${photo_id}`;
  const { botView, messageView, chatView } = createMaxViews(store, clock, stats);
  const nextId = () => {
    lastSeq += 1;
    return { mid: `mid.${lastSeq.toString(16).padStart(16, '0')}${randomBytes(8).toString('hex')}`, seq: lastSeq };
  };
  const updates = createMaxUpdates({ store, clock, messageView, chatOf, nextId });
  const findImage = (token: string) => store.get('image', token);
  const content = (body: unknown): Pick<MaxMessage, 'text' | 'markup' | 'attachments'> => {
    const { text, format, attachments } = isJsonObject(body) ? body : {};
    const { text: plain, entities } = composeText(text, format);
    const composed = composeAttachments(attachments, findImage, imageUrl);
    if (plain === '' && composed.length === 0) throw new MaxError(400, 'proto.payload', 'text or attachments expected');
    return { text: plain, markup: entities, attachments: composed };
  };

  /** A method that changes messages, with its faults. */
  const writing =
    (write: (call: Call) => Answer) =>
    (call: Call): ChannelAnswer => {
      if (faults.use('tooManyRequests')) throw new MaxError(429, 'too.many.requests', 'Too many requests');
      if (call.request.method !== 'DELETE' && faults.use('notReady'))
        throw new MaxError(400, 'attachment.not.ready', 'Key: errors.process.attachment.file.not.processed');
      if (faults.use('internal')) throw new MaxError(500, 'internal.error', 'Internal error');
      if (faults.use('hang')) return 'hang';
      if (call.request.method !== 'POST' && faults.use('refusedInBody'))
        return jsonAnswer(200, { success: false, code: 'access.denied', message: 'the message cannot be changed' });
      const answer = write(call);
      const after = faults.useOne('postedThenHang', 'postedThenReset', 'postedThenInternal');
      if (after === 'postedThenHang') return 'hang';
      if (after === 'postedThenReset') return 'cut';
      if (after === 'postedThenInternal') throw new MaxError(500, 'internal.error', 'Internal error');
      return answer;
    };
  const postMessage = ({ request, bot }: Call): Answer => {
    const chat = memberOf(bot, request.fields.chat_id, 'write');
    const id = nextId();
    const at = { chat_id: chat.chat_id, bot_id: bot.user_id, timestamp: clock.now().getTime() };
    const { link } = isJsonObject(request.json) ? request.json : {};
    const reply = isJsonObject(link) && link.type === 'reply' ? { reply_to: textField(link, 'mid') } : {};
    const message: MaxMessage = { ...id, ...at, ...content(request.json), ...reply };
    store.put('message', message.mid, message);
    return jsonAnswer(200, { message: messageView(message) });
  };

  const listMessages = ({ request: { fields }, bot }: Call): Answer => {
    const ids = textField(fields, 'message_ids').split(',').filter(Boolean);
    if (ids.length > 0)
      return jsonAnswer(200, { messages: ids.flatMap((mid) => store.get('message', mid) ?? []).map(messageView) });
    const { chat_id } = memberOf(bot, fields.chat_id, 'read_all_messages');
    const number = (name: string, otherwise: number) => Number(textField(fields, name) || otherwise);
    const [from, to] = [number('from', Number.POSITIVE_INFINITY), number('to', 0)];
    const count = Math.min(number('count', 50), 100);
    const messages = [...store.all('message')]
      .filter((message) => message.chat_id === chat_id && message.timestamp <= from && message.timestamp >= to)
      .sort((a, b) => b.seq - a.seq);
    return jsonAnswer(200, { messages: messages.slice(0, count).map(messageView) });
  };

  const ownMessage = ({ request: { fields }, bot }: Call): MaxMessage => {
    const message = messageOf(textField(fields, 'message_id'));
    if (message.bot_id !== bot.user_id) throw denied('the message is of another sender');
    return message;
  };

  const uploadUrl = (): Answer => {
    const url = faults.use('foreignUploadUrl')
      ? 'http://127.0.0.1:9/upload'
      : `${publicUrl}/upload/${randomBytes(12).toString('hex')}`;
    return jsonAnswer(200, { url });
  };

  const routes: Record<string, (call: Call) => ChannelAnswer> = {
    'GET /me': ({ bot }) => jsonAnswer(200, botView(bot)),
    'GET /chats': ({ bot }) =>
      jsonAnswer(200, {
        chats: [...store.all('chat')].filter(({ bots: members }) => bot.user_id in members).map(chatView),
        marker: null,
      }),
    'GET /chats/*': ({ bot, id }) => jsonAnswer(200, chatView(memberOf(bot, id))),
    'GET /chats/*/members/me': ({ bot, id }) => {
      const permissions = memberOf(bot, id).bots[bot.user_id] ?? [];
      const times = { last_access_time: clock.now().getTime(), join_time: 0 };
      return jsonAnswer(200, {
        ...botView(bot),
        ...times,
        is_owner: false,
        is_admin: permissions.length > 0,
        permissions,
      });
    },
    'POST /messages': writing(postMessage),
    'GET /messages': listMessages,
    'GET /messages/*': ({ bot, id }) => {
      const message = messageOf(id);
      memberOf(bot, message.chat_id);
      return jsonAnswer(200, messageView(message));
    },
    'PUT /messages': writing((call) => {
      const message = ownMessage(call);
      const body = call.request.json;
      // Without attachments the message keeps its own.
      const retainsAttachments = isJsonObject(body) && (body.attachments === undefined || body.attachments === null);
      const next = content(retainsAttachments ? { ...body, attachments: [] } : body);
      store.put('message', message.mid, {
        ...message,
        ...next,
        ...(retainsAttachments ? { attachments: message.attachments } : {}),
      });
      return jsonAnswer(200, { success: true });
    }),
    'DELETE /messages': writing((call) => {
      store.remove('message', ownMessage(call).mid);
      return jsonAnswer(200, { success: true });
    }),
    'POST /uploads': ({ request }) => {
      if (textField(request.fields, 'type') !== 'image')
        throw new MaxError(400, 'proto.payload', 'type: image expected');
      return uploadUrl();
    },
    'GET /updates': ({ request: { fields }, bot }) => jsonAnswer(200, updates.list(bot, fields)),
    'GET /subscriptions': ({ bot }) =>
      jsonAnswer(200, {
        subscriptions: [...store.all('subscription')]
          .filter(({ bot_id }) => bot_id === bot.user_id)
          .map(({ bot_id: _id, secret: _secret, ...one }) => one),
      }),
    'POST /subscriptions': ({ request: { fields }, bot }) => {
      const url = textField(fields, 'url');
      if (!/^(https:\/\/|http:\/\/127\.0\.0\.1[:/])/.test(url))
        throw new MaxError(400, 'proto.payload', 'url: https expected');
      const update_types = Array.isArray(fields.update_types) ? fields.update_types.map(String) : [];
      store.put('subscription', `${bot.user_id} ${url}`, {
        bot_id: bot.user_id,
        url,
        time: clock.now().getTime(),
        update_types,
        secret: textField(fields, 'secret'),
      });
      return jsonAnswer(200, { success: true });
    },
    'DELETE /subscriptions': ({ request, bot }) => {
      store.remove('subscription', `${bot.user_id} ${textField(request.fields, 'url')}`);
      return jsonAnswer(200, { success: true });
    },
  };

  /** The upload server: the multipart field is `data`. */
  const uploadAnswer = async ({ files }: ChannelRequest): Promise<Answer> => {
    const file = files.get('data');
    const image = file && (await readImage(file.bytes));
    const isFit = image && image.bytes <= maxImageBytes && Math.max(image.width, image.height) <= maxImageSide;
    if (!file || !isFit) return jsonAnswer(400, { error_code: '4', error_data: 'UPLOAD_ERROR' });
    lastPhoto += 1;
    const token = randomBytes(24).toString('base64url');
    const uploaded = {
      token,
      photo_id: lastPhoto,
      type: `image/${image.format}`,
      base64: file.bytes.toString('base64'),
    };
    store.put('image', token, uploaded);
    return jsonAnswer(200, { photos: { [randomBytes(8).toString('base64url')]: { token } } });
  };

  const answer = (request: ChannelRequest): Promise<ChannelAnswer> | ChannelAnswer => {
    const { pathname } = request.url;
    if (request.method === 'POST' && pathname.startsWith('/upload/')) return uploadAnswer(request);
    try {
      const bot = store.get('bot', String(request.headers.authorization ?? ''));
      if (!bot || faults.use('unauthorized')) throw new MaxError(401, 'verify.token', 'Invalid access_token');
      const id = decodeURIComponent(pathname.split('/')[2] ?? '');
      const pattern = pathname.replace(/^(\/(?:chats|messages)\/)[^/]+/, '$1*');
      const route = routes[`${request.method} ${pattern}`];
      if (!route) throw notFound(pathname);
      return route({ request, bot, id });
    } catch (error) {
      if (!(error instanceof MaxError)) throw error;
      return jsonAnswer(error.status, { code: error.code, message: error.message });
    }
  };

  const posts = (): PublishedPost[] =>
    [...store.all('message')].map(({ mid, chat_id, timestamp, text, attachments }) => {
      const image = attachments.find((one) => one.type === 'image');
      const keyboard = attachments.find((one) => one.type === 'inline_keyboard');
      return {
        id: mid,
        place: store.get('chat', String(chat_id))?.title ?? String(chat_id),
        at: new Date(timestamp).toISOString(),
        text,
        image: image ? `images/${image.payload.photo_id}` : null,
        buttons: (keyboard?.payload.buttons.flat() ?? []).flatMap(({ text: label, url }) =>
          url ? [{ text: label, url }] : [],
        ),
      };
    });

  const server = createChannelServer({
    title: 'MAX',
    faultNames: maxFaults,
    faults,
    clock,
    answer,
    posts,
    secretFields: ['token', 'secret'],
    image(id) {
      const image = [...store.all('image')].find(({ photo_id }) => String(photo_id) === id);
      return image && { type: image.type, bytes: Buffer.from(image.base64, 'base64') };
    },
    async control(call, body) {
      if (call === 'POST /incoming' && isJsonObject(body)) {
        try {
          return jsonAnswer(200, await updates.write(body));
        } catch (error) {
          if (error instanceof MaxError) return jsonAnswer(400, { error: error.message });
          throw error;
        }
      }
      if (call !== 'PUT /data' || !isJsonObject(body)) return stats.control(call, body);
      add(body as Parameters<typeof add>[0]);
      return jsonAnswer(200, {});
    },
    close: () => store.close(),
  });
  return { ...server, add, write: updates.write, stats };
}
