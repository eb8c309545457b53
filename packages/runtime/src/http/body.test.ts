import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLog } from '../telemetry/log.ts';
import { assertStorable, readJson } from './body.ts';
import { sendError, sendJson } from './respond.ts';

const limit = 1_000;
let server: Server;
let port: number;

/** A server that reads and answers as services do. */
beforeAll(async () => {
  const log = createLog('test', 'silent');
  server = createServer((req, res) => {
    readJson(req, {
      maxBodyBytes: limit,
      compressed: req.url === '/compressed' || undefined,
      itemwise: req.url === '/items' ? { list: 'events', maxItems: 3 } : undefined,
    }).then(
      ({ value }) => sendJson(req, res, { status: 200, value: { data: value } }),
      (error) =>
        sendError(req, res, { error, requestId: 'r-1', failures: { log, docsUrl: 'http://api.test/docs/errors/' } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

interface Answer {
  status: number;
  body: { data?: unknown; error?: string; details?: { path: string }[] };
}

/**
 * Posts bytes as they are; chunks travel one by one and without an announced length when there are several.
 */
const post = (chunks: (string | Buffer)[], headers: Record<string, string> = {}, path = '/'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const req = request(
      { port, path, host: '127.0.0.1', method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      (res) => {
        let text = '';
        res.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        res.on('end', () => resolve({ status: res.statusCode ?? 0, body: JSON.parse(text) }));
      },
    );
    req.on('error', reject);
    const [only] = chunks;
    if (chunks.length === 1 && only !== undefined) req.setHeader('content-length', Buffer.byteLength(only));
    const next = () => {
      const chunk = chunks.shift();
      if (chunk === undefined) req.end();
      else req.write(chunk, next);
    };
    next();
  });

const outcome = async (...args: Parameters<typeof post>) => {
  const { status, body } = await post(...args);
  return [status, body.error ?? body.data];
};

describe('a body', () => {
  test('is read as JSON, however it is cut into pieces', async () => {
    const text = JSON.stringify({ имя: '🙂' });
    expect(await outcome([text])).toEqual([200, { имя: '🙂' }]);
    const bytes = Buffer.from(text);
    expect(await outcome([...bytes].map((byte) => Buffer.from([byte])))).toEqual([200, { имя: '🙂' }]);
  });

  test('that is empty is an empty object, whatever its type', async () => {
    expect(await outcome([])).toEqual([200, {}]);
    expect(await outcome([''], { 'content-type': 'text/plain' })).toEqual([200, {}]);
  });

  test('of exactly the limit is read, one byte more is refused with 413 when the length is announced', async () => {
    const exact = `"${'x'.repeat(limit - 2)}"`;
    expect((await post([exact])).status).toBe(200);
    expect(await outcome([`${exact} `])).toEqual([413, 'payload_too_large']);
  });

  test('that turns out too long on the way is answered 413, not cut off', async () => {
    const { status, body } = await post(Array.from({ length: 3 }, () => 'x'.repeat(600)));
    expect([status, body.error]).toEqual([413, 'payload_too_large']);
  });

  test('that is no JSON is refused', async () => {
    for (const text of ['{', '{"a":1,}', 'text', "{'a':1}", '[1'])
      expect([text, ...(await outcome([text]))]).toEqual([text, 400, 'invalid_json']);
    expect(await outcome([Buffer.from([0x22, 0xff, 0xfe, 0x22])])).toEqual([400, 'invalid_json']);
  });

  test('needs a JSON content type', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/merge-patch+json'])
      expect([type, ...(await outcome(['{}'], { 'content-type': type }))]).toEqual([type, 200, {}]);
    for (const type of ['text/plain', 'application/jsonx', 'multipart/form-data', 'x application/json', ''])
      expect([type, ...(await outcome(['{}'], { 'content-type': type }))]).toEqual([
        type,
        415,
        'unsupported_media_type',
      ]);
  });

  test('that is compressed is refused: it could be larger than it looks', async () => {
    for (const encoding of ['gzip', 'br', 'deflate'])
      expect(await outcome(['{}'], { 'content-encoding': encoding })).toEqual([415, 'unsupported_media_type']);
    expect(await outcome(['{}'], { 'content-encoding': 'identity' })).toEqual([200, {}]);
  });

  test('with text that the database cannot hold is refused with the name of the field', async () => {
    for (const [text, path] of [
      ['{"a":{"b":["ok","x\\u0000"]}}', 'a.b.1'],
      ['{"a":"\\ud800"}', 'a'],
      ['{"a":"\\uDfff"}', 'a'],
      ['{"a":"\\udc00\\ud800"}', 'a'],
      ['["\\u0000"]', '0'],
    ]) {
      const { status, body } = await post([text ?? '']);
      expect([status, body.error, body.details?.[0]?.path]).toEqual([400, 'validation_failed', path]);
    }
    expect((await post(['{"x\\u0000":1}'])).body.error).toBe('validation_failed');
    expect(await outcome(['{"a":"\\ud83d\\ude42"}'])).toEqual([200, { a: '🙂' }]);
  });
});

test('nesting without end is refused like any bad value, and ends nothing', () => {
  const depth = 300_000;
  const value: unknown = JSON.parse(`${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`);
  expect(() => assertStorable(value, '')).toThrow(expect.objectContaining({ code: 'validation_failed' }));
});

describe('a compressed body', () => {
  const gzip = { 'content-encoding': 'gzip' };
  const squeeze = (value: unknown) => gzipSync(JSON.stringify(value));

  test('is understood where the endpoint says so, and refused elsewhere', async () => {
    expect(await post([squeeze({ a: 1 })], gzip, '/compressed')).toMatchObject({
      status: 200,
      body: { data: { a: 1 } },
    });
    expect(await post([squeeze({ a: 1 })], gzip)).toMatchObject({ status: 415 });
    expect(await post([squeeze({ a: 1 })], { 'content-encoding': 'br' }, '/compressed')).toMatchObject({ status: 415 });
  });

  test('is inflated up to the limit and no further', async () => {
    const text = (length: number) => squeeze('x'.repeat(length - 2));
    expect(await post([text(limit)], gzip, '/compressed')).toMatchObject({ status: 200 });
    for (const length of [limit + 1, 200_000])
      expect(await post([text(length)], gzip, '/compressed')).toMatchObject({
        status: 413,
        body: { error: 'payload_too_large' },
      });
  });

  test('that is broken, cut off or not compressed at all is no JSON', async () => {
    const whole = squeeze({ a: 'text that is long enough to be cut' });
    for (const bytes of [whole.subarray(0, 20), Buffer.from('{"a":1}'), Buffer.concat([whole.subarray(0, 15), whole])])
      expect(await post([bytes], gzip, '/compressed')).toMatchObject({ status: 400, body: { error: 'invalid_json' } });
  });
});

test('a list that is too long is refused before an item of it is read', async () => {
  expect(await post(['[1,2,3]'], {}, '/items')).toMatchObject({ status: 200 });
  for (const text of ['[1,2,3,4]', '{"events":[1,2,3,4]}', '[1,2,3,4 and no JSON'])
    expect(await post([text], {}, '/items')).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
  expect(await post(['[1,2,3 and no JSON'], {}, '/items')).toMatchObject({ body: { error: 'invalid_json' } });
});

test('text that cannot be stored is left to an endpoint that judges its items itself', async () => {
  expect(await post(['["\\u0000"]'])).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
  expect(await post(['["\\u0000"]'], {}, '/items')).toMatchObject({ status: 200, body: { data: ['\0'] } });
});
