import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Schedule } from '@platform/contracts';
import { createLog, type Listening, listen } from '@platform/runtime';
import { eventually, logLines } from '@platform/testing';
import { startScheduler } from '../src/scheduler.ts';

const often = (id: string): Schedule => ({ id, path: `/v1/internal/${id}`, everySeconds: 0.02, timeoutSeconds: 60 });

let server: Listening;
let calls: { target: string; secret: unknown }[] = [];
let answer: (target: string) => Promise<number>;
const lines = logLines();
const log = createLog('test', 'warn', lines);
const stops: (() => void)[] = [];

beforeEach(async () => {
  calls = [];
  answer = async () => 200;
  server = await listen(
    async (req, res) => {
      calls.push({ target: `${req.method} ${req.url}`, secret: req.headers['x-worker-secret'] });
      res.writeHead(await answer(req.url ?? '')).end('a report');
    },
    { port: 0, host: '127.0.0.1' },
  );
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await server.close(0);
});

const start = (...ids: string[]) => {
  const baseUrl = `http://127.0.0.1:${server.port}`;
  const stop = startScheduler({ baseUrl, workerSecret: 'a-worker-secret', log, schedules: ids.map(often) });
  stops.push(stop);
  return stop;
};

test('every endpoint with a schedule is called again and again, with the worker secret', async () => {
  start('one', 'two');
  const of = (id: string) => calls.filter(({ target }) => target === `POST /v1/internal/${id}`);
  await eventually(() => of('one').length >= 3 && of('two').length >= 3);
  expect(new Set(calls.map(({ secret }) => secret))).toEqual(new Set(['a-worker-secret']));
});

test('a call that takes longer than its interval holds up its own next call, and no other', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  answer = async (target) => {
    if (target.endsWith('/slow')) await released;
    return 200;
  };
  start('slow', 'quick');
  const slow = () => calls.filter(({ target }) => target.endsWith('/slow')).length;
  await eventually(() => calls.length - slow() >= 5 && slow() > 0);
  expect(slow()).toBe(1);
  release();
  await eventually(() => slow() >= 2);
});

test('a call that fails is logged with its report, and the next one is made', async () => {
  answer = async () => 503;
  start('one');
  await eventually(() => calls.length >= 3);
  const logged = lines.all.map((line) => JSON.parse(line));
  expect(logged).toContainEqual(expect.objectContaining({ endpoint: 'one', status: 503, report: 'a report' }));
});

test('a scheduler that is stopped calls nothing more, and ends the call that runs', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  answer = async () => {
    await released;
    return 200;
  };
  const before = lines.all.length;
  const stop = start('one');
  await eventually(() => calls.length > 0);
  stop();
  await sleep(100);
  expect(calls).toHaveLength(1);
  expect(lines.all.slice(before)).toEqual([]);
  release();
});
