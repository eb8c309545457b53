import { setTimeout as sleep } from 'node:timers/promises';
import { type ChannelRequest, textField } from '../request.ts';
import type { ChannelStore } from '../store.ts';
import {
  type TelegramBot,
  TelegramError,
  type TelegramKinds,
  type TelegramMessage,
  type TelegramUpdate,
} from './model.ts';

const pollStepMs = 20;
const maxTimeoutSeconds = 50;

/** Updates of each bot, and its one long poll (https://core.telegram.org/bots/api#getupdates). */
export function createUpdateQueue(store: ChannelStore<TelegramKinds>) {
  const polls = new Map<number, AbortController>();
  let lastId = Math.max(0, ...[...store.all('update')].map(({ update_id }) => update_id));

  return {
    /** Adds an update about a message. Answers its id. */
    push(
      bot_id: number,
      { chat_id, message_id }: Pick<TelegramMessage, 'chat_id' | 'message_id'>,
      kind: TelegramUpdate['kind'] = 'message',
    ): number {
      lastId += 1;
      store.put('update', String(lastId), { update_id: lastId, bot_id, kind, chat_id, message_id });
      return lastId;
    },
    /**
     * Waits for updates. A second poll of the same bot ends the first one with 409.
     * @throws TelegramError
     */
    async poll(
      bot: TelegramBot,
      { fields, signal }: ChannelRequest,
      view: (message: TelegramMessage, kind: TelegramUpdate['kind']) => unknown,
    ) {
      if (store.get('webhook', String(bot.id)))
        throw new TelegramError(
          409,
          "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
        );
      polls.get(bot.id)?.abort();
      const ended = new AbortController();
      polls.set(bot.id, ended);
      const offset = Number(textField(fields, 'offset') || 0);
      const limit = Math.min(Number(textField(fields, 'limit') || 100), 100);
      const seconds = Math.min(Number(textField(fields, 'timeout') || 0), maxTimeoutSeconds);
      for (const { update_id, bot_id } of [...store.all('update')])
        if (bot_id === bot.id && update_id < offset) store.remove('update', String(update_id));
      // Counts of reactions come to those alone that ask for them.
      const isAsked = ({ kind }: TelegramUpdate): boolean =>
        kind === 'message' || textField(fields, 'allowed_updates').includes(`"${kind}"`);
      const until = Date.now() + seconds * 1000;
      try {
        for (;;) {
          if (ended.signal.aborted)
            throw new TelegramError(
              409,
              'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
            );
          const updates = [...store.all('update')].filter(
            (update) => update.bot_id === bot.id && update.update_id >= offset && isAsked(update),
          );
          if (updates.length > 0 || Date.now() >= until || signal.aborted)
            return updates.slice(0, limit).flatMap(({ update_id, kind, chat_id, message_id }) => {
              const message = store.get('message', `${chat_id}_${message_id}`);
              return message ? [{ update_id, [kind]: view(message, kind) }] : [];
            });
          await sleep(pollStepMs);
        }
      } finally {
        if (polls.get(bot.id) === ended) polls.delete(bot.id);
      }
    },
  };
}
