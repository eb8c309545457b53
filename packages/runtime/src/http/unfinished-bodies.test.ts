import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@platform/testing';
import { createLog } from '../telemetry/log.ts';
import { readBody } from './body.ts';
import { type Listening, listen } from './listen.ts';
import { sendError, sendJson } from './respond.ts';
import { createUnfinishedBodies, type UnfinishedBodies } from './unfinished-bodies.ts';

const maxBytes = 100_000;
const maxPerClient = 4;
let bodies: UnfinishedBodies;
let server: Listening;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  bodies = createUnfinishedBodies({ maxBytes, maxPerClient, slowMs: 300 });
  const log = createLog('test', 'silent');
  server = await listen(
    (req, res) => {
      readBody(req, 60_000, { client_ip: String(req.headers['x-client']) }, bodies).then(
        (body) => sendJson(req, res, { status: 200, value: { length: body.length } }),
        (error) =>
          sendError(req, res, { error, requestId: 'r', failures: { log, docsUrl: 'http://api.test/docs/errors/' } }),
      );
    },
    { port: 0, host: '127.0.0.1' },
  );
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close(0);
});

/** Sends the head of a request and so much of its body, and stays. */
async function begin(client: string, sent: number, announced = 50_000) {
  const socket = connect(server.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\nx-client: ${client}\r\ncontent-length: ${announced}\r\n\r\n`);
  socket.write('x'.repeat(sent));
  return {
    socket,
    status: () => Number(answer.split(' ')[1] ?? 0),
    finish: () => socket.write('x'.repeat(announced - sent)),
  };
}

describe('bodies that are not whole', () => {
  test('hold so many bytes and no more; the caller that holds most loses its oldest', async () => {
    const slow: Awaited<ReturnType<typeof begin>>[] = [];
    for (let at = 0; at < 3; at += 1) {
      slow.push(await begin('203.0.113.1', 30_000));
      await eventually(() => bodies.heldBytes === (at + 1) * 30_000);
    }
    const other = await begin('203.0.113.2', 20_000);
    await eventually(() => slow[0]?.status() === 503);
    expect(bodies.heldBytes).toBe(80_000);
    expect([slow[1]?.status(), slow[2]?.status(), other.status()]).toEqual([0, 0, 0]);
    // The remaining bodies can still be finished, and so can the body of another address.
    slow[1]?.finish();
    other.finish();
    await eventually(() => slow[1]?.status() === 200 && other.status() === 200);
    expect(bodies.heldBytes).toBe(30_000);
  });

  test('are so many for one caller, an IPv6 network of 64 bits being one, and others have theirs', async () => {
    const slow: Awaited<ReturnType<typeof begin>>[] = [];
    for (let at = 0; at < maxPerClient; at += 1) slow.push(await begin(`2001:db8:0:1::${at}`, 10));
    await sleep(400);
    const next = await begin('2001:db8:0:1:ffff::1', 50_000);
    await eventually(() => slow[0]?.status() === 429 && next.status() === 200);
    expect(slow.slice(1).map(({ status }) => status())).toEqual([0, 0, 0]);
    const whole = await begin('2001:db8:0:2::1', 50_000);
    await eventually(() => whole.status() === 200);
  });

  test('are forgotten when their client goes away', async () => {
    const gone = [];
    for (let at = 0; at < maxPerClient; at += 1) gone.push(await begin('203.0.113.1', 10_000));
    await eventually(() => bodies.heldBytes === maxPerClient * 10_000);
    for (const { socket } of gone) socket.destroy();
    await eventually(() => bodies.heldBytes === 0);
    const next = await begin('203.0.113.1', 50_000);
    await eventually(() => next.status() === 200);
  });

  test('do not count for a caller that completes its bodies in time, however many it sends at once', async () => {
    bodies = createUnfinishedBodies({ maxBytes, maxPerClient, slowMs: 600_000 });
    const many = await Promise.all(Array.from({ length: 5 * maxPerClient }, () => begin('203.0.113.1', 100, 200)));
    for (const { finish } of many) finish();
    await eventually(() => many.every(({ status }) => status() === 200));
    expect(bodies.heldBytes).toBe(0);
  });

  test('are refused when one caller starts more of them at once than a real client does', async () => {
    const many = await Promise.all(Array.from({ length: 16 * maxPerClient + 3 }, () => begin('203.0.113.1', 1, 200)));
    await eventually(() => many.filter(({ status }) => status() === 429).length >= 3);
  });
});
