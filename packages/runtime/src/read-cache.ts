import { boundedCache } from './bounded-cache.ts';
import { singleFlight } from './single-flight.ts';

export interface ReadCache<T> {
  /**
   * The value under `group` and `key`, built by `load` when it is not there or older than the time to live.
   * Concurrent misses share one load. When a reload fails the stale value is answered: reads outlive the
   * database.
   */
  get(group: string, key: string, load: () => Promise<T>): Promise<T>;
  /** Forgets a group. A load that began before this is answered to its caller but not kept. */
  invalidate(group: string): void;
}

interface Entry<T> {
  value: T;
  freshUntil: number;
}

/** Memory for invalidations, in bytes; one that is forgotten only lets a load in flight go unkept. */
const generationBytes = 16 * 1024 * 1024;

/**
 * A cache of bodies that are read often and change seldom. Events invalidate it; `ttlMs` is the fallback for
 * lost events.
 * @param options.maxBytes memory for values and keys, in bytes
 */
export function createReadCache<T>({ maxBytes = 32 * 1024 * 1024, ttlMs = 60_000 } = {}): ReadCache<T> {
  const entries = boundedCache<Entry<T>>({ maxBytes, dispose: (_, name) => forget(name) });
  /** Keys of each group that are held. */
  const keys = new Map<string, Set<string>>();
  const generations = boundedCache<number>({ maxBytes: generationBytes });
  const shareLoad = singleFlight();
  const generationOf = (group: string) => generations.get(group) ?? 0;
  const nameOf = (group: string, key: string) => `${group}\n${key}`;

  function forget(name: string): void {
    const at = name.indexOf('\n');
    const held = keys.get(name.slice(0, at));
    held?.delete(name);
    if (held?.size === 0) keys.delete(name.slice(0, at));
  }

  const load = async (group: string, name: string, build: () => Promise<T>): Promise<T> => {
    const generation = generationOf(group);
    const value = await build();
    if (generationOf(group) === generation) {
      entries.set(name, { value, freshUntil: Date.now() + ttlMs });
      // A value that alone is larger than the bound is not kept.
      if (entries.has(name)) keys.set(group, (keys.get(group) ?? new Set()).add(name));
    }
    return value;
  };

  return {
    async get(group, key, build) {
      const name = nameOf(group, key);
      const entry = entries.get(name);
      if (entry && entry.freshUntil > Date.now()) return entry.value;
      const running = shareLoad(`${generationOf(group)}\n${name}`, () => load(group, name, build));
      return entry ? running.catch((error) => stale(error, entry)) : running;
    },
    invalidate(group) {
      generations.set(group, generationOf(group) + 1);
      for (const name of [...(keys.get(group) ?? [])]) entries.delete(name);
    },
  };
}

/** A refusal (4xx) is an answer; anything else means that the source is down. */
function stale<T>(error: unknown, entry: Entry<T>): T {
  if (error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500)
    throw error;
  return entry.value;
}
