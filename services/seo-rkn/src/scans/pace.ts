import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@platform/runtime';

/** The pace of a crawl: requests at once, and time between their starts. */
export interface Pace {
  /** Resolves when the next request may start. */
  enter(signal: AbortSignal): Promise<void>;
  leave(): void;
  /** The server asks for less: half the requests at once, and none for so many seconds. */
  backOff(seconds: number): void;
}

/** Seconds that a server may make the crawl wait at most. */
export const maxPauseSeconds = 60;

/** @param concurrency requests at once; @param intervalMs between two starts */
export function createPace({ clock }: { clock: Clock }, concurrency: number, intervalMs: number): Pace {
  let allowed = concurrency;
  let active = 0;
  let nextStart = 0;
  let freed = Promise.withResolvers<void>();
  const leave = (): void => {
    active -= 1;
    freed.resolve();
    freed = Promise.withResolvers();
  };
  return {
    async enter(signal) {
      while (active >= allowed) {
        await freed.promise;
        signal.throwIfAborted();
      }
      active += 1;
      const now = clock.now().getTime();
      const start = Math.max(now, nextStart);
      nextStart = start + intervalMs;
      try {
        if (start > now) await wait(start - now, signal);
        signal.throwIfAborted();
      } catch (error) {
        leave();
        throw error;
      }
    },
    leave,
    backOff(seconds) {
      allowed = Math.max(1, Math.floor(allowed / 2));
      const until = clock.now().getTime() + Math.min(seconds, maxPauseSeconds) * 1000;
      nextStart = Math.max(nextStart, until);
    },
  };
}

/** Ends at the abort too, and leaves no listener behind. */
const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
