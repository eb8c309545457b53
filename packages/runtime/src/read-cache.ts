import { boundedCache, bytesOf } from './bounded-cache.ts';
import { type Clock, systemClock } from './clock.ts';
import { representationBytes, watchCompression } from './http/compression.ts';
import { singleFlight } from './single-flight.ts';

/** A loaded value that is wrong from a known moment on, however short that is. */
export class Expiring<T> {
  readonly value: T;
  readonly expiresAt: Date;
  constructor(value: T, expiresAt: Date) {
    this.value = value;
    this.expiresAt = expiresAt;
  }
}

export interface ReadCache<T> {
  /**
   * The value under `group` and `key`, built by `load` when it is not there or older than the time to live.
   * Concurrent misses share one load. When a reload fails the stale value is answered: reads outlive the
   * database. A refusal (4xx) is not cached, and neither is a value once its own `expiresAt` has come.
   */
  get(group: string, key: string, load: () => Promise<T | Expiring<T>>): Promise<T>;
  /** Forgets a group. A load that began before this is answered to its caller but not cached. */
  invalidate(group: string): void;
}

interface Entry<T> {
  value: T;
  freshUntil: number;
  /** From this moment on the value is wrong, also while its source is down. */
  validUntil: number;
}

/** Memory for invalidations, in bytes. If one is evicted, only the result of a running load is not cached. */
const generationBytes = 16 * 1024 * 1024;

/**
 * A cache of bodies that are read often and change seldom. Events invalidate it; `ttlMs` is the fallback for
 * lost events.
 * @param options.maxBytes memory for values, their compressed representations and keys, in bytes
 */
export function createReadCache<T>({
  maxBytes = 32 * 1024 * 1024,
  ttlMs = 60_000,
  clock = systemClock,
}: {
  maxBytes?: number;
  ttlMs?: number;
  clock?: Clock;
} = {}): ReadCache<T> {
  const entries = boundedCache<Entry<T>>({
    maxBytes,
    sizeOf: ({ value }) => bytesOf(value) + representationBytes(value),
    dispose: (_, name) => forget(name),
  });
  const now = () => clock.now().getTime();
  /** Keys of each group that are held. */
  const keys = new Map<string, Set<string>>();
  const generations = boundedCache<number>({ maxBytes: generationBytes });
  const shareLoad = singleFlight();
  const generationOf = (group: string) => generations.get(group) ?? 0;
  const nameOf = (group: string, key: string) => `${group}\n${key}`;

  function forget(name: string): void {
    const at = name.indexOf('\n');
    const names = keys.get(name.slice(0, at));
    names?.delete(name);
    if (names?.size === 0) keys.delete(name.slice(0, at));
  }

  const store = (group: string, name: string, entry: Entry<T>): void => {
    entries.set(name, entry);
    // A value that alone is larger than the bound is not cached.
    if (entries.has(name)) keys.set(group, (keys.get(group) ?? new Set()).add(name));
  };

  const load = async (group: string, name: string, build: () => Promise<T | Expiring<T>>): Promise<T> => {
    const generation = generationOf(group);
    const built = await build();
    const [value, validUntil] =
      built instanceof Expiring ? [built.value, built.expiresAt.getTime()] : [built, Number.POSITIVE_INFINITY];
    if (generationOf(group) === generation && validUntil > now()) {
      const entry = { value, freshUntil: Math.min(now() + ttlMs, validUntil), validUntil };
      store(group, name, entry);
      // The same entry is not measured again, a copy is.
      watchCompression(value, () => entries.peek(name)?.value === value && store(group, name, { ...entry }));
    }
    return value;
  };

  return {
    async get(group, key, build) {
      const name = nameOf(group, key);
      const entry = entries.get(name);
      if (entry && entry.freshUntil > now()) return entry.value;
      const running = shareLoad(`${generationOf(group)}\n${name}`, () => load(group, name, build));
      if (!entry) return running;
      return running.catch((error) => {
        if (!isRefusal(error) && entry.validUntil > now()) return entry.value;
        if (entries.peek(name) === entry) entries.delete(name);
        throw error;
      });
    },
    invalidate(group) {
      generations.set(group, generationOf(group) + 1);
      for (const name of [...(keys.get(group) ?? [])]) entries.delete(name);
    },
  };
}

/** A refusal (4xx) is an answer; anything else means that the source is down. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500;
