import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type EndpointRequest, endpoint, service } from '@platform/contracts/kit';
import { fail } from '@platform/runtime';
import { eventually } from '@platform/testing';
import { z } from 'zod';
import { startTopologies, type Topologies, ways } from './topologies.ts';

const mebibyte = 1_048_576;
const maxBytes = 8 * mebibyte;
/** More than the buffers of two connections hold. */
const manyBytes = 48 * mebibyte;
const path = '/v1/files';
const longPath = '/v1/long-files';
const parts = {
  method: 'POST',
  summary: 'Upload',
  auth: 'none',
  rate: 'public_ip',
  status: 201,
  timeoutSeconds: 300,
  query: z.object({ file_name: z.string().optional(), mode: z.string().optional() }),
  response: z.object({ file_name: z.string(), size: z.int(), sha256: z.string() }),
} as const;
const upload = { types: ['application/octet-stream'], streamed: true } as const;
const files = service({
  name: 'files',
  endpoints: {
    upload: endpoint({ ...parts, path, upload: { ...upload, maxBytes } }),
    uploadLong: endpoint({ ...parts, path: longPath, upload: { ...upload, maxBytes: manyBytes } }),
  },
  events: {},
  queries: {},
  commands: {},
});

type Received = Pick<EndpointRequest<typeof files.endpoints.upload>, 'file' | 'query'>;

let t: Topologies;
/** How far the handler has read each upload of a test. An earlier test's upload may still drain. */
let readings: { taken: number; end?: string }[] = [];
let mayRead = Promise.resolve();
beforeAll(async () => {
  const receive = async ({ file, query: { mode } }: Received) => {
    if (mode === 'refuse') return fail('forbidden');
    const hash = createHash('sha256');
    const reading: (typeof readings)[number] = { taken: 0 };
    readings.push(reading);
    try {
      for await (const chunk of file.chunks) {
        await mayRead;
        reading.taken += chunk.length;
        hash.update(chunk);
        if (mode === 'refuse_later') fail('conflict');
      }
    } catch (error) {
      reading.end = (error as Error).name;
      throw error;
    }
    reading.end = 'whole';
    return { file_name: file.file_name, size: reading.taken, sha256: hash.digest('hex') };
  };
  t = await startTopologies(files, { upload: receive, uploadLong: receive });
});
afterAll(async () => {
  await t.stop();
  expect(t.errors()).toEqual([]);
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const noise = (length: number) => Buffer.alloc(length, createHash('sha512').update(String(length)).digest());

describe.each(ways)('with the service %s, a streamed upload', (way) => {
  const post = async (query: string, body: string | Buffer | FormData, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${t.urls[way]}${path}${query}`, {
      method: 'POST',
      headers,
      body: Buffer.isBuffer(body) ? new Uint8Array(body) : body,
    });
    return { status: answer.status, ...((await answer.json()) as { error?: string; data?: Record<string, unknown> }) };
  };

  test.each(['application/octet-stream', 'image/png', 'text/plain', 'application/json', 'x/y'])(
    'is taken with the type %s, byte by byte',
    async (type) => {
      const bytes = noise(3 * mebibyte + 17);
      const { status, data } = await post('?file_name=a.bin', bytes, { 'content-type': type });
      expect([status, data]).toEqual([201, { file_name: 'a.bin', size: bytes.length, sha256: sha256(bytes) }]);
    },
  );

  test('is taken from a form, under the name that the form gives it, of any length', async () => {
    for (const length of [1, 70, 1_000, 65_536, 2 * mebibyte + 1]) {
      // Bytes that look like the end of the form, but are none.
      const bytes = Buffer.concat([
        noise(length),
        Buffer.from('\r\n--\r\n-----'),
        noise(length),
        Buffer.from('\r\n--'),
      ]);
      const form = new FormData();
      form.append('anything', new Blob([bytes], { type: 'image/png' }), 'Отчёт "2026".pdf');
      const { status, data } = await post('', form);
      expect([status, data]).toEqual([
        201,
        { file_name: 'Отчёт "2026".pdf', size: bytes.length, sha256: sha256(bytes) },
      ]);
    }
  });

  test.each([
    ['?file_name=%2Fetc%2Fpasswd', 'passwd'],
    ['?file_name=C:%5Cfiles%5Ca.txt', 'a.txt'],
    ['?file_name=a%0D%0Ab%E2%80%AEgpj.exe', 'abgpj.exe'],
    ['?file_name=etc%2F', ''],
    ['', ''],
  ])('with the name %s is never called by a path', async (query, name) => {
    expect((await post(query, 'x', { 'content-type': 'text/plain' })).data?.file_name).toBe(name);
  });

  test('with a name that leads out of its folder is refused', async () => {
    for (const query of ['?file_name=..%2F..%2Fetc%2Fpasswd', '?file_name=..%5Ca.txt', '?file_name=..']) {
      const refused = await post(query, 'x', { 'content-type': 'text/plain' });
      expect([query, refused.status, refused.error]).toEqual([query, 400, 'validation_failed']);
    }
  });

  test.each<[string, () => string | Buffer | FormData, Record<string, string>, number, string]>([
    ['that is empty', () => '', { 'content-type': 'a/b' }, 400, 'validation_failed'],
    ['that is too long', () => noise(maxBytes + 1), { 'content-type': 'a/b' }, 413, 'payload_too_large'],
    [
      'that is compressed',
      () => 'x',
      { 'content-type': 'a/b', 'content-encoding': 'gzip' },
      415,
      'unsupported_media_type',
    ],
    ['in a form without boundary', () => 'x', { 'content-type': 'multipart/form-data' }, 415, 'unsupported_media_type'],
    [
      'in a broken form',
      () => '--b\r\n',
      { 'content-type': 'multipart/form-data; boundary=b' },
      400,
      'validation_failed',
    ],
    [
      'in a form that ends early',
      () => '--b\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n\r\nx',
      { 'content-type': 'multipart/form-data; boundary=b' },
      400,
      'validation_failed',
    ],
    [
      'in a form with two files',
      () => {
        const form = new FormData();
        for (const name of ['a', 'b']) form.append(name, new Blob([name]), name);
        return form;
      },
      {},
      400,
      'validation_failed',
    ],
    [
      'in a form with a text instead of it',
      () => {
        const form = new FormData();
        form.append('a', 'text');
        return form;
      },
      {},
      400,
      'validation_failed',
    ],
    [
      'in a form, one byte too long',
      () => {
        const form = new FormData();
        form.append('a', new Blob([noise(maxBytes + 1)]), 'a');
        return form;
      },
      {},
      413,
      'payload_too_large',
    ],
  ])('%s is refused', async (...[, body, headers, status, error]) => {
    expect(await post('', body(), headers)).toMatchObject({ status, error });
  });

  test.each([
    ['at once', '?mode=refuse', 403, 'forbidden'],
    ['in the middle', '?mode=refuse_later', 409, 'conflict'],
    ['for its length, which it did not announce', '', 413, 'payload_too_large'],
  ])(
    'that is refused %s reaches the client that sends everything before it reads',
    async (_when, query, status, code) => {
      const { port } = new URL(t.urls[way]);
      const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
      await once(socket, 'connect');
      socket.pause();
      const write = (bytes: string | Buffer) =>
        new Promise<void>((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())));
      await write(
        `POST ${path}${query} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-type: a/b\r\n\r\n`,
      );
      const piece = noise(65_536);
      for (let left = maxBytes + mebibyte; left > 0; left -= piece.length) {
        await write(`${piece.length.toString(16)}\r\n`);
        await write(piece);
        await write('\r\n');
      }
      await write('0\r\n\r\n');
      let text = '';
      for await (const chunk of socket) {
        text += String(chunk);
        if (text.includes('request_id')) break;
      }
      socket.destroy();
      expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*"error":"${code}"`));
    },
  );

  test('waits for its reader: a client sends no faster than the file is read', async () => {
    const { promise, resolve: goOn } = Promise.withResolvers<void>();
    mayRead = promise;
    const { port } = new URL(t.urls[way]);
    const socket = connect({ port: Number(port), host: '127.0.0.1' });
    await once(socket, 'connect');
    socket.write(`POST ${longPath} HTTP/1.1\r\nhost: x\r\ncontent-length: ${manyBytes}\r\ncontent-type: a/b\r\n\r\n`);
    readings = [];
    socket.write(noise(manyBytes));
    await eventually(() => readings[0]?.taken === 0);
    const before = socket.writableLength;
    expect(before).toBeGreaterThan(0);
    goOn();
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(String(answer)).toMatch(/^HTTP\/1.1 201 /);
    expect(readings[0]?.taken).toBe(manyBytes);
    socket.destroy();
  });

  test('of a client that disconnects ends as a failure for its reader, never as a whole file', async () => {
    for (const head of [`content-length: ${maxBytes}`, 'transfer-encoding: chunked']) {
      const { port } = new URL(t.urls[way]);
      const socket = connect({ port: Number(port), host: '127.0.0.1' });
      await once(socket, 'connect');
      readings = [];
      socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${head}\r\ncontent-type: a/b\r\n\r\n5\r\nhello\r\n`);
      await eventually(() => readings[0] && readings[0].taken > 0);
      socket.destroy();
      await eventually(() => readings[0]?.end);
      expect(readings[0]?.end).toBe('ClientGoneError');
    }
  });
});
