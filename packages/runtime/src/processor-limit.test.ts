import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from '@jest/globals';
import { limitProcessorTime } from './processor-limit.ts';

const limitMs = 200;

/** A thread that runs `work` with each message and posts when it is done. */
async function startThread(work: string): Promise<Worker> {
  const program = `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', async () => { ${work}; parentPort.postMessage('done'); });
    parentPort.postMessage('ready');`;
  const thread = new Worker(program, { eval: true });
  await once(thread, 'message');
  return thread;
}

/** What ends first: the work, or its limit. */
async function runLimited(thread: Worker): Promise<'done' | 'expired'> {
  const { promise, resolve } = Promise.withResolvers<'expired'>();
  const endLimit = limitProcessorTime(thread, limitMs, () => resolve('expired'));
  const answered = once(thread, 'message').then(() => 'done' as const);
  thread.postMessage(null);
  const first = await Promise.race([answered, promise]);
  endLimit();
  await thread.terminate();
  return first;
}

test('a thread whose limit began before it ran is ended when it computes for longer than it may', async () => {
  const thread = new Worker('for (;;);', { eval: true });
  await new Promise<void>((resolve) => limitProcessorTime(thread, limitMs, resolve));
  const { user } = await thread.cpuUsage().catch(() => ({ user: 0 }));
  await thread.terminate();
  // On a free core the limit by the clock would have left it nearly ten times as much.
  expect(user / 1_000).toBeLessThan(9 * limitMs);
});

test('a thread that never answers is ended when ten times its processor time are over', async () => {
  expect(await runLimited(await startThread('await new Promise(() => {})'))).toBe('expired');
});

test('a thread that waits for longer than its processor time may take is not ended', async () => {
  const thread = await startThread(`await new Promise((resolve) => setTimeout(resolve, ${4 * limitMs}))`);
  expect(await runLimited(thread)).toBe('done');
});

test('a thread that computes for longer than it may is ended', async () => {
  expect(await runLimited(await startThread('for (;;);'))).toBe('expired');
});
