import { boundedCache, minuteMs } from '@platform/runtime';

/** The backoff of scheduled items that fail, so that a text that takes long does not block the others. */
export interface ScheduleBackoff {
  isPaused(itemId: string, now: Date): boolean;
  /** @returns how often the item failed in this process without a success */
  fail(itemId: string, now: Date): number;
  succeed(itemId: string): void;
}

const firstPauseMs = 10_000;
const longestPauseMs = 10 * minuteMs;

/** Each process has its own: after a restart an item is tried at once. */
export function createScheduleBackoff(): ScheduleBackoff {
  const failures = boundedCache<{ at: number; times: number }>({ maxBytes: 1024 * 1024 });
  return {
    isPaused(itemId, now) {
      const failure = failures.get(itemId);
      if (!failure) return false;
      return now.getTime() < failure.at + Math.min(longestPauseMs, firstPauseMs * 2 ** (failure.times - 1));
    },
    fail(itemId, now) {
      const times = (failures.get(itemId)?.times ?? 0) + 1;
      failures.set(itemId, { at: now.getTime(), times });
      return times;
    },
    succeed(itemId) {
      failures.delete(itemId);
    },
  };
}
