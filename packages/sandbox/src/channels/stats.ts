import { type Answer, jsonAnswer } from '../http/answer.ts';
import { isJsonObject } from '../http/body.ts';
import type { ChannelStore } from './store.ts';

/** Numbers of a post, by their name at the channel. One that is not set is unknown to the channel, too. */
export type PostStats = Record<string, number>;

/** What a channel counts of its posts. */
export interface ChannelStats {
  of(post_id: string): PostStats;
  /** Sets numbers of a post, beside those that it has. */
  set(post_id: string, numbers: PostStats): void;
  /** `PUT /__ctl/stats {"id": post, "views": 12, …}`; `null` for another call. */
  control(call: string, body: unknown): Answer | null;
}

/**
 * Opens the counters of a channel, which survive a kill.
 * @param onChange is called after each change
 */
export function openChannelStats(
  store: ChannelStore<{ stats: PostStats }>,
  onChange: (post_id: string, numbers: PostStats) => void = () => {},
): ChannelStats {
  const of: ChannelStats['of'] = (post_id) => store.get('stats', post_id) ?? {};
  const set: ChannelStats['set'] = (post_id, numbers) => {
    store.put('stats', post_id, { ...of(post_id), ...numbers });
    onChange(post_id, numbers);
  };
  return {
    of,
    set,
    control(call, body) {
      if (call !== 'PUT /stats') return null;
      const { id, ...numbers } = isJsonObject(body) ? body : {};
      const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;
      if (typeof id !== 'string' || !Object.values(numbers).every(isCount))
        return jsonAnswer(400, { error: 'id is a post, and each other field a number' });
      set(id, numbers as PostStats);
      return jsonAnswer(200, of(id));
    },
  };
}
