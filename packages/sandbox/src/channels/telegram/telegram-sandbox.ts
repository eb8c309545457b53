import { jsonAnswer } from '../../http/answer.ts';
import { isJsonObject } from '../../http/body.ts';
import { type DeliveryAnswer, deliver } from '../deliver.ts';
import { createChannelFaults } from '../faults.ts';
import type { PublishedPost } from '../posts-page.ts';
import type { ChannelRequest } from '../request.ts';
import { type ChannelAnswer, type ChannelSandbox, createChannelClock, createChannelServer } from '../server.ts';
import type { ChannelStats } from '../stats.ts';
import { openChannelStore } from '../store.ts';
import { createTelegramMethods } from './methods.ts';
import { type TelegramBot, type TelegramChat, TelegramError, type TelegramKinds } from './model.ts';
import { messageView } from './views.ts';

/**
 * Faults of Telegram. They apply to methods that send, edit or delete messages; `unauthorized` applies to every
 * method. `postedThen…` do the work of the method first.
 * - `tooManyRequests`: 429 with `retry_after` 3
 * - `forbidden`: 403, the bot was kicked
 * - `unauthorized`: 401
 * - `migrate`: the group became a supergroup; the answer names it
 * - `postedThenHang`, `postedThenReset`, `postedThenBadGateway`: the outcome is unknown to the caller
 * - `badGateway`, `hang`: nothing is done
 */
const telegramFaults = [
  'tooManyRequests',
  'forbidden',
  'unauthorized',
  'migrate',
  'badGateway',
  'hang',
  'postedThenHang',
  'postedThenReset',
  'postedThenBadGateway',
] as const;
export type TelegramFault = (typeof telegramFaults)[number];

export interface TelegramSandbox extends ChannelSandbox<TelegramFault> {
  /** Adds bots and chats, which replace those with the same token or id. */
  add(data: { bots?: TelegramBot[]; chats?: TelegramChat[] }): void;
  /** Sets `reactions` of a message, `<chat>_<message>`. */
  stats: ChannelStats;
  /**
   * A person writes: `chat_id`, `text`, `from`, `message_thread_id`. Bots with a webhook get it at once.
   * @returns the message, and how the webhooks answered
   */
  write(message: Record<string, unknown>): Promise<{ message: unknown; deliveries: DeliveryAnswer[] }>;
}

/** Methods that change what a reader sees. The limits of a token and of a chat count each of them. */
const writingMethods = new Set([
  'sendmessage',
  'sendphoto',
  'forwardmessage',
  'copymessage',
  'editmessagetext',
  'editmessagecaption',
  'editmessagereplymarkup',
  'deletemessage',
]);

const htmlAnswer = (status: number): ChannelAnswer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<html><head><title>${status} Bad Gateway</title></head><body><h1>${status} Bad Gateway</h1></body></html>`,
});

/**
 * The Telegram Bot API (https://core.telegram.org/bots/api) for channels and groups: `/bot<token>/<method>`.
 * @param options.dataDir folder of the posts, which survive a kill; memory without it
 * @param options.now the time of the messages
 */
export function createTelegramSandbox({
  dataDir,
  now,
  bots = [],
  chats = [],
}: {
  dataDir?: string;
  now?: () => Date;
  bots?: TelegramBot[];
  chats?: TelegramChat[];
} = {}): TelegramSandbox {
  const store = openChannelStore<TelegramKinds>('telegram', dataDir);
  const clock = createChannelClock(now);
  const faults = createChannelFaults(telegramFaults);
  const methods = createTelegramMethods({ store, clock });

  const add: TelegramSandbox['add'] = ({ bots: addedBots = [], chats: addedChats = [] }) => {
    for (const bot of addedBots) store.put('bot', String(bot.id), bot);
    for (const chat of addedChats) store.put('chat', String(chat.id), chat);
  };
  add({ bots, chats });

  const refuse = (error: TelegramError): ChannelAnswer => {
    const { code, message, parameters } = error;
    const body = { ok: false, error_code: code, description: message, ...(parameters ? { parameters } : {}) };
    const retryAfter = parameters?.retry_after;
    return jsonAnswer(code, body, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) });
  };

  /** Faults that hold before any work is done. */
  const strikeBefore = (isWriting: boolean, request: ChannelRequest): ChannelAnswer | null => {
    if (faults.use('unauthorized')) throw new TelegramError(401, 'Unauthorized');
    if (!isWriting) return null;
    const fault = faults.useOne('tooManyRequests', 'forbidden', 'migrate', 'badGateway', 'hang');
    if (fault === 'tooManyRequests')
      throw new TelegramError(429, 'Too Many Requests: retry after 3', { retry_after: 3 });
    if (fault === 'forbidden') throw new TelegramError(403, 'Forbidden: bot was kicked from the channel chat');
    if (fault === 'migrate') methods.migrate(request.fields.chat_id);
    if (fault === 'badGateway') return htmlAnswer(502);
    return fault === 'hang' ? 'hang' : null;
  };
  const strikeAfter = (isWriting: boolean, answer: ChannelAnswer): ChannelAnswer => {
    const fault = isWriting ? faults.useOne('postedThenHang', 'postedThenReset', 'postedThenBadGateway') : null;
    if (fault === 'postedThenHang') return 'hang';
    if (fault === 'postedThenReset') return 'cut';
    return fault === 'postedThenBadGateway' ? htmlAnswer(502) : answer;
  };

  const answer = async (request: ChannelRequest): Promise<ChannelAnswer> => {
    const [, token = '', name = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url.pathname) ?? [];
    try {
      const botToken = decodeURIComponent(token);
      const [, botId = ''] = /^(\d+):[\w-]+$/.exec(botToken) ?? [];
      if (name === '' || botId === '') throw new TelegramError(404, 'Not Found');
      const bot = store.get('bot', botId);
      if (bot?.token !== botToken) throw new TelegramError(401, 'Unauthorized');
      const method = name.toLowerCase();
      const isWriting = writingMethods.has(method);
      const early = strikeBefore(isWriting, request);
      if (early !== null) return early;
      const result = await methods.call(method, bot, request);
      return strikeAfter(isWriting, jsonAnswer(200, { ok: true, result }));
    } catch (error) {
      if (error instanceof TelegramError) return refuse(error);
      throw error;
    }
  };

  const write: TelegramSandbox['write'] = async (input) => {
    const { message, updates } = methods.write(input);
    const deliveries = [];
    for (const { bot_id, update } of updates) {
      const hook = store.get('webhook', String(bot_id));
      if (!hook) continue;
      const headers = { 'x-telegram-bot-api-secret-token': hook.secret_token };
      deliveries.push(await deliver(hook.url, JSON.stringify(update), hook.secret_token === '' ? {} : headers));
    }
    return { message, deliveries };
  };

  const posts = (): PublishedPost[] =>
    [...store.all('message')].map((message) => ({
      id: `${message.chat_id}_${message.message_id}`,
      place: store.get('chat', String(message.chat_id))?.title ?? String(message.chat_id),
      at: new Date(message.date * 1000).toISOString(),
      text: message.text ?? message.caption ?? '',
      image: message.photo
        ? `images/${message.photo.file_id}`
        : (previewOf(message.link_preview_options) ?? message.photo_url ?? null),
      buttons: (message.reply_markup?.inline_keyboard.flat() ?? []).flatMap(({ text, url }) =>
        url ? [{ text, url }] : [],
      ),
    }));

  const server = createChannelServer({
    title: 'Telegram',
    faultNames: telegramFaults,
    faults,
    clock,
    answer,
    posts,
    secretFields: [],
    maskPath: (path) => path.replace(/^\/bot[^/]+/, '/bot***'),
    image(id) {
      const photo = store.get('photo', id);
      return photo && { type: photo.type, bytes: Buffer.from(photo.base64, 'base64') };
    },
    async control(call, body) {
      if (call === 'POST /incoming' && isJsonObject(body)) {
        try {
          return jsonAnswer(200, await write(body));
        } catch (error) {
          if (error instanceof TelegramError) return jsonAnswer(400, { error: error.message });
          throw error;
        }
      }
      if (call === 'PUT /data' && isJsonObject(body)) {
        add(body as { bots?: TelegramBot[]; chats?: TelegramChat[] });
        return jsonAnswer(200, {});
      }
      if (call === 'GET /messages')
        return jsonAnswer(
          200,
          [...store.all('message')].map((message) => messageView(store, message)),
        );
      return methods.stats.control(call, body);
    },
    close: () => store.close(),
  });
  return { ...server, add, write, stats: methods.stats };
}

const previewOf = (options: Record<string, unknown> | undefined): string | null =>
  typeof options?.url === 'string' ? options.url : null;
