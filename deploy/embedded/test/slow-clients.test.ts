import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { urlVariable } from '@platform/contracts';
import { gatewayService } from '@platform/gateway';
import { listen, prepareService } from '@platform/runtime';
import { noLimits } from '@platform/testing';
import { localEnvironment } from '../src/environment.ts';
import { wire } from './probes.ts';
import { startTestPlatform, type TestPlatform, until } from './test-platform.ts';

/** Clients that send half of what they announce: they are bounded, and other clients are not delayed. */

const ways = ['in the process of the gateway', 'elsewhere'] as const;
const mebibyte = 1_048_576;

let t: TestPlatform;
const ports = {} as Record<(typeof ways)[number], number>;
const closers: (() => Promise<void> | void)[] = [];
let sockets: Socket[] = [];

beforeAll(async () => {
  t = await startTestPlatform({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  const addresses: Record<string, string> = {};
  for (const service of t.platform.services.filter(({ name }) => name !== 'gateway')) {
    const server = await listen(service.listener, { port: 0, host: '127.0.0.1' });
    closers.push(() => server.close(0));
    addresses[urlVariable(service.name)] = `http://127.0.0.1:${server.port}`;
  }
  const { secrets, baseUrl, filesDir, sandboxes } = t;
  const service = await prepareService(t.platform.host, gatewayService, {
    env: {
      ...localEnvironment({ secrets, baseUrl, filesDir, sandboxUrl: sandboxes.idp.issuer }),
      ...noLimits,
      ...addresses,
      TRUSTED_PROXIES: '127.0.0.1',
    },
  });
  await service.begin();
  const server = await listen(service.listener, { port: 0, host: '127.0.0.1' });
  closers.push(
    () => service.stop(),
    () => server.close(0),
  );
  ports['in the process of the gateway'] = t.platform.port;
  ports.elsewhere = server.port;
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
  await t.stop();
});

/**
 * A call that announces a body of 900 kB and sends so much of it; answers the status, 0 while there is none.
 */
async function halfSent(port: number, ip: string, bytes: number): Promise<() => number> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  const headers = { host: 'x', 'x-forwarded-for': ip, 'x-public-key': t.demo.site_key, 'content-length': '900000' };
  const lines = Object.entries({ ...headers, 'content-type': 'application/json' }).map(([k, v]) => `${k}: ${v}\r\n`);
  socket.write(`POST /v1/sites/${t.demo.site_code}/events HTTP/1.1\r\n${lines.join('')}\r\n${' '.repeat(bytes)}`);
  return () => Number(answer.split(' ')[1] ?? 0);
}

describe.each(ways)('with services %s,', (way) => {
  test('half-sent bodies hold 8 MiB together, the callers that hold most lose theirs, and others are served', async () => {
    const sent: (() => number)[] = [];
    for (let at = 0; at < 120; at += 1)
      sent.push(await halfSent(ports[way], `203.0.113.${at % 6}`, Math.floor(0.8 * mebibyte)));
    const dropped = () => sent.filter((status) => status() === 503).length;
    // 120 times 0.8 MiB came; 10 of them find room.
    await until('what finds no room is dropped', () => dropped() === 110);
    const send = wire(`http://127.0.0.1:${ports[way]}`);
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': '198.51.100.1',
      'x-public-key': t.demo.site_key,
    };
    const event = { event: 'page_viewed', url: 'https://example.test/', properties: { x: 'x'.repeat(1_800) } };
    const body = JSON.stringify([event, event, event, event, event]);
    for (let at = 0; at < 10; at += 1)
      expect(
        (await send({ method: 'POST', target: `/v1/sites/${t.demo.site_code}/events`, headers, body })).status,
      ).toBe(202);
    send.close();
  });

  test('one address has 128 half-sent bodies at most: a new one takes the place of the oldest', async () => {
    const sent: (() => number)[] = [];
    for (let at = 0; at < 128; at += 1) sent.push(await halfSent(ports[way], '2001:db8::1', 100));
    await sleep(2_500);
    for (let at = 0; at < 12; at += 1) sent.push(await halfSent(ports[way], '2001:db8::1', 100));
    await until('the oldest are refused', () => sent.slice(0, 12).every((status) => status() === 429));
    expect(sent.filter((status) => status() === 0)).toHaveLength(128);
  });
});
