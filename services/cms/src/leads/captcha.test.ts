import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createSafeFetch } from '@platform/runtime';
import { smartCaptcha } from './captcha.ts';

let reply: [status: number, body: string] = [200, ''];
const server = createServer((_, res) => res.writeHead(reply[0]).end(reply[1]));
const safeFetch = createSafeFetch(['127.0.0.1:*']);
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(async () => {
  await safeFetch.close();
  server.close();
});

test.each([
  [200, '{"status":"ok","message":"","host":"example.com"}', 'passed'],
  [200, '{"status":"failed","message":"Invalid or expired Token."}', 'failed'],
  [200, '{"status":"failed","message":"Authentication failed. Invalid secret."}', 'unavailable'],
  [500, '{"status":"failed","message":"Internal Server Error"}', 'unavailable'],
  [200, '<html>', 'unavailable'],
  [200, 'null', 'unavailable'],
  [200, `{"status":"ok","message":"${'x'.repeat(20_000)}"}`, 'unavailable'],
] as const)('an answer %s %s is %s', async (status, body, outcome) => {
  reply = [status, body];
  const captcha = smartCaptcha(`http://127.0.0.1:${(server.address() as AddressInfo).port}/validate`, safeFetch);
  expect(await captcha.verify({ secret: 's', token: 't', client_ip: '192.0.2.1' })).toBe(outcome);
});
