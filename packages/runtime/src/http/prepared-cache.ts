import type { PreparedBody } from '@platform/contracts/kit';
import { LRUCache } from 'lru-cache';

export interface PreparedCache {
  /**
   * The body under `group` and `key`, built by `load` when it is not there or older than the time to live.
   * Concurrent misses share one load. When a reload fails the stale body is served: public reads outlive the database.
   */
  get(group: string, key: string, load: () => Promise<PreparedBody>): Promise<PreparedBody>;
  /** Forgets a group. A load that began before this is answered to its caller but not kept. */
  invalidate(group: string): void;
}

interface Entry {
  body: PreparedBody;
  freshUntil: number;
}

/** Bodies of public reads, built once and answered many times. Bounded by `max` entries; `ttlMs` backs up lost events. */
export function createPreparedCache({ max = 5_000, ttlMs = 60_000 } = {}): PreparedCache {
  const entries = new LRUCache<string, Entry>({ max });
  const generations = new Map<string, number>();
  const loading = new Map<string, Promise<PreparedBody>>();
  const generationOf = (group: string) => generations.get(group) ?? 0;

  const load = async (group: string, name: string, build: () => Promise<PreparedBody>): Promise<PreparedBody> => {
    const generation = generationOf(group);
    const body = await build();
    if (generationOf(group) === generation) entries.set(name, { body, freshUntil: Date.now() + ttlMs });
    return body;
  };

  return {
    async get(group, key, build) {
      const name = `${group}\n${key}`;
      const entry = entries.get(name);
      if (entry && entry.freshUntil > Date.now()) return entry.body;
      const flight = `${generationOf(group)}\n${name}`;
      const running = loading.get(flight) ?? load(group, name, build).finally(() => loading.delete(flight));
      loading.set(flight, running);
      return entry ? running.catch((error) => serveStale(error, entry)) : running;
    },
    invalidate(group) {
      generations.set(group, generationOf(group) + 1);
      for (const name of entries.keys()) if (name.startsWith(`${group}\n`)) entries.delete(name);
    },
  };
}

/** A refusal (4xx) is an answer; anything else means that the source is down. */
function serveStale(error: unknown, entry: Entry): PreparedBody {
  if (error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500)
    throw error;
  return entry.body;
}
