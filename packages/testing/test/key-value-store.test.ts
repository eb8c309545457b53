import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { asRole, createLog, type KeyValueStore, memoryKeyValueStore, openRedis } from '@platform/runtime';
import {
  eventually,
  redisUsers,
  startNetwork,
  startRedisServer,
  type TestNetwork,
  type TestServer,
} from '@platform/testing';
import { keyValueStoreConformance, spend } from '../src/conformance/key-value-store.conformance.ts';

const log = createLog('test', 'silent');

keyValueStoreConformance('in memory', async () => {
  const store = memoryKeyValueStore();
  return { store, close: () => store.close() };
});
keyValueStoreConformance('in Redis', async () => {
  // As the user that a deployment makes for a service.
  const server = await startRedisServer(await redisUsers({ SEO_RKN_REDIS_PASSWORD: 'of-seo-rkn' }));
  const store = await openRedis(asRole(server.url, 'seo-rkn', 'of-seo-rkn'), 'seo-rkn', log, 10_000);
  return {
    store,
    async close() {
      await store.close();
      await server.remove();
    },
  };
});

describe('with a Redis that goes away', () => {
  let server: TestServer;
  let network: TestNetwork;
  let store: KeyValueStore;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.remove());
  beforeEach(async () => {
    network = await startNetwork(server.url);
    store = await openRedis(network.url, 'test', log);
    await eventually(() => store.isUp());
  });
  afterEach(async () => {
    await store.close();
    await network.close();
  });

  const isRefused = async (key: string): Promise<true> => {
    await expect(store.get(key)).rejects.toThrow();
    return true;
  };
  /** Whether a read is refused before the event loop looks at a socket or a timer again. */
  const isRefusedAtOnce = (key: string): Promise<boolean> =>
    Promise.race([isRefused(key), new Promise<false>((resolve) => setImmediate(resolve, false))]);

  test('the server stops: reads and writes are refused at once, and after its return everything works', async () => {
    await store.set('kept', 'value', 60);
    await server.stop();
    await eventually(() => !store.isUp());
    expect(await isRefusedAtOnce('kept')).toBe(true);
    await expect(store.set('kept', 'other', 60)).rejects.toThrow();
    await expect(store.delete('kept')).rejects.toThrow();
    await server.start();
    await eventually(() => store.isUp());
    // This Redis keeps nothing on disk, as a cache may.
    expect(await store.get('kept')).toBeNull();
    await store.set('kept', 'again', 60);
    expect(await store.get('kept')).toBe('again');
  });

  test('the server hangs: reads are refused although the connection stands', async () => {
    await store.set('kept', 'value', 60);
    network.freeze();
    expect(await isRefused('kept')).toBe(true);
    await network.restore();
    await eventually(async () => (await store.get('kept')) === 'value');
  });

  test('limits go on in this process while Redis is away, and in Redis when it is back', async () => {
    const limiter = store.rateLimiter({ name: 'away', points: 2, windowSeconds: 60 });
    expect(await spend(limiter, 'a')).toBe(true);
    await network.cut();
    await eventually(() => !store.isUp());
    // The count in Redis cannot be known; this process starts its own and holds to the same limit.
    expect([await spend(limiter, 'a'), await spend(limiter, 'a'), await spend(limiter, 'a')]).toEqual([
      true,
      true,
      false,
    ]);
    await network.restore();
    await eventually(() => store.isUp());
    const other = await openRedis(server.url, 'test', log);
    await eventually(() => other.isUp());
    const elsewhere = other.rateLimiter({ name: 'away', points: 2, windowSeconds: 60 });
    expect([await spend(limiter, 'a'), await spend(elsewhere, 'a'), await spend(limiter, 'a')]).toEqual([
      true,
      false,
      false,
    ]);
    await other.close();
  });

  test('a server that hangs is left: nothing waits or queues up any more, and after its return everything works', async () => {
    await store.set('kept', 'value', 60);
    const limiter = store.rateLimiter({ name: 'paused', points: 3, windowSeconds: 60 });
    server.pause();
    try {
      await Promise.all(Array.from({ length: 50 }, () => isRefused('kept')));
      await eventually(() => !store.isUp());
      // It stays so: a connection can be opened, but the server does not answer on it.
      for (let second = 0; second < 2; second += 1) {
        expect(await isRefusedAtOnce('kept')).toBe(true);
        expect(await spend(limiter, 'a')).toBe(true);
        expect(store.isUp()).toBe(false);
        await sleep(1_000);
      }
    } finally {
      server.resume();
    }
    await eventually(async () => (await store.get('kept')) === 'value');
  });

  test('limits are decided while Redis hangs', async () => {
    const limiter = store.rateLimiter({ name: 'hanging', points: 1, windowSeconds: 60 });
    network.freeze();
    expect(await spend(limiter, 'a')).toBe(true);
    expect(await spend(limiter, 'a')).toBe(false);
  });
});
