import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createMetrics, fail, memoryKeyValueStore, withOwnMetrics } from '@platform/runtime';
import { gatewayMetrics } from '../metrics.ts';
import { createFailedCredentials, type FailedCredentials } from './failed-credentials.ts';

const lag = { meanMs: 0, stop() {} };
let failed: FailedCredentials;
beforeEach(() => {
  lag.meanMs = 0;
  failed = createFailedCredentials(120, {
    kv: memoryKeyValueStore(),
    metrics: withOwnMetrics(createMetrics(), gatewayMetrics),
    lag,
  });
});

const check = <T>(address: string, work: Parameters<FailedCredentials['check']>[2]): Promise<T | string> =>
  (failed.check(address, new EventEmitter() as ServerResponse, work) as Promise<T>).catch(
    (error: { code: string }) => error.code,
  );
/** A credential that is not known, and wrong. */
const guess = (address: string) =>
  check(address, async ({ admit }) => {
    admit();
    return fail('invalid_token');
  });
const guesses = async (count: number, address: (at: number) => string) => {
  const codes: unknown[] = [];
  for (let at = 0; at < count; at += 1) codes.push(await guess(address(at)));
  return codes;
};
const login = (address: string) =>
  check(address, async ({ admit }) => {
    admit();
    return 'in';
  });
/** Wrong credentials from many addresses, fewer of each than any budget. */
const flood = () => guesses(60, (at) => `198.51.100.${at}`);
const times = <T>(count: number, value: T): T[] => Array(count).fill(value);

describe('failures of one address', () => {
  test('are answered up to the budget, and a new caller behind the address is refused then', async () => {
    expect(await guesses(121, () => '203.0.113.1')).toEqual([...times(120, 'invalid_token'), 'rate_limited']);
    expect(await login('203.0.113.1')).toBe('rate_limited');
    expect(await login('203.0.113.2')).toBe('in');
  });

  test('are answered up to a part of the budget while others fail too and the event loop lags; the address stays refused', async () => {
    await flood();
    lag.meanMs = 50;
    expect(await guesses(7, () => '203.0.113.1')).toEqual([...times(5, 'invalid_token'), ...times(2, 'rate_limited')]);
    lag.meanMs = 0;
    expect(await login('203.0.113.1')).toBe('rate_limited');
    expect(await login('203.0.113.2')).toBe('in');
  });
});

test('many addresses that fail together are a flood: each keeps a part of its budget', async () => {
  const codes = await guesses(1_200, (at) => `198.51.100.${at % 60}`);
  // Sixty times five, and those before the flood was noticed.
  expect(codes.filter((code) => code === 'invalid_token').length).toBeLessThan(1_000);
  expect(await login('203.0.113.1')).toBe('in');
});

test('a late event loop alone shuts no address out', async () => {
  lag.meanMs = 50;
  expect(await guesses(20, () => '203.0.113.1')).toEqual(times(20, 'invalid_token'));
  expect(await login('203.0.113.1')).toBe('in');
});

describe('questions about unknown callers', () => {
  const aService = () => {
    const running = { now: 0, most: 0 };
    const order: string[] = [];
    const ends: (() => void)[] = [];
    const ask = (address: string, service = 'catalog') =>
      check(address, ({ askInTurn }) =>
        askInTurn(service, async () => {
          running.now += 1;
          running.most = Math.max(running.most, running.now);
          order.push(address);
          await new Promise<void>((resolve) => ends.push(resolve));
          running.now -= 1;
          return 'known';
        }),
      );
    const finishAll = async () => {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        const end = ends.shift();
        if (!end) return;
        end();
      }
    };
    return { running, order, ask, finishAll };
  };

  test('run four at once, by address in turn', async () => {
    const { running, order, ask, finishAll } = aService();
    const all = [...times(6, '203.0.113.1'), '203.0.113.2'].map((address) => ask(address));
    await finishAll();
    expect(await Promise.all(all)).toEqual(times(7, 'known'));
    expect(running.most).toBe(4);
    expect(order[4]).toBe('203.0.113.2');
  });

  test('of one service that hangs leave the other services their own', async () => {
    const { order, ask, finishAll } = aService();
    const hanging = times(5, '203.0.113.1').map((address) => ask(address, 'identity'));
    await new Promise((resolve) => setImmediate(resolve));
    const other = ask('203.0.113.2', 'catalog');
    await new Promise((resolve) => setImmediate(resolve));
    expect(order).toContain('203.0.113.2');
    await finishAll();
    expect(await Promise.all([...hanging, other])).toEqual(times(6, 'known'));
  });

  test('are not asked for an address that a flood shut out while it waited', async () => {
    const { order, ask, finishAll } = aService();
    const others = times(4, '203.0.113.9').map((address) => ask(address));
    const late = ask('203.0.113.1');
    await guesses(5, () => '203.0.113.1');
    await flood();
    lag.meanMs = 50;
    await finishAll();
    expect(await late).toBe('rate_limited');
    expect(order).not.toContain('203.0.113.1');
    await Promise.all(others);
  });
});
