import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { requestPath, urlVariable } from '@platform/contracts';
import { gatewayService } from '@platform/gateway';
import { listen, prepareService } from '@platform/runtime';
import { aPng, noLimits } from '@platform/testing';
import { localEnvironment } from '../src/environment.ts';
import { allEndpoints, startTestPlatform, type TestPlatform } from './test-platform.ts';

/**
 * A refusal that comes while the client is still sending reaches the client. The clients here read nothing
 * before they have sent everything: an answer that is followed by a reset of the connection is lost to them,
 * every time.
 */

const ways = ['in the process of the gateway', 'elsewhere'] as const;
const mebibyte = 1_048_576;
const tooMany = 5;

let t: TestPlatform;
let admin: Record<string, string>;
let anna: Record<string, string>;
const ports = {} as Record<(typeof ways)[number], number>;
const closers: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  const env = { TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_FAILED_CREDENTIALS: String(tooMany) };
  t = await startTestPlatform({ env });
  admin = await t.adminHeaders();
  anna = (await t.registered('anna')).headers;
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
      ...env,
      ...addresses,
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
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
  await t.stop();
});

interface Sent {
  method: string;
  target: string;
  headers: Record<string, string>;
  bytes: number;
  chunked: boolean;
}

const open = async (port: number): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  await once(socket, 'connect');
  socket.pause();
  return socket;
};

const head = ({ method, target, headers, bytes, chunked }: Sent): string => {
  const length = chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(bytes) };
  const lines = Object.entries({ host: 'platform.test', ...headers, ...length });
  return `${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
};

/** Writes and waits until the system has taken it, so that nothing is sent faster than it is read. */
const write = (socket: Socket, bytes: string | Buffer): Promise<void> =>
  new Promise((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())));

/** Sends all of a request before it reads any of the answer. */
async function sendAllThenRead(
  port: number,
  sent: Sent,
): Promise<{ status: number; error: unknown; connection: string }> {
  const socket = await open(port);
  const failed = once(socket, 'error').then(([error]) => Promise.reject(error));
  failed.catch(() => {});
  const whole = async () => {
    await write(socket, head(sent));
    const piece = Buffer.alloc(65_536, 0x20);
    for (let left = sent.bytes; left > 0; left -= piece.length) {
      const part = piece.subarray(0, Math.min(left, piece.length));
      if (sent.chunked) await write(socket, `${part.length.toString(16)}\r\n`);
      await write(socket, part);
      if (sent.chunked) await write(socket, '\r\n');
    }
    if (sent.chunked) await write(socket, '0\r\n\r\n');
    return readAnswer(socket);
  };
  try {
    return await Promise.race([whole(), failed]);
  } finally {
    socket.destroy();
  }
}

async function readAnswer(socket: Socket): Promise<{ status: number; error: unknown; connection: string }> {
  let text = '';
  for await (const chunk of socket) {
    text += String(chunk);
    const at = text.indexOf('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
    if (at >= 0 && text.length - at - 4 >= length) break;
  }
  const [start = '', body = '{}'] = text.split('\r\n\r\n');
  const connection = /connection: (\S+)/i.exec(start)?.[1] ?? '';
  return { status: Number(start.split(' ')[1]), error: (JSON.parse(body) as { error?: unknown }).error, connection };
}

const json = { 'content-type': 'application/json' };
const png = { 'content-type': 'image/png' };
const icon = () => ({
  method: 'PUT',
  target: requestPath(allEndpoints.setApplicationIcon, { params: { application_id: t.demo.application_id } }),
});
const batch = { method: 'POST', target: '/v1/events/batch' };
const large = 6 * mebibyte;
let lastAddress = 0;
const fresh = () => {
  lastAddress += 1;
  return { 'x-forwarded-for': `203.0.113.${lastAddress}` };
};

type Case = [what: string, request: () => Omit<Sent, 'chunked'>, status: number, error: string];

const cases: Case[] = [
  [
    'a file over its limit',
    () => ({ ...icon(), headers: { ...admin, ...png }, bytes: large }),
    413,
    'payload_too_large',
  ],
  [
    'a file over its limit by one byte',
    () => ({ ...icon(), headers: { ...admin, ...png }, bytes: mebibyte + 1 }),
    413,
    'payload_too_large',
  ],
  [
    'a JSON body over its limit',
    () => ({ ...batch, headers: { ...anna, ...json }, bytes: large }),
    413,
    'payload_too_large',
  ],
  [
    'a file of a wrong type',
    () => ({ ...icon(), headers: { ...admin, 'content-type': 'text/plain' }, bytes: mebibyte }),
    415,
    'unsupported_media_type',
  ],
  [
    'a compressed file',
    () => ({ ...icon(), headers: { ...admin, ...png, 'content-encoding': 'gzip' }, bytes: mebibyte }),
    415,
    'unsupported_media_type',
  ],
  [
    'a caller without a token',
    () => ({ ...batch, headers: { ...fresh(), ...json }, bytes: large }),
    401,
    'missing_token',
  ],
  [
    'a wrong token',
    () => ({ ...batch, headers: { ...anna, ...fresh(), ...json, authorization: 'Bearer a.b.c' }, bytes: large }),
    401,
    'invalid_token',
  ],
  [
    'an address that is not there',
    () => ({ method: 'POST', target: '/v1/no', headers: json, bytes: large }),
    404,
    'not_found',
  ],
  [
    'an application that is not there',
    () => ({ ...batch, headers: { ...anna, ...fresh(), ...json, 'x-application-code': 'none' }, bytes: large }),
    404,
    'application_not_found',
  ],
  [
    'a method that is not there',
    () => ({ method: 'PUT', target: '/v1/events', headers: json, bytes: large }),
    405,
    'method_not_allowed',
  ],
  [
    'an address over its budget',
    () => ({ ...batch, headers: { ...spent, ...json }, bytes: large }),
    429,
    'rate_limited',
  ],
  [
    'a body where a file is streamed',
    () => ({
      method: 'GET',
      target: `/v1/admin/applications/${t.demo.application_id}/license-keys?limit=0`,
      headers: admin,
      bytes: mebibyte,
    }),
    400,
    'validation_failed',
  ],
];
const spent = { 'x-forwarded-for': '198.51.100.1' };

describe.each(ways)('with services %s, a client that is still sending hears why it is refused:', (way) => {
  beforeAll(async () => {
    const url = `http://127.0.0.1:${ports[way]}/v1/admin/me`;
    for (let sent = 0; sent <= tooMany; sent += 1) await fetch(url, { headers: spent });
  });

  describe.each([false, true])('in chunks: %j,', (chunked) => {
    test.each(cases)('%s', async (_what, request, status, error) => {
      const answer = await sendAllThenRead(ports[way], { ...request(), chunked });
      expect([answer.status, answer.error]).toEqual([status, error]);
    });
  });

  test.each(cases)('before it sends the body, when it waits to be asked for it: %s', async (_what, request, status) => {
    const sent = { ...request(), chunked: false };
    const socket = await open(ports[way]);
    await write(socket, head({ ...sent, headers: { ...sent.headers, expect: '100-continue' } }));
    const first = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))).resume());
    socket.destroy();
    // The gateway asks for a body that it cannot refuse by the head alone.
    const answers = sent.bytes === large ? [status] : [status, 100];
    expect(answers).toContain(Number(first.split(' ')[1]));
  });

  test('and is asked for a body that is right, and answered', async () => {
    const file = aPng();
    const socket = await open(ports[way]);
    const headers = { ...admin, ...png, expect: '100-continue' };
    await write(socket, head({ ...icon(), headers, bytes: file.length, chunked: false }));
    socket.resume();
    const [asked] = (await once(socket, 'data')) as [Buffer];
    expect(String(asked)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    await write(socket, file);
    expect(await readAnswer(socket)).toMatchObject({ status: 200, error: undefined });
    socket.destroy();
  });

  test('and no longer than a bounded time: a client that never ends is left', async () => {
    const socket = await open(ports[way]);
    const closed = once(socket, 'close');
    socket.on('error', () => {});
    await write(
      socket,
      head({ method: 'POST', target: '/v1/no', headers: json, bytes: 1_000_000_000, chunked: false }),
    );
    socket.resume();
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(String(answer)).toMatch(/^HTTP\/1.1 404 .*connection: close/is);
    socket.on('end', () => socket.end());
    await closed;
  });
});
