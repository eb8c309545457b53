import type { ChannelClock } from '../server.ts';
import type { ChannelStats } from '../stats.ts';
import type { ChannelStore } from '../store.ts';
import type { MaxBot, MaxChat, MaxKinds, MaxMessage } from './model.ts';

/** What the bot API of MAX answers about bots, chats and messages. */
export function createMaxViews(store: ChannelStore<MaxKinds>, clock: ChannelClock, stats: Pick<ChannelStats, 'of'>) {
  const botView = ({ user_id, name, username }: MaxBot) => ({
    user_id,
    name,
    first_name: name,
    username,
    is_bot: true,
    last_activity_time: clock.now().getTime(),
  });
  const messageView = (message: MaxMessage) => {
    const { mid, seq, chat_id, bot_id, timestamp, text, markup, attachments, sender: person, reply_to } = message;
    const chat = store.get('chat', String(chat_id));
    const bot = [...store.all('bot')].find(({ user_id }) => user_id === bot_id);
    const spans = markup.map(({ type, offset, length, url }) => ({
      type,
      from: offset,
      length,
      ...(url ? { url } : {}),
    }));
    return {
      ...(person
        ? { sender: { ...person, first_name: person.name, is_bot: false, last_activity_time: timestamp } }
        : {}),
      ...(person || chat?.type === 'channel' || !bot ? {} : { sender: botView(bot) }),
      ...(reply_to === undefined ? {} : { link: { type: 'reply', message: { mid: reply_to } } }),
      recipient: { chat_id, chat_type: chat?.type ?? 'chat', user_id: null, post_id: null },
      timestamp,
      body: {
        mid,
        seq,
        text,
        ...(attachments.length > 0 ? { attachments } : {}),
        ...(spans.length > 0 ? { markup: spans } : {}),
      },
      ...(chat?.type === 'channel'
        ? { stat: { views: stats.of(mid).views ?? 1 }, url: `${chat.link ?? 'https://max.ru/c'}/${seq}` }
        : {}),
    };
  };
  const chatView = ({ bots: _bots, link, ...chat }: MaxChat) => ({
    ...chat,
    status: 'active',
    icon: null,
    last_event_time: clock.now().getTime(),
    is_public: link !== undefined,
    link: link ?? null,
  });
  return { botView, messageView, chatView };
}
export type MaxViews = ReturnType<typeof createMaxViews>;
