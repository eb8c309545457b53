import { boundedCache } from '../bounded-cache.ts';
import type { KeyValueStore } from './store.ts';
import { WindowLimiter } from './window-limiter.ts';

/** How much memory the values of one process may take, in bytes. */
const maxBytes = 32 * 1024 * 1024;

/** Key–value store of one process, bounded in bytes: the least used entries leave first. */
export function memoryKeyValueStore(): KeyValueStore {
  const entries = boundedCache<string>({ maxBytes });
  return {
    get: async (key) => entries.get(key) ?? null,
    set: async (key, value, ttlSeconds) => {
      entries.set(key, value, { ttl: ttlSeconds * 1000 });
    },
    delete: async (key) => {
      entries.delete(key);
    },
    rateLimiter: (options) => new WindowLimiter(options),
    isShared: false,
    isUp: () => true,
    close: async () => entries.clear(),
  };
}
