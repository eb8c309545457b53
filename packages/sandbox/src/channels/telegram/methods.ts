import { createHash } from 'node:crypto';
import { type ChannelRequest, objectField, textField } from '../request.ts';
import type { ChannelClock } from '../server.ts';
import { openChannelStats } from '../stats.ts';
import type { ChannelStore } from '../store.ts';
import { composeCaption, composeKeyboard, composeText, readPhoto } from './compose-message.ts';
import {
  type TelegramBot,
  type TelegramChat,
  TelegramError,
  type TelegramKinds,
  type TelegramMessage,
} from './model.ts';
import { createUpdateQueue } from './updates.ts';
import { botView, chatView, messageView, reactionCountView } from './views.ts';

type Store = ChannelStore<TelegramKinds>;
const badRequest = (text: string): TelegramError => new TelegramError(400, `Bad Request: ${text}`);
const keyOf = ({ chat_id, message_id }: Pick<TelegramMessage, 'chat_id' | 'message_id'>) => `${chat_id}_${message_id}`;
/** Bots delete what is younger than 48 hours (https://core.telegram.org/bots/api#deletemessage). */
const deletableSeconds = 48 * 3_600;

/** The methods of the Bot API that posting needs. */
export function createTelegramMethods({ store, clock }: { store: Store; clock: ChannelClock }) {
  const updates = createUpdateQueue(store);
  /** Bots that are administrators receive an update with the count of reactions. */
  const stats = openChannelStats(store, (post_id) => {
    const message = store.get('message', post_id);
    const bots = message ? (store.get('chat', String(message.chat_id))?.bots ?? {}) : {};
    for (const [id, right] of Object.entries(bots))
      if (message && right === 'administrator') updates.push(Number(id), message, 'message_reaction_count');
  });
  /** Newest message number of each chat. */
  const lastIds = new Map<number, number>();
  for (const { chat_id, message_id } of store.all('message'))
    lastIds.set(chat_id, Math.max(lastIds.get(chat_id) ?? 0, message_id));

  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);
  const findChat = (chatId: unknown): TelegramChat | undefined => {
    const id = String(chatId ?? '');
    if (id.startsWith('@')) return [...store.all('chat')].find(({ username }) => `@${username}` === id);
    return store.get('chat', id);
  };
  const chatOf = (chatId: unknown): TelegramChat => {
    const chat = findChat(chatId);
    if (!chat) throw badRequest('chat not found');
    if (chat.migrated_to !== undefined) throw upgraded(chat.migrated_to);
    return chat;
  };
  const upgraded = (id: number) =>
    new TelegramError(400, 'Bad Request: group chat was upgraded to a supergroup chat', { migrate_to_chat_id: id });

  /** The chat, when the bot may post there. */
  const writableChat = (bot: TelegramBot, chatId: unknown): TelegramChat => {
    const chat = chatOf(chatId);
    const right = chat.bots[bot.id];
    if (right === undefined) throw new TelegramError(403, `Forbidden: bot is not a member of the ${chat.type} chat`);
    if (chat.type === 'channel' && right !== 'administrator')
      throw badRequest('need administrator rights in the channel chat');
    return chat;
  };

  const storeMessage = (message: TelegramMessage): TelegramMessage => {
    store.put('message', keyOf(message), message);
    return message;
  };
  const post = (bot: TelegramBot, chat: TelegramChat, content: Partial<TelegramMessage>): TelegramMessage => {
    const message_id = (lastIds.get(chat.id) ?? 0) + 1;
    lastIds.set(chat.id, message_id);
    const posted = storeMessage({ chat_id: chat.id, message_id, bot_id: bot.id, date: nowSeconds(), ...content });
    forwardToDiscussion(bot, chat, posted);
    return posted;
  };
  /** A post of a channel appears in its discussion group, and the bots of the group receive an update. */
  const forwardToDiscussion = (bot: TelegramBot, chat: TelegramChat, posted: TelegramMessage): void => {
    const group = chat.linked_chat_id === undefined ? undefined : findChat(chat.linked_chat_id);
    if (chat.type !== 'channel' || !group) return;
    const { chat_id, message_id, date, ...content } = posted;
    const copy = post(bot, group, {
      ...content,
      forward_origin: { chat_id, message_id, date },
      is_automatic_forward: true,
    });
    for (const id of Object.keys(group.bots)) updates.push(Number(id), copy);
  };

  const messageOf = (chat: TelegramChat, messageId: unknown, absent: string): TelegramMessage => {
    const message = store.get('message', `${chat.id}_${String(messageId)}`);
    if (!message) throw badRequest(absent);
    return message;
  };

  const edit = (
    bot: TelegramBot,
    fields: Record<string, unknown>,
    change: Partial<TelegramMessage>,
  ): TelegramMessage => {
    const chat = writableChat(bot, fields.chat_id);
    const before = messageOf(chat, fields.message_id, 'message to edit not found');
    const after = { ...before, ...change };
    if (JSON.stringify(after) === JSON.stringify(before))
      throw badRequest(
        'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
      );
    return storeMessage({ ...after, edit_date: nowSeconds() });
  };

  const photoContent = async (request: ChannelRequest): Promise<Partial<TelegramMessage>> => {
    const sent = await readPhoto(request);
    if (sent.kind === 'url') return { photo_url: sent.value };
    if (sent.kind === 'file_id') {
      const known = [...store.all('message')].find(({ photo }) => photo?.file_id === sent.value)?.photo;
      if (!known) throw badRequest('wrong remote file identifier specified: Wrong string length');
      return { photo: known };
    }
    const { bytes, width, height, type } = sent;
    const file_id = `AgAC${createHash('sha256').update(bytes).digest('base64url')}`;
    if (!store.get('photo', file_id)) store.put('photo', file_id, { type, base64: bytes.toString('base64') });
    return { photo: { file_id, width, height, bytes: bytes.length } };
  };

  const forward = (bot: TelegramBot, fields: Record<string, unknown>): TelegramMessage => {
    const from = chatOf(fields.from_chat_id);
    const source = messageOf(from, fields.message_id, 'message to forward not found');
    if (from.has_protected_content) throw badRequest("the message can't be forwarded");
    const { chat_id, message_id, date, forward_origin, is_automatic_forward: _automatic, ...content } = source;
    const origin = forward_origin ?? { chat_id, message_id, date };
    return post(bot, writableChat(bot, fields.chat_id), {
      ...content,
      bot_id: bot.id,
      date: nowSeconds(),
      forward_origin: origin,
    });
  };

  const memberOf = (chat: TelegramChat, user_id: number) => {
    const right = chat.bots[user_id];
    const bot = store.get('bot', String(user_id));
    if (!bot) throw badRequest('member not found');
    const user = botView(bot);
    if (right === undefined) return { status: 'left', user };
    if (right === 'member') return { status: 'member', user };
    const mayPost = right === 'administrator';
    return {
      status: 'administrator',
      user,
      can_be_edited: false,
      is_anonymous: false,
      can_manage_chat: true,
      can_delete_messages: mayPost,
      can_manage_video_chats: false,
      can_restrict_members: false,
      can_promote_members: false,
      can_change_info: false,
      can_invite_users: false,
      can_post_messages: mayPost,
      can_edit_messages: mayPost,
      can_post_stories: false,
    };
  };

  const call = async (method: string, bot: TelegramBot, request: ChannelRequest): Promise<unknown> => {
    const { fields } = request;
    const view = (message: TelegramMessage) => messageView(store, message);
    const preview = objectField(fields, 'link_preview_options');
    const previewed = preview === undefined ? {} : { link_preview_options: preview };
    switch (method) {
      case 'getme':
        return {
          ...botView(bot),
          can_join_groups: true,
          can_read_all_group_messages: false,
          supports_inline_queries: false,
        };
      case 'setwebhook':
        store.put('webhook', String(bot.id), {
          bot_id: bot.id,
          url: textField(fields, 'url'),
          secret_token: textField(fields, 'secret_token'),
        });
        return true;
      case 'deletewebhook':
        store.remove('webhook', String(bot.id));
        return true;
      case 'close':
      case 'logout':
        return true;
      case 'getupdates':
        return updates.poll(bot, request, (message, kind) =>
          kind === 'message' ? view(message) : reactionCountView(store, message, stats.of(keyOf(message))),
        );
      case 'getchat': {
        const chat = chatOf(fields.chat_id);
        const linked = chat.linked_chat_id === undefined ? {} : { linked_chat_id: chat.linked_chat_id };
        const isProtected = chat.has_protected_content ? { has_protected_content: true } : {};
        return { ...chatView(chat), ...linked, ...isProtected, accent_color_id: 0, max_reaction_count: 11 };
      }
      case 'getchatmember':
        return memberOf(chatOf(fields.chat_id), Number(fields.user_id));
      case 'getchatmembercount':
        return chatOf(fields.chat_id).member_count ?? 1;
      case 'sendmessage': {
        const chat = writableChat(bot, fields.chat_id);
        const answered = Number(objectField(fields, 'reply_parameters')?.message_id);
        const reply = Number.isInteger(answered) ? { reply_to: answered } : {};
        return view(post(bot, chat, { ...composeText(fields), ...previewed, ...composeKeyboard(fields), ...reply }));
      }
      case 'sendphoto': {
        const chat = writableChat(bot, fields.chat_id);
        const content = { ...composeCaption(fields), ...composeKeyboard(fields) };
        return view(post(bot, chat, { ...(await photoContent(request)), ...content }));
      }
      case 'forwardmessage':
        return view(forward(bot, fields));
      case 'editmessagetext':
        return view(
          edit(bot, fields, {
            ...composeText(fields),
            ...previewed,
            reply_markup: composeKeyboard(fields).reply_markup,
          }),
        );
      case 'editmessagecaption':
        return view(
          edit(bot, fields, { ...composeCaption(fields), reply_markup: composeKeyboard(fields).reply_markup }),
        );
      case 'editmessagereplymarkup':
        return view(edit(bot, fields, { reply_markup: composeKeyboard(fields).reply_markup }));
      case 'deletemessage': {
        const chat = writableChat(bot, fields.chat_id);
        const message = messageOf(chat, fields.message_id, 'message to delete not found');
        if (nowSeconds() - message.date > deletableSeconds) throw badRequest("message can't be deleted for everyone");
        store.remove('message', keyOf(message));
        return true;
      }
      default:
        throw new TelegramError(404, 'Not Found');
    }
  };

  return {
    call,
    stats,
    /**
     * Sends a message of a user to a group or to a bot; the bots there receive an update.
     * @returns the message, and an update for each bot
     */
    write(input: Record<string, unknown>): { message: unknown; updates: { bot_id: number; update: object }[] } {
      const chat = chatOf(input.chat_id);
      const from = objectField(input, 'from') ?? {};
      const id = Number(from.id ?? 900_001);
      const from_person = { first_name: 'Reader', ...from, id };
      const [bot_id = 0] = Object.keys(chat.bots).map(Number);
      const bot = store.get('bot', String(bot_id));
      if (!bot) throw badRequest('there is no bot in the chat');
      const thread = Number(input.message_thread_id);
      const posted = post(bot, chat, {
        text: textField(input, 'text'),
        from_person,
        ...(Number.isInteger(thread) ? { message_thread_id: thread, reply_to: thread } : {}),
      });
      const message = messageView(store, posted);
      const told = Object.keys(chat.bots).map((key) => {
        const update_id = updates.push(Number(key), posted);
        return { bot_id: Number(key), update: { update_id, message } };
      });
      return { message, updates: told };
    },
    /** The group becomes a supergroup with another id, and the call is refused with it. */
    migrate(chatId: unknown): never {
      const chat = chatOf(chatId);
      const id = -1_000_000_000_000 - Math.abs(chat.id % 1_000_000_000);
      const { migrated_to: _moved, ...unmoved } = chat;
      const target = id === chat.id ? id - 1 : id;
      store.put('chat', String(target), {
        ...unmoved,
        id: target,
        type: chat.type === 'group' ? 'supergroup' : chat.type,
      });
      store.put('chat', String(chat.id), { ...chat, migrated_to: target });
      throw upgraded(target);
    },
  };
}
