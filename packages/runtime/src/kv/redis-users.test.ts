import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { redisPasswordVariable } from '@platform/contracts';
import { eventually, redisUsers, startRedisServer, type TestServer } from '@platform/testing';
import { Redis } from 'ioredis';
import { asRole } from '../db/bootstrap.ts';
import { openHost } from '../host.ts';
import { createLog } from '../telemetry/log.ts';
import { redisKeyValueStore } from './redis.ts';
import type { KeyValueStore } from './store.ts';

/** Each service is a user of Redis that reads and writes its own keys alone. */

const services = ['gateway', 'identity', 'seo-rkn'];
const passwords = Object.fromEntries(services.map((name) => [redisPasswordVariable(name), `of-${name}`]));
const log = createLog('test', 'silent');
let server: TestServer;
beforeAll(async () => {
  server = await startRedisServer(await redisUsers(passwords));
});
afterAll(() => server.remove());

const urlOf = (service: string): string => asRole(server.url, service, `of-${service}`);

/** The answer of a command, or the code of its error. */
async function answerTo(url: string, command: string, ...rest: string[]): Promise<unknown> {
  const client = new Redis(url, {
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    lazyConnect: true,
    enableReadyCheck: false,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await client.call(command, ...rest);
  } catch (error) {
    return (error as Error).message.split(' ')[0];
  } finally {
    client.disconnect();
  }
}

test('a service reads, writes and counts its own keys, and is refused those of every other service', async () => {
  const stores = services.map((name) => redisKeyValueStore(urlOf(name), name, log, 10_000));
  await eventually(() => stores.every((store) => store.isUp()));
  for (const [at, store] of stores.entries()) {
    await store.set('kept', `value of ${services[at]}`, 60);
    await store.rateLimiter({ name: 'limit', points: 1, windowSeconds: 60 }).consume('a');
    expect(await store.get('kept')).toBe(`value of ${services[at]}`);
  }
  await Promise.all(stores.map((store: KeyValueStore) => store.close()));

  let refused = 0;
  for (const service of services)
    for (const other of services.filter((name) => name !== service))
      for (const key of [`platform:${other}:kept`, `platform:${other}:limit:a`])
        for (const [command = '', ...rest] of [
          ['GET', key],
          ['SET', key, 'taken'],
          ['DEL', key],
          ['TTL', key],
          ['INCRBY', key, '1'],
          ['EVAL', "return redis.call('GET', KEYS[1])", '1', key],
          ['EVAL', `return redis.call('GET', '${key}')`, '0'],
        ]) {
          const answer = await answerTo(urlOf(service), command, ...rest);
          expect([service, command, key, answer]).toEqual([service, command, key, expect.stringMatching(/NOPERM|ERR/)]);
          refused += 1;
        }
  expect(refused).toBe(3 * 2 * 2 * 7);
  expect(await answerTo(urlOf('gateway'), 'GET', 'platform:gateway:kept')).toBe('value of gateway');
});

test.each([
  ['KEYS', '*'],
  ['SCAN', '0'],
  ['RANDOMKEY'],
  ['DUMP', 'platform:gateway:kept'],
  ['FLUSHALL'],
  ['CONFIG', 'GET', '*'],
  ['ACL', 'LIST'],
  ['MONITOR'],
  ['CLIENT', 'LIST'],
  ['PUBLISH', 'any', 'x'],
])('a service is refused %s', async (...command: string[]) => {
  const [name = '', ...rest] = command;
  expect(await answerTo(urlOf('identity'), name, ...rest)).toBe('NOPERM');
});

test('without a password, or with that of another service, a client reads nothing', async () => {
  expect(await answerTo(server.url, 'PING')).toBe('PONG');
  expect(await answerTo(server.url, 'GET', 'platform:gateway:kept')).toBe('NOPERM');
  const foreign = asRole(server.url, 'gateway', 'of-identity');
  expect(await answerTo(foreign, 'GET', 'platform:gateway:kept')).not.toContain('value of');
});

test('a password that cannot stand in a URL is refused', async () => {
  for (const password of ['', 'a b', 'p@ss', 'x>y', 'a #b'])
    await expect(redisUsers({ GATEWAY_REDIS_PASSWORD: password })).rejects.toThrow('GATEWAY_REDIS_PASSWORD');
});

test('a process without a service that uses the key-value store opens no Redis', async () => {
  const env = { REDIS_URL: urlOf('gateway'), PLATFORM_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}` };
  const isShared = async (usesKeyValue: boolean) => {
    const host = await openHost({ name: 'gateway', env, log, usesKeyValue });
    await host.close();
    return host.kv.isShared;
  };
  expect([await isShared(true), await isShared(false)]).toEqual([true, false]);
});
