import type { TextEntity } from '../message-markup.ts';
import type { PostStats } from '../stats.ts';
import type { ChannelStore } from '../store.ts';
import type { TelegramBot, TelegramChat, TelegramKinds, TelegramMessage } from './model.ts';

type Store = ChannelStore<TelegramKinds>;

/** `User` of the Bot API. */
export const botView = ({ id, username }: TelegramBot) => ({ id, is_bot: true, first_name: username, username });

/** `Chat` of the Bot API. */
export const chatView = ({ id, type, title, username }: TelegramChat) => ({
  id,
  type,
  ...(type === 'private' ? { first_name: title } : { title }),
  ...(username === undefined ? {} : { username }),
});

const entityView = ({ type, offset, length, url, language }: TextEntity) => ({
  type,
  offset,
  length,
  ...(url === undefined ? {} : { url }),
  ...(language === undefined ? {} : { language }),
});

/** `Message` of the Bot API. */
export function messageView(store: Store, message: TelegramMessage): Record<string, unknown> {
  const chat = store.get('chat', String(message.chat_id));
  const bot = store.get('bot', String(message.bot_id));
  const { photo, forward_origin: origin } = message;
  const { from_person: person } = message;
  const sender = person ? { is_bot: false, ...person } : bot && botView(bot);
  const from = chat?.type === 'channel' || message.is_automatic_forward ? {} : { from: sender };
  const originChat = origin && store.get('chat', String(origin.chat_id));
  return {
    message_id: message.message_id,
    ...from,
    ...(chat ? { chat: chatView(chat) } : {}),
    ...(chat?.type === 'channel' ? { sender_chat: chatView(chat) } : {}),
    date: message.date,
    ...(message.edit_date === undefined ? {} : { edit_date: message.edit_date }),
    ...(origin && originChat
      ? {
          forward_origin: {
            type: 'channel',
            chat: chatView(originChat),
            message_id: origin.message_id,
            date: origin.date,
          },
        }
      : {}),
    ...(message.is_automatic_forward ? { is_automatic_forward: true } : {}),
    ...(message.message_thread_id === undefined ? {} : { message_thread_id: message.message_thread_id }),
    ...(message.reply_to === undefined ? {} : { reply_to_message: { message_id: message.reply_to } }),
    ...(message.text === undefined ? {} : { text: message.text }),
    ...(message.entities ? { entities: message.entities.map(entityView) } : {}),
    ...(message.caption === undefined ? {} : { caption: message.caption }),
    ...(message.caption_entities ? { caption_entities: message.caption_entities.map(entityView) } : {}),
    ...(photo
      ? {
          photo: [
            {
              file_id: photo.file_id,
              file_unique_id: photo.file_id.slice(-16),
              width: photo.width,
              height: photo.height,
              file_size: photo.bytes,
            },
          ],
        }
      : {}),
    ...(message.link_preview_options ? { link_preview_options: message.link_preview_options } : {}),
    ...(message.reply_markup ? { reply_markup: message.reply_markup } : {}),
  };
}

/** `MessageReactionCountUpdated` of the Bot API. */
export function reactionCountView(store: Store, { chat_id, message_id, date }: TelegramMessage, stats: PostStats) {
  const chat = store.get('chat', String(chat_id));
  const { reactions = 0 } = stats;
  const counted = [{ type: { type: 'emoji', emoji: '👍' }, total_count: reactions }];
  return { ...(chat ? { chat: chatView(chat) } : {}), message_id, date, reactions: reactions === 0 ? [] : counted };
}
