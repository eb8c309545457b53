import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { StreamedBody } from '@platform/contracts/kit';
import { eventually } from '@platform/testing';
import { AppError } from '../errors.ts';
import { createLog } from '../telemetry/log.ts';
import { type Listening, listen } from './listen.ts';
import { sendError, sendStream } from './respond.ts';

let server: Listening | undefined;
afterEach(async () => {
  await server?.close(0);
  server = undefined;
});

/** A server that answers everything with this body, as a service handler does; and what it logged. */
async function serving(chunks: (req: IncomingMessage) => AsyncIterable<string>) {
  const logged: string[] = [];
  const log = createLog('test', 'error', { write: (line: string) => void logged.push(line) });
  const ended: Promise<void>[] = [];
  server = await listen(
    (req, res) => {
      const body = new StreamedBody({ contentType: 'text/csv', filename: 'a.csv', chunks: chunks(req) });
      ended.push(
        sendStream(req, res, body).catch(
          (error) =>
            void sendError(req, res, {
              error,
              requestId: 'the-request',
              failures: { log, docsUrl: 'http://api.test/docs/errors/' },
            }),
        ),
      );
    },
    { port: 0, host: '127.0.0.1' },
  );
  return { url: `http://127.0.0.1:${server.port}/`, port: server.port, logged, ended };
}

/** The count at which the stream stops: the kernel buffers of the two socket ends hold a few MiB. */
async function standstill(count: () => number): Promise<number> {
  for (let before = -1; ; before = count()) {
    await sleep(100);
    if (count() === before && before > 0) return before;
  }
}

test('the parts arrive in their order, with their type and a name to save them under', async () => {
  const { url } = await serving(async function* () {
    for (const part of ['a', 'ё', 'b'.repeat(100_000), '']) yield part;
  });
  const response = await fetch(url);
  expect(await response.text()).toBe(`aё${'b'.repeat(100_000)}`);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv',
    'content-disposition': 'attachment; filename="a.csv"',
    'cache-control': 'private, no-store',
  });
});

test('a body without any part is an empty answer', async () => {
  const { url } = await serving(async function* () {});
  const response = await fetch(url);
  expect([response.status, await response.text()]).toEqual([200, '']);
});

test('nothing leaves before the first part is made, so a failure there is a proper answer', async () => {
  const { url, logged } = await serving(async function* () {
    await sleep(1);
    if (logged.length === 0) throw new AppError('application_not_found');
    yield 'never';
  });
  const response = await fetch(url);
  expect([response.status, await response.json()]).toEqual([
    404,
    expect.objectContaining({ error: 'application_not_found', request_id: 'the-request' }),
  ]);
  expect(response.headers.get('content-disposition')).toBeNull();
  expect(logged).toEqual([]);
});

test('a later failure cuts the connection, so that the client does not take a part for the whole', async () => {
  const { url, logged } = await serving(async function* () {
    yield 'the beginning';
    await sleep(5);
    throw new Error('the database is gone');
  });
  const response = await fetch(url);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
  expect(logged.join()).toContain('the database is gone');
});

test('HEAD gets the head alone, and no more than the first part is made', async () => {
  let made = 0;
  let isReleased = false;
  const { url, ended } = await serving(async function* () {
    try {
      for (;;) {
        made += 1;
        yield 'part';
      }
    } finally {
      isReleased = true;
    }
  });
  const response = await fetch(url, { method: 'HEAD' });
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([200, 'text/csv', '']);
  await Promise.all(ended);
  expect([made, isReleased]).toEqual([1, true]);
});

test('a client that goes away ends the making, and that is no failure', async () => {
  let made = 0;
  let isReleased = false;
  const { url, logged, ended } = await serving(async function* () {
    try {
      for (;;) {
        made += 1;
        yield 'x'.repeat(10_000);
        await sleep(1);
      }
    } finally {
      isReleased = true;
    }
  });
  const leaving = new AbortController();
  const response = await fetch(url, { signal: leaving.signal });
  await response.body?.getReader().read();
  leaving.abort();
  await eventually(() => isReleased);
  await Promise.all(ended);
  const madeUntilThen = made;
  await sleep(30);
  expect([made, logged]).toEqual([madeUntilThen, []]);
});

test('a client that went away before the first part was made is no failure either', async () => {
  let isReleased = false;
  let isAsked = false;
  const { url, logged, ended } = await serving(async function* (req) {
    try {
      isAsked = true;
      await new Promise((resolve) => req.socket.once('close', resolve));
      await sleep(5);
      yield 'too late';
      yield 'much too late';
    } finally {
      isReleased = true;
    }
  });
  const leaving = new AbortController();
  const answer = fetch(url, { signal: leaving.signal }).catch(() => 'gone');
  await eventually(() => isAsked);
  leaving.abort();
  expect(await answer).toBe('gone');
  await eventually(() => isReleased);
  await Promise.all(ended);
  expect(logged).toEqual([]);
});

test('a reader that stops reading stops the making, and gets the rest when it reads on', async () => {
  const part = 'x'.repeat(65_536);
  const parts = 1_000;
  let made = 0;
  const { port } = await serving(async function* () {
    for (; made < parts; made += 1) yield part;
  });
  const client = connect(port, '127.0.0.1');
  let received = 0;
  client.on('data', (chunk) => {
    received += chunk.length;
  });
  client.pause();
  client.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  const madeUnread = await standstill(() => made);
  expect(madeUnread).toBeGreaterThan(0);
  expect(madeUnread).toBeLessThan(parts / 2);

  const closed = new Promise((resolve) => client.once('close', resolve));
  client.resume();
  await closed;
  expect(made).toBe(parts);
  expect(received).toBeGreaterThan(parts * part.length);
});

test('an unread answer is aborted at once when its client disconnects', async () => {
  let made = 0;
  let isReleased = false;
  const { port, ended, logged } = await serving(async function* () {
    try {
      for (; ; made += 1) yield 'x'.repeat(65_536);
    } finally {
      isReleased = true;
    }
  });
  const client = connect(port, '127.0.0.1').pause();
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const madeUntilThen = await standstill(() => made);
  expect(isReleased).toBe(false);
  client.destroy();
  await eventually(() => isReleased);
  await Promise.all(ended);
  expect([made, logged]).toEqual([madeUntilThen, []]);
});
