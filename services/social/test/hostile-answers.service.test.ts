import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { givenChannel, tickOf } from './given-posts.ts';
import { dataOf, publicUrl, type SocialWorld, startSocial } from './start-social.ts';

interface Canned {
  path: RegExp;
  status: number;
  headers?: Record<string, string>;
  body: string;
}

/** An answer that a channel gives once, in place of its emulator. */
let canned: Canned | null = null;
let front: Server;
let t: SocialWorld;
beforeAll(async () => {
  front = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const one = canned;
    if (one?.path.test(req.url ?? '')) {
      canned = null;
      return void res.writeHead(one.status, one.headers).end(one.body);
    }
    const { host: _host, connection: _connection, ...headers } = req.headers as Record<string, string>;
    const body = chunks.length > 0 ? new Uint8Array(Buffer.concat(chunks)) : null;
    const { 'content-length': _length, 'transfer-encoding': _encoding, ...rest } = headers;
    const answer = await fetch(`${t.origin}${req.url}`, { method: req.method ?? 'GET', headers: rest, body });
    res.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const channels = ['telegram', 'vk', 'instagram', 'threads', 'max'];
  const urls = channels.map((name) => [`SOCIAL_${name.toUpperCase()}_API_URL`, `${address}/${name}`]);
  t = await startSocial({ PUBLIC_API_URL: publicUrl, ...Object.fromEntries(urls) });
});
afterEach(() => {
  canned = null;
});
afterAll(async () => {
  await t.stop();
  front.closeAllConnections();
  await new Promise((resolve) => front.close(resolve));
});

/** A post whose publishing request gets an answer that no emulator gives. */
async function answered(channel: 'telegram' | 'vk' | 'threads' | 'max', answer: Canned) {
  const here = await givenChannel(t, channel);
  const id = await here.approved();
  dataOf(await here.schedule(id, 1));
  t.clock.advance({ minutes: 1 });
  canned = answer;
  await tickOf(t);
  expect(canned).toBeNull();
  return { ...here, id, post: await here.read(id) };
}
const publishing = {
  telegram: /sendMessage/,
  vk: /wall\.post/,
  threads: /threads_publish$/,
  max: /messages\?chat_id/,
} as const;
const telegramError = (error_code: number, more: object) => ({
  path: publishing.telegram,
  status: error_code,
  body: JSON.stringify({ ok: false, error_code, ...more }),
});
const milliseconds = (time: string | null) => Date.parse(time ?? '') - t.clock.now().getTime();

test.each([
  ['an emoji at the place of the cut', `${'ab '.repeat(99)}ab😀 and more`],
  ['a NUL', 'Bad Request: \u0000 in the text'],
  ['half of an emoji', 'Bad Request: \ud83d'],
])('an error of a channel with %s is written down', async (_name, description) => {
  const { post } = await answered('telegram', telegramError(400, { description }));
  expect(post).toMatchObject({ state: 'failed', last_error: { class: 'content', code: '400' } });
});

test('an error code of a channel with a NUL is written down', async () => {
  const body = JSON.stringify({ code: `odd\u0000code ${'x'.repeat(5_000)}`, message: 'odd' });
  const { post } = await answered('max', { path: publishing.max, status: 400, body });
  expect(post).toMatchObject({ state: 'failed', last_error: { class: 'content' } });
  expect(post.last_error?.code.length).toBeLessThan(100);
});

test.each([1e15, 1e9, 9e11])(
  'a channel that makes a post wait for %p seconds is asked again within a day',
  async (seconds) => {
    const here = await answered('telegram', telegramError(429, { parameters: { retry_after: seconds } }));
    expect(here.post).toMatchObject({ state: 'scheduled', last_error: { class: 'throttled' } });
    expect(milliseconds(here.post.next_attempt_at)).toBeLessThanOrEqual(86_400_000);
    expect(milliseconds(here.post.next_attempt_at)).toBeGreaterThan(0);
    t.clock.advance({ hours: 24, seconds: 1 });
    await tickOf(t);
    expect(await here.read(here.id)).toMatchObject({ state: 'published' });
  },
);

test.each([0, -5])('a channel that makes a post wait for %p seconds is not asked again at once', async (seconds) => {
  const here = await answered('telegram', telegramError(429, { parameters: { retry_after: seconds } }));
  expect(here.post).toMatchObject({ state: 'scheduled', last_error: { class: 'throttled' } });
  expect(milliseconds(here.post.next_attempt_at)).toBeGreaterThanOrEqual(1_000);
  t.clock.advance({ minutes: 1 });
  await tickOf(t);
});

test.each([
  ['vk', 404, '<html>nginx</html>'],
  ['vk', 302, ''],
  ['vk', 200, '<html>captcha</html>'],
  ['threads', 408, '<html>Request Timeout</html>'],
  ['threads', 400, '{"error":"no object"}'],
  ['threads', 200, ''],
  ['telegram', 413, '<html>too large</html>'],
  ['telegram', 200, '{"ok":true}'],
  ['max', 404, 'nothing'],
  ['max', 200, '[]'],
] as const)('%s: the answer %i %j to a publishing request is no outcome', async (channel, status, body) => {
  const headers = { location: 'http://127.0.0.1:1/' };
  const { post } = await answered(channel, { path: publishing[channel], status, headers, body });
  expect(post).toMatchObject({ state: 'uncertain', last_error: { class: 'uncertain' } });
});
