import { type DeliveryAnswer, deliver } from '../deliver.ts';
import { textField } from '../request.ts';
import type { ChannelClock } from '../server.ts';
import type { ChannelStore } from '../store.ts';
import type { MaxBot, MaxChat, MaxKinds, MaxMessage } from './model.ts';
import type { MaxViews } from './views.ts';

/** Messages of persons: updates of bots, and deliveries to their subscriptions. */
export function createMaxUpdates({
  store,
  clock,
  messageView,
  chatOf,
  nextId,
}: {
  store: ChannelStore<MaxKinds>;
  clock: ChannelClock;
  messageView: MaxViews['messageView'];
  /** The chat. @throws MaxError */
  chatOf(id: unknown): MaxChat;
  nextId(): { mid: string; seq: number };
}) {
  const updateView = (message: MaxMessage) => ({
    update_type: 'message_created',
    timestamp: message.timestamp,
    message: messageView(message),
    user_locale: 'ru',
  });
  const hears = ({ user_id }: MaxBot, { chat_id }: MaxMessage): boolean =>
    user_id in (store.get('chat', String(chat_id))?.bots ?? {});

  return {
    /** `GET /updates`: what came behind a marker. */
    list(bot: MaxBot, fields: Record<string, unknown>) {
      const from = Number(textField(fields, 'marker') || 0);
      const limit = Math.min(Number(textField(fields, 'limit') || 100), 1_000);
      const messages = [...store.all('message')].filter(
        (message) => message.sender && message.seq > from && hears(bot, message),
      );
      const shown = messages.slice(0, limit);
      return { updates: shown.map(updateView), marker: shown.at(-1)?.seq ?? from };
    },
    /** A person writes; the subscriptions of the bots get it at once. @throws MaxError */
    async write(input: Record<string, unknown>): Promise<{ mid: string; deliveries: DeliveryAnswer[] }> {
      const chat = chatOf(input.chat_id);
      const [bot_id = 0] = Object.keys(chat.bots).map(Number);
      const { mid, seq } = nextId();
      const sender = { user_id: Number(input.user_id ?? 901), name: textField(input, 'name') || 'Reader' };
      const at = { chat_id: chat.chat_id, bot_id, timestamp: clock.now().getTime() };
      const message = { mid, seq, ...at, text: textField(input, 'text'), markup: [], attachments: [], sender };
      store.put('message', mid, message);
      const hooks = [...store.all('subscription')].filter((one) => one.bot_id in chat.bots);
      const body = JSON.stringify(updateView(message));
      const deliveries = [];
      for (const { url, secret } of hooks)
        deliveries.push(await deliver(url, body, secret === '' ? {} : { 'x-max-bot-api-secret': secret }));
      return { mid, deliveries };
    },
  };
}
