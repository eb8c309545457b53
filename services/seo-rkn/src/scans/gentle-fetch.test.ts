import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createSafeFetch, type SafeFetch, systemClock } from '@platform/runtime';
import { createGentleFetch } from './gentle-fetch.ts';
import type { ScanWork } from './scan-work.ts';

const intervalMs = 60;
/** A timer of Node may fire earlier than the clock shows, by at most this time. */
const earlyMs = 2;

let server: Server;
let origin: string;
let asked: { url: string; at: number }[] = [];
let fetch: SafeFetch;
let active = 0;
let mostActive = 0;
let refusals: { status: number; retryAfter?: string }[] = [];
beforeAll(async () => {
  server = createServer((_, res) => {
    const refusal = refusals.shift();
    if (refusal?.retryAfter !== undefined) res.setHeader('retry-after', refusal.retryAfter);
    res.writeHead(refusal?.status ?? 200).end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  origin = `http://${host}`;
  const safeFetch = createSafeFetch([host]);
  // When a request starts, and not when it arrives.
  fetch = Object.assign(
    (...[url, options]: Parameters<SafeFetch>) => {
      asked.push({ url, at: performance.now() });
      active += 1;
      mostActive = Math.max(mostActive, active);
      // An answer is out when the next request would start, if it did not wait for this one.
      return sleep(2 * intervalMs)
        .then(() => safeFetch(url, options))
        .finally(() => {
          active -= 1;
        });
    },
    { close: safeFetch.close },
  );
});
afterAll(async () => {
  await fetch.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const open = () => {
  asked = [];
  const app = { clock: systemClock } as ScanWork['app'];
  const scan = { options: { interval_ms: intervalMs } } as ScanWork['scan'];
  return createGentleFetch({ app, scan, fetch, signal: new AbortController().signal });
};

test('requests of one host start at the interval of the scan, one at a time', async () => {
  const gentleFetch = open();
  const begun = performance.now();
  await Promise.all(Array.from({ length: 4 }, (_, at) => gentleFetch(`${origin}/${at}`, {})));
  expect(asked).toHaveLength(4);
  expect(mostActive).toBe(1);
  // A busy machine delays each of them by chance: the begin is what all starts are measured from.
  for (const [index, { at }] of asked.entries())
    expect(at - begun).toBeGreaterThanOrEqual(index * (intervalMs - earlyMs));
});

test('a refused request is made once more behind the time that the host names', async () => {
  refusals = [{ status: 429, retryAfter: '1' }];
  const gentleFetch = open();
  expect((await gentleFetch(`${origin}/a`, {})).status).toBe(200);
  expect((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThanOrEqual(1_000 - earlyMs);

  refusals = [
    { status: 503, retryAfter: '0' },
    { status: 503, retryAfter: '0' },
  ];
  const again = open();
  expect((await again(`${origin}/b`, {})).status).toBe(503);
  expect(asked).toHaveLength(2);
});

test('a host that names no time, or a long one, is not asked again at once', async () => {
  for (const refusal of [{ status: 429 }, { status: 429, retryAfter: '3600' }]) {
    refusals = [refusal];
    expect((await open()(`${origin}/a`, {})).status).toBe(429);
    expect(asked).toHaveLength(1);
  }
});

test('a host that refuses five times in a row is asked no more', async () => {
  refusals = Array.from({ length: 9 }, () => ({ status: 429, retryAfter: '0' }));
  const gentleFetch = open();
  for (const path of ['a', 'b', 'c', 'd', 'e'])
    expect(await gentleFetch(`${origin}/${path}`, {})).toMatchObject({ url: `${origin}/${path}`, status: 429 });
  expect(asked).toHaveLength(5);
  refusals = [];
});

test('a request that its deadline ends while it waits leaves the next one its turn', async () => {
  const gentleFetch = open();
  await gentleFetch(`${origin}/a`, {});
  const deadline = new AbortController();
  const waiting = gentleFetch(`${origin}/b`, { signal: deadline.signal });
  deadline.abort(new Error('over'));
  await expect(waiting).rejects.toThrow('over');
  expect((await gentleFetch(`${origin}/c`, {})).status).toBe(200);
});
