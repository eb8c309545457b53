import type { LookupAddress } from 'node:dns';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type GuardedProxy, type GuardedProxyOptions, openGuardedProxy } from './guarded-proxy.ts';

let server: Server;
let port: number;
let requests: IncomingMessage[] = [];
let reply: (req: IncomingMessage) => string = () => 'hello';
const opened: GuardedProxy[] = [];

beforeAll(async () => {
  server = createServer((req, res) => {
    requests.push(req);
    res.setHeader('set-cookie', ['a=1', 'b=2']);
    res.end(reply(req));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const proxy of opened.splice(0)) await proxy.close();
  requests = [];
  reply = () => 'hello';
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function open(options: Partial<GuardedProxyOptions> = {}): Promise<GuardedProxy> {
  const proxy = await openGuardedProxy({ allowedHosts: [], maxBytes: 100_000, ...options });
  opened.push(proxy);
  return proxy;
}

const credentialsOf = ({ username, password }: Pick<GuardedProxy, 'username' | 'password'>) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** Status and body of a request in the clear; null where the connection broke. */
const ask = (proxy: GuardedProxy, url: string, authorization = credentialsOf(proxy)) =>
  new Promise<{ status: number; body: string; cookies: string[] } | null>((resolve) => {
    const asked = request(proxy.server, { path: url, headers: { 'proxy-authorization': authorization }, agent: false });
    asked.on('error', () => resolve(null));
    asked.on('response', (answer) =>
      text(answer).then(
        (body) => resolve({ status: answer.statusCode ?? 0, body, cookies: answer.headers['set-cookie'] ?? [] }),
        () => resolve(null),
      ),
    );
    asked.end();
  });

/** What a tunnel answers, and what comes through it. */
const tunnel = (proxy: GuardedProxy, target: string, authorization = credentialsOf(proxy)) =>
  new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(proxy.server).port), '127.0.0.1');
    socket.write(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\nproxy-authorization: ${authorization}\r\n\r\n`);
    let got = '';
    socket.on('data', (chunk) => {
      if (got === '' && chunk.includes('200 Connection'))
        socket.write(`GET /through HTTP/1.1\r\nhost: ${target}\r\nconnection: close\r\n\r\n`);
      got += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(got));
  });

test('a host that an operator allows is reached in the clear and through a tunnel', async () => {
  const proxy = await open({ allowedHosts: [`127.0.0.1:${port}`] });
  expect(await ask(proxy, `http://127.0.0.1:${port}/clear?a=1`)).toEqual({
    status: 200,
    body: 'hello',
    cookies: ['a=1', 'b=2'],
  });
  expect(await tunnel(proxy, `127.0.0.1:${port}`)).toMatch(/^HTTP\/1.1 200 [\s\S]*hello/);
  expect(requests.map(({ url }) => url)).toEqual(['/clear?a=1', '/through']);
  // The target decides the host (RFC 9112 §3.2.2), and what is for the proxy goes no further.
  expect(requests[0]?.headers).toMatchObject({ host: `127.0.0.1:${port}` });
  expect(requests[0]?.headers['proxy-authorization']).toBeUndefined();
});

test('an answer that HTTP does not know is a bad gateway, and the proxy goes on', async () => {
  const heads = ['HTTP/1.1 099 Odd', 'HTTP/1.1 000 Odd', 'HTTP/1.1 200 OK\r\nx-odd: a\u0001b', 'nonsense'];
  const odd = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(`${heads.shift()}\r\ncontent-length: 2\r\n\r\nhi`));
  });
  await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(odd.address() as AddressInfo).port}`;
  const proxy = await open({ allowedHosts: [host, `127.0.0.1:${port}`] });
  const statuses = [];
  while (heads.length > 0) statuses.push((await ask(proxy, `http://${host}/`))?.status);
  odd.close();
  expect(statuses).toEqual([502, 502, 502, 502]);
  expect((await ask(proxy, `http://127.0.0.1:${port}/`))?.status).toBe(200);
});

test('nothing passes without the credentials', async () => {
  const proxy = await open({ allowedHosts: [`127.0.0.1:${port}`] });
  const wrong = credentialsOf({ username: proxy.username, password: '0'.repeat(64) });
  expect((await ask(proxy, `http://127.0.0.1:${port}/`, wrong))?.status).toBe(407);
  expect(await tunnel(proxy, `127.0.0.1:${port}`, wrong)).toMatch(/^HTTP\/1.1 407 /);
  expect(await tunnel(proxy, `127.0.0.1:${port}`, '')).toMatch(/^HTTP\/1.1 407 /);
  expect(requests).toEqual([]);
});

test('addresses inside the network and other ports are refused however they are written', async () => {
  const proxy = await open();
  for (const host of ['127.0.0.1', '127.1', '2130706433', '0x7f000001', '[::1]', '[::ffff:127.0.0.1]', 'localhost'])
    for (const at of [80, port]) {
      expect([host, at, (await ask(proxy, `http://${host}:${at}/`))?.status]).toEqual([host, at, 403]);
      expect([host, at, await tunnel(proxy, `${host}:${at}`)]).toEqual([host, at, expect.stringMatching(/ 403 /)]);
    }
  expect((await ask(proxy, 'http://169.254.169.254/latest/meta-data/'))?.status).toBe(403);
  expect((await ask(proxy, 'ftp://example.com/'))?.status).toBe(403);
  expect(proxy.refused()).toEqual(expect.arrayContaining(['169.254.169.254:80', 'localhost:80', '[::1]:80']));
  expect(requests).toEqual([]);
});

test('a name is refused for one address inside the network, and is connected to the address that was checked', async () => {
  const inside: LookupAddress = { address: '127.0.0.1', family: 4 };
  // This part of the address space is unassigned; no host answers there.
  const outside: LookupAddress = { address: '2000::1', family: 6 };
  const answers = [[inside], [outside, inside], [outside], [inside]];
  let asked = 0;
  const proxy = await open({
    lookup: (_, __, callback) => {
      callback(null, answers[asked] ?? []);
      asked += 1;
    },
  });
  // The third answer is public: the connection fails there, and does not go to the fourth.
  const statuses = [];
  for (const _ of [1, 2, 3]) statuses.push((await ask(proxy, 'http://rebind.example/'))?.status);
  expect([statuses, asked]).toEqual([[403, 403, 502], 3]);
  expect(await tunnel(proxy, 'rebind.example:80')).toMatch(/^HTTP\/1.1 403 /);
  expect(proxy.refused()).toEqual(['rebind.example:80']);
});

test('the budget of bytes ends every connection, until the next reset', async () => {
  const proxy = await open({ allowedHosts: [`127.0.0.1:${port}`], maxBytes: 50_000 });
  const url = `http://127.0.0.1:${port}/`;
  reply = () => 'x'.repeat(30_000);
  expect((await ask(proxy, url))?.body).toHaveLength(30_000);
  expect(proxy.isSpent()).toBe(false);
  expect(await ask(proxy, url)).toBeNull();
  expect(proxy.isSpent()).toBe(true);
  expect((await ask(proxy, url))?.status).toBe(403);
  proxy.reset();
  expect((await ask(proxy, url))?.status).toBe(200);
});
