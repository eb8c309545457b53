import { z } from 'zod';
import type { ChannelHttp } from './channel-http.ts';
import type { ChannelMetrics } from './channel-metrics.ts';
import { readTelegram } from './telegram.ts';

/**
 * Numbers of Telegram. The Bot API has no views: reactions come in updates (`message_reaction_count`,
 * https://core.telegram.org/bots/api#messagereactioncountupdated), and members by a call.
 */
export const telegramMetrics = (http: ChannelHttp): ChannelMetrics => ({
  postsAtOnce: 50,
  readPosts: async (_call, posts) => posts.map(({ reactions }) => ({ reactions: reactions ?? 'not_received' })),
  async readMembers({ credentials: { bot_token = '', chat_id = '' }, awaitPace }) {
    await awaitPace();
    const call = { path: `/bot${encodeURIComponent(bot_token)}/getChatMemberCount`, json: { chat_id } };
    return readTelegram(z.int().min(0), await http.call(call), bot_token);
  },
});
