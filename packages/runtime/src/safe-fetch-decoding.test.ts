import { randomBytes } from 'node:crypto';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import type { SafeFetchOptions } from './safe-fetch.ts';
import { codeOf, withServer } from './safe-fetch-server.ts';

/** Brotli at its full quality takes seconds for a bomb. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const s = withServer();

const text = 'Привет, мир. '.repeat(1_000);
const encoded: [string, string, Buffer][] = [
  ['gzip', 'gzip', gzipSync(text)],
  ['gzip by its old name', 'X-GZIP', gzipSync(text)],
  ['Brotli', 'br', brotliCompressSync(text)],
  ['deflate', 'deflate', deflateSync(text)],
  ['deflate without its frame', 'deflate', deflateRawSync(text)],
  ['no coding', 'identity', Buffer.from(text)],
];
const replyWith = (encoding: string, body: Buffer) => {
  s.reply = (_, res) => void res.writeHead(200, { 'content-encoding': encoding }).end(body);
};
const decode = (options: SafeFetchOptions = {}) =>
  s.trusting()(`http://127.0.0.1:${s.port}/`, { decode: true, ...options });

test.each(encoded)('%s is decoded', async (_, encoding, body) => {
  replyWith(encoding, body);
  expect((await decode()).body.toString()).toBe(text);
  expect(s.requests[0]?.headers['accept-encoding']).toBe('gzip, br, deflate');
});

test('nothing is asked for and nothing is decoded without the option', async () => {
  replyWith('gzip', gzipSync(text));
  const answer = await s.trusting()(`http://127.0.0.1:${s.port}/`);
  expect(gunzipSync(answer.body).toString()).toBe(text);
  expect(s.requests[0]?.headers['accept-encoding']).toBeUndefined();
});

test('an empty body decodes to an empty body', async () => {
  replyWith('gzip', Buffer.alloc(0));
  expect((await decode()).body).toHaveLength(0);
});

test.each([
  ['an unknown coding', 'zstd', Buffer.from(text)],
  ['two codings', 'gzip, br', gzipSync(brotliCompressSync(text))],
  ['no gzip', 'gzip', Buffer.from(text)],
  ['no Brotli', 'br', Buffer.from(text)],
  ['no deflate', 'deflate', Buffer.from(text)],
  ['a gzip that is cut', 'gzip', gzipSync(text).subarray(0, 40)],
  ['a Brotli that is cut', 'br', brotliCompressSync(text).subarray(0, 20)],
])('%s is an error of its own', async (_, encoding, body) => {
  replyWith(encoding, body);
  expect(await codeOf(decode())).toBe('bad_encoding');
});

test('a connection that breaks in an encoded body is a reset', async () => {
  const body = gzipSync(randomBytes(100_000));
  s.reply = (_, res) => {
    res.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length });
    res.write(body.subarray(0, 50_000), () => res.destroy());
  };
  expect(await codeOf(decode())).toBe('reset');
});

test('the limit counts decoded bytes', async () => {
  replyWith('gzip', gzipSync(Buffer.alloc(1_000)));
  expect((await decode({ maxBytes: 1_000 })).body).toHaveLength(1_000);
  expect(await codeOf(decode({ maxBytes: 999 }))).toBe('too_large');
});

test.each([
  ['gzip', (bytes: Buffer) => gzipSync(bytes)],
  ['br', (bytes: Buffer) => brotliCompressSync(bytes, quick)],
  ['deflate', (bytes: Buffer) => deflateSync(bytes)],
])('a bomb of %s is left while it streams', async (encoding, compress) => {
  replyWith(encoding, compress(Buffer.alloc(64 * 1_048_576)));
  const before = process.memoryUsage().arrayBuffers;
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().arrayBuffers);
  }, 1);
  expect(await codeOf(decode({ maxBytes: 100_000 }))).toBe('too_large');
  clearInterval(watch);
  expect(peak - before).toBeLessThan(32 * 1_048_576);
});

test('encoded bytes that decode to nothing are bounded too', async () => {
  // Empty stored blocks: five bytes each, and no output.
  const block = Buffer.concat(Array.from({ length: 10_000 }, () => Buffer.from([0, 0, 0, 0xff, 0xff])));
  const { promise: closed, resolve: onClose } = Promise.withResolvers<void>();
  s.reply = (_, res) => {
    res.writeHead(200, { 'content-encoding': 'deflate' });
    const more = () => {
      while (!res.destroyed && res.write(block));
    };
    res.on('drain', more).on('close', () => onClose());
    more();
  };
  expect(await codeOf(decode({ maxBytes: 1_000 }))).toBe('too_large');
  await closed;
});
