import { type BatchLoader, createBatchLoader } from './batch-loader.ts';
import { isDatabaseDown, isRetryableConflict } from './db/database-error.ts';
import { AppError } from './errors.ts';

export interface GroupLoaderOptions<K, V> {
  /** Work of one group waits for each other; groups do not. */
  groupOf(key: K): string;
  /**
   * Does the work of one group in one transaction, all of it or none.
   * @returns the results, in the order of the keys
   */
  load(keys: readonly K[]): Promise<readonly V[]>;
  /** Pieces of work of one transaction at most. */
  size: number;
  /** Pieces of work of one group that are under way or wait, at most. */
  waiting: number;
}

const failAll = (keys: readonly unknown[], reason: unknown) =>
  keys.map(() => ({ status: 'rejected', reason }) as const);

/** The database is away, or something holds what the work waits for. */
const cannotGoOn = (reason: unknown): boolean => isDatabaseDown(reason) || isRetryableConflict(reason);

interface Group<K, V> {
  load: BatchLoader<K, PromiseSettledResult<V>>;
  pending: number;
}

/**
 * Group commit: pieces of work of one tick of the event loop share a transaction, and so do those that arrive
 * while a transaction of their group runs. After a failure other than an outage of the database, the pieces
 * are repeated one at a time, so that a fault fails only its own piece. The work has to be idempotent.
 * @returns a function that does one piece of work; it throws AppError `service_unavailable` when too many
 * wait, and the errors of `load`
 */
export function createGroupLoader<K, V>({ groupOf, load, size, waiting }: GroupLoaderOptions<K, V>): BatchLoader<K, V> {
  const groups = new Map<string, Group<K, V>>();

  const loadAll = async (keys: readonly K[]): Promise<PromiseSettledResult<V>[]> => {
    try {
      const values = await load(keys);
      if (values.length !== keys.length) throw new Error(`a group of ${keys.length} got ${values.length} results`);
      return keys.map((_, at) => ({ status: 'fulfilled', value: values[at] as V }));
    } catch (reason) {
      if (keys.length === 1 || isDatabaseDown(reason)) return failAll(keys, reason);
      return loadEach(keys);
    }
  };

  const loadEach = async (keys: readonly K[]): Promise<PromiseSettledResult<V>[]> => {
    const outcomes: PromiseSettledResult<V>[] = [];
    for (const [at, key] of keys.entries()) {
      const [outcome] = await loadAll([key]);
      if (outcome) outcomes.push(outcome);
      // The others would only wait as long, and those behind them for all of it.
      if (outcome?.status === 'rejected' && cannotGoOn(outcome.reason))
        return [...outcomes, ...failAll(keys.slice(at + 1), outcome.reason)];
    }
    return outcomes;
  };

  return async (key) => {
    const name = groupOf(key);
    const group = groups.get(name) ?? {
      load: createBatchLoader({ load: loadAll, size, atOnce: 1, gathers: true }),
      pending: 0,
    };
    if (group.pending >= waiting) throw new AppError('service_unavailable', { retryAfterSeconds: 2 });
    groups.set(name, group);
    group.pending += 1;
    try {
      const outcome = await group.load(key);
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    } finally {
      group.pending -= 1;
      if (group.pending === 0) groups.delete(name);
    }
  };
}
