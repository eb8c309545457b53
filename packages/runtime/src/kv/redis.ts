import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Log } from '../telemetry/log.ts';
import type { KeyValueStore } from './store.ts';
import { WindowLimiter } from './window-limiter.ts';

/**
 * Key–value store in Redis, shared by every replica. A Redis that is down costs no request more than 200 ms,
 * and one that hangs no more than that for a second: then its connection is left, and requests no longer wait
 * at all.
 * @param owner the service; its keys begin with `platform:<owner>:`, and its user of Redis reads no others
 * @param commandMs how long a command may take, in milliseconds
 */
export function redisKeyValueStore(url: string, owner: string, log: Log, commandMs = 200): KeyValueStore {
  const redis = new Redis(url, {
    lazyConnect: false,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    connectTimeout: 1_000,
    commandTimeout: commandMs,
    // A command that timed out stays in the queue of its connection for as long as the connection does.
    socketTimeout: 5 * commandMs,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
    keyPrefix: `platform:${owner}:`,
  });
  let warned = false;
  redis.on('error', (error) => {
    if (!warned) log.warn({ err: error }, 'redis is not reachable: limits are counted per process until it is back');
    warned = true;
  });
  redis.on('ready', () => {
    warned = false;
  });
  return {
    get: (key) => redis.get(key),
    set: async (key, value, ttlSeconds) => {
      await redis.set(key, value, 'EX', ttlSeconds);
    },
    delete: async (key) => {
      await redis.del(key);
    },
    rateLimiter: (options) =>
      new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: options.name,
        points: options.points,
        duration: options.windowSeconds,
        // A caller over the limit is refused from memory, without another round trip.
        inMemoryBlockOnConsumed: (options.hasRewards ? 2 : 1) * options.points + 1,
        insuranceLimiter: new WindowLimiter(options),
      }),
    isShared: true,
    isUp: () => redis.status === 'ready',
    close: async () => redis.disconnect(),
  };
}
