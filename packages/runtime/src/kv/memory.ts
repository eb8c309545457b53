import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { KeyValueStore } from './store.ts';

/** Key–value store of one process: at most 10,000 entries, the least used ones leave first. */
export function memoryKeyValueStore(): KeyValueStore {
  const entries = new LRUCache<string, string>({ max: 10_000 });
  return {
    get: async (key) => entries.get(key) ?? null,
    set: async (key, value, ttlSeconds) => {
      entries.set(key, value, { ttl: ttlSeconds * 1000 });
    },
    delete: async (key) => {
      entries.delete(key);
    },
    rateLimiter: ({ name, points, windowSeconds }) =>
      new RateLimiterMemory({ keyPrefix: name, points, duration: windowSeconds }),
    isUp: () => true,
    close: async () => entries.clear(),
  };
}
