import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer as createPlainServer, type RequestListener } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createSafeFetch } from '@platform/runtime';
import { testCertificates } from '@platform/testing';
import { fetchPage } from '../src/crawl/fetch-page.ts';
import { acceptsLegacyTls, readMailHosts, redirectsToHttps } from '../src/rkn/scans/ask-server.ts';
import type { GentleFetch } from '../src/scans/gentle-fetch.ts';

/** Probes of a server against real ones on this machine. */

const { authority, key, valid, expired } = testCertificates;
const systemAuthorities = getCACertificates('default');
const safeFetch = createSafeFetch(['localhost:*']);
const servers: Server[] = [];
const sockets = new Set<Socket>();

beforeAll(() => setDefaultCACertificates([authority]));
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});
afterAll(async () => {
  setDefaultCACertificates(systemAuthorities);
  await safeFetch.close();
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => {});
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const startTls = (options: ServerOptions, cert = valid): Promise<number> =>
  listen(createServer({ key, cert, ...options }, (_, res) => void res.end()));

const probe: { gentleFetch: GentleFetch } = { gentleFetch: (url, options) => fetchPage(safeFetch, url, options) };
const legacy = (port: number) => acceptsLegacyTls(probe, new URL(`https://localhost:${port}/`));
/** Old versions need ciphers that OpenSSL holds to be too weak. */
const weak = { ciphers: 'DEFAULT@SECLEVEL=0' };

test.each<[string, ServerOptions, boolean | null]>([
  ['TLS 1.0 and newer', { minVersion: 'TLSv1', maxVersion: 'TLSv1.3', ...weak }, true],
  ['TLS 1.1 and newer', { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.2', ...weak }, true],
  ['TLS 1.2 alone', { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' }, false],
  ['TLS 1.3 alone', { minVersion: 'TLSv1.3', maxVersion: 'TLSv1.3' }, false],
  // The guarded call that names the address speaks TLS 1.2 at least.
  ['TLS 1.0 and 1.1 alone', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ...weak }, null],
])('a server with %s', async (_what, options, expected) => {
  expect(await legacy(await startTls(options))).toBe(expected);
});

test('a server whose certificate is expired gives no address to ask', async () => {
  expect(await legacy(await startTls({ minVersion: 'TLSv1', ...weak }, expired))).toBeNull();
});

/** A server in front of another one that ends connections which offer no TLS 1.2. */
async function startGate(behind: number, end: (socket: Socket) => void): Promise<number> {
  return listen(
    createTcpServer((socket) => {
      socket.once('data', (hello: Buffer) => {
        // Version of the ClientHello (RFC 5246 §7.4.1.2): 3.3 is TLS 1.2.
        if ((hello[10] ?? 0) < 3) {
          end(socket);
          return;
        }
        const onward = connect(behind, 'localhost').on('error', () => socket.destroy());
        onward.write(hello);
        socket.pipe(onward).pipe(socket);
      });
    }),
  );
}

test.each<[string, (socket: Socket) => void]>([
  ['resets', (socket) => socket.resetAndDestroy()],
  ['closes', (socket) => socket.end()],
  ['answers with no TLS on', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
])('a server that %s an old handshake says nothing about versions', async (_what, end) => {
  const behind = await startTls({ minVersion: 'TLSv1.2' });
  expect(await legacy(await startGate(behind, end))).toBeNull();
});

/** Asks a server of plain http in the place of port 80. */
const redirects = (port: number) =>
  redirectsToHttps(
    {
      gentleFetch: (url, options) =>
        fetchPage(safeFetch, url.replace('http://localhost/', `http://localhost:${port}/`), options),
    },
    'localhost',
  );
const startPlain = (answer: RequestListener): Promise<number> => listen(createPlainServer(answer));
const redirectTo =
  (location: string): RequestListener =>
  (_, res) =>
    void res.writeHead(301, { location }).end();

test('plain http that leads to https is fine, whatever its certificate', async () => {
  for (const cert of [valid, expired]) {
    const secure = await startTls({}, cert);
    expect(await redirects(await startPlain(redirectTo(`https://localhost:${secure}/`)))).toBe(true);
  }
});

test('plain http without a redirect to https is a fault', async () => {
  expect(await redirects(await startPlain((_, res) => void res.end('hello')))).toBe(false);
  const other = await startPlain((_, res) => void res.end('hello'));
  expect(await redirects(await startPlain(redirectTo(`http://localhost:${other}/home`)))).toBe(false);
});

test('where nothing listens nothing is plain, and a connection that breaks is unknown', async () => {
  const closed = await startPlain((_, res) => void res.end());
  const server = servers.pop();
  await new Promise((resolve) => server?.close(resolve));
  expect(await redirects(closed)).toBe(true);
  const broken = await listen(createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy())));
  expect(await redirects(broken)).toBeNull();
});

/** Name in the form of a message of DNS (RFC 1035 §3.1). */
const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name
      .split('.')
      .filter((label) => label !== '')
      .map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);

/** A server of DNS that answers MX queries with these names; null: no such domain. */
async function startDns(mail: readonly string[] | null): Promise<{ resolver: Resolver; socket: UdpSocket }> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5;
    const question = query.subarray(12, end);
    const answers = (mail ?? []).map((name, at) => {
      const data = Buffer.concat([Buffer.from([0, at]), encodeName(name)]);
      // A pointer to the name of the question, type MX, class IN, a time of 60 seconds.
      return Buffer.concat([Buffer.from([0xc0, 12, 0, 15, 0, 1, 0, 0, 0, 60, 0, data.length]), data]);
    });
    const head = Buffer.from([0x81, mail === null ? 0x83 : 0x80, 0, 1, 0, answers.length, 0, 0, 0, 0]);
    socket.send(Buffer.concat([query.subarray(0, 2), head, question, ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver({ timeout: 2_000, tries: 3 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return { resolver, socket };
}

test.each<[string, string[] | null, string[] | null]>([
  ['mail servers', ['aspmx.l.google.com', 'mx.vector.example'], ['aspmx.l.google.com', 'mx.vector.example']],
  ['a null MX', ['.'], []],
  ['no such domain', null, null],
])('a domain with %s', async (_what, mail, expected) => {
  const { resolver, socket } = await startDns(mail);
  expect((await readMailHosts('www.vector.example', resolver))?.toSorted() ?? null).toEqual(expected);
  socket.close();
});

test('an address has no mail servers to ask for', async () => {
  expect([await readMailHosts('127.0.0.1'), await readMailHosts('[::1]'), await readMailHosts('localhost')]).toEqual([
    null,
    null,
    null,
  ]);
});
