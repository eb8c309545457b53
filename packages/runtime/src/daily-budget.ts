import { boundedCache } from './bounded-cache.ts';
import type { Clock } from './clock.ts';
import { fail } from './errors.ts';
import { singleFlight } from './single-flight.ts';
import { dayMs } from './time.ts';

export interface DailyBudgetOptions {
  clock: Clock;
  /** What one owner may use in a day, UTC. */
  limit: number;
  /** What all processes have used of it so far; `day` is `2026-03-11`. */
  load(ownerId: string, day: string): Promise<number>;
  /** Stores what this process used, for the other processes and later ones. It may hold it in memory for a moment. */
  add(ownerId: string, amount: number): void;
  /** Called with each refusal; `isFirst` for the first one of an owner and a day in this process. */
  refused(ownerId: string, isFirst: boolean): void;
  message: string;
}

/** What the visitors of one owner may store in a day. */
export interface DailyBudget {
  /**
   * Takes an amount out of the budget of today.
   * @param amount in the unit of the limit
   * @throws AppError `rate_limited` when it is not left; `Retry-After` leads to the next day, in steps of an hour
   */
  take(ownerId: string, amount: number): Promise<void>;
}

interface Usage {
  day: string;
  /** Of all processes, when it was read. */
  known: number;
  /** Of this process since then. */
  since: number;
  readAt: number;
  isRefused: boolean;
}

/** Other processes are seen after this time. */
const refreshMs = 10_000;
const cacheBytes = 4 * 1024 * 1024;
const maxRetrySeconds = 3_600;

/** Makes the budgets of a process. Several processes may exceed a budget by what they take in ten seconds. */
export function createDailyBudget(options: DailyBudgetOptions): DailyBudget {
  const { clock, limit, load, add, refused, message } = options;
  const usages = boundedCache<Usage>({ maxBytes: cacheBytes });
  const shareLoad = singleFlight();

  const usageOf = async (ownerId: string): Promise<Usage> => {
    const now = clock.now();
    const day = now.toISOString().slice(0, 10);
    const present = usages.get(ownerId);
    const isToday = present?.day === day;
    if (present && isToday && performance.now() - present.readAt < refreshMs) return present;
    return shareLoad(`${ownerId} ${day}`, async () => {
      const before = isToday ? present.since : 0;
      const stored = await load(ownerId, day);
      const since = isToday ? present.since - before : 0;
      const isRefused = isToday && present.isRefused;
      const usage = { day, known: stored, since, readAt: performance.now(), isRefused };
      usages.set(ownerId, usage);
      return usage;
    });
  };

  return {
    async take(ownerId, amount) {
      const usage = await usageOf(ownerId);
      if (usage.known + usage.since + amount > limit) {
        refused(ownerId, !usage.isRefused);
        usage.isRefused = true;
        const leftMs = dayMs - (clock.now().getTime() % dayMs);
        fail('rate_limited', { message, retryAfterSeconds: Math.min(maxRetrySeconds, Math.ceil(leftMs / 1_000)) });
      }
      usage.since += amount;
      add(ownerId, amount);
    },
  };
}
