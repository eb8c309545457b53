import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, test } from '@jest/globals';
import { loadedPackages } from '@platform/testing';
import type * as brokenProgram from '../test/broken-program.ts';
import type * as program from '../test/program.ts';
import type * as slowProgram from '../test/slow-program.ts';
import { ThreadBusyError, ThreadLimitError } from './errors.ts';
import { type ThreadOptions, Threads } from './threads.ts';

const fileOf = (name: string): URL => new URL(`../test/${name}.ts`, import.meta.url);
const opened: { close(): Promise<void> }[] = [];
function open<Program = typeof program>(options: Partial<ThreadOptions> = {}): Threads<Program> {
  const threads = new Threads<Program>({
    program: fileOf('program'),
    name: 'the calculator',
    timeoutMs: 60_000,
    memoryMb: 64,
    ...options,
  });
  opened.push(threads);
  return threads;
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((threads) => threads.close()));
});

test('calls run in the order in which they are made, in one thread', async () => {
  const threads = open();
  const done: number[] = [];
  const answers = await Promise.all(
    [100, 0, 50, 1].map(async (ms) => {
      const answer = await threads.run('compute', { ms });
      done.push(ms);
      return answer;
    }),
  );
  expect(done).toEqual([100, 0, 50, 1]);
  expect(answers.map(({ calls }) => calls)).toEqual([1, 2, 3, 4]);
  expect(new Set(answers.map(({ thread }) => thread)).size).toBe(1);
});

test('two threads work at once, and no third one', async () => {
  const threads = open({ threads: 2 });
  const { port1, port2 } = new MessageChannel();
  const long = threads.run('ask', { port: port2, question: 'go on?' }, { transfer: [port2] });
  const calls = [1, 2].map(() => threads.run('compute', { ms: 1 }));
  expect((await Promise.all(calls)).map(({ calls }) => calls)).toEqual([1, 2]);
  port1.postMessage('yes');
  expect(await long).toBe('yes');
  const used = await Promise.all([1, 2, 3, 4].map(() => threads.run('compute', { ms: 50 })));
  expect(new Set(used.map(({ thread }) => thread)).size).toBe(2);
});

test('a call over its processor time is refused, and the call behind it gets a new thread', async () => {
  const threads = open({ timeoutMs: 200 });
  const { thread } = await threads.run('compute', { ms: 1 });
  const endless = threads.run('computeForEver', {});
  const next = threads.run('compute', { ms: 1 });
  await expect(endless).rejects.toMatchObject({ name: 'ThreadLimitError', limit: 'time' });
  expect((await next).thread).not.toBe(thread);
});

test('a call in native code, which answers no question about its time, is refused', async () => {
  await expect(open({ timeoutMs: 50 }).run('computeNatively', {})).rejects.toThrow(ThreadLimitError);
});

test('a call that waits for longer than it may compute is not refused, and one that never answers is', async () => {
  const threads = open({ timeoutMs: 1_000 });
  expect(await threads.run('wait', { ms: 1_200 })).toBe('waited');
  await expect(threads.run('wait', { ms: 3_600_000 }, { timeoutMs: 100 })).rejects.toThrow(ThreadLimitError);
});

test('neither the wait for a thread nor the load of its modules counts as time of a call', async () => {
  const threads = open<typeof slowProgram>({ program: fileOf('slow-program'), timeoutMs: 200 });
  expect(await threads.run('answer', {})).toBe('loaded');
  const busy = open({ timeoutMs: 400 });
  const calls = [1, 2, 3, 4].map(() => busy.run('compute', { ms: 150 }));
  expect((await Promise.all(calls)).at(-1)?.calls).toBe(4);
});

const holdLoop = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('a thread that has calls ahead runs them while the loop of its caller is busy', async () => {
  const threads = open({ ahead: 1 });
  await threads.run('compute', { ms: 1 });
  const counter = new Int32Array(new SharedArrayBuffer(4));
  const calls = [1, 2].map(() => threads.run('count', { counter, ms: 100 }));
  await nextTurn();
  for (let tries = 0; tries < 100 && Atomics.load(counter, 0) < 2; tries += 1)
    Atomics.wait(counter, 0, Atomics.load(counter, 0), 100);
  expect(Atomics.load(counter, 0)).toBe(2);
  await Promise.all(calls);
});

test.each(['computeForEver', 'fill', 'exit'] as const)(
  'the calls that a thread has behind one that ends it run in a new thread: %s',
  async (name) => {
    const threads = open({ ahead: 3, timeoutMs: 500 });
    const calls = [1, 2, 3, 4].map((at) => threads.run(at === 2 ? name : 'compute', { ms: 1 }));
    const [first, second, ...others] = await Promise.allSettled(calls);
    expect(first).toMatchObject({ value: { calls: 1 } });
    expect(second?.status).toBe('rejected');
    expect(others).toMatchObject([{ value: { calls: 1 } }, { value: { calls: 2 } }]);
  },
);

test('a call whose answer is lost because the next one ends the thread is made again', async () => {
  const threads = open({ ahead: 3 });
  await threads.run('compute', { ms: 1 });
  const calls = [threads.run('compute', { ms: 1 }), threads.run('exit', {}), threads.run('compute', { ms: 1 })];
  await nextTurn();
  // The thread answers and ends while the loop of its caller is busy.
  holdLoop(500);
  const [first, second, third] = await Promise.allSettled(calls);
  expect(first?.status).toBe('fulfilled');
  expect(second?.status).toBe('rejected');
  expect(third?.status).toBe('fulfilled');
});

test('a call that a thread has ahead of the others has all of its time', async () => {
  const threads = open({ ahead: 3, timeoutMs: 400 });
  const calls = [1, 2, 3, 4].map(() => threads.run('compute', { ms: 150 }));
  expect((await Promise.all(calls)).map(({ calls: number }) => number)).toEqual([1, 2, 3, 4]);
});

test('a call may have a limit of its own', async () => {
  const threads = open({ timeoutMs: 50 });
  expect((await threads.run('compute', { ms: 300 }, { timeoutMs: 60_000 })).calls).toBe(1);
  await expect(threads.run('compute', { ms: 60_000 })).rejects.toThrow(ThreadLimitError);
});

test('time in which the machine did not run the process does not count', async () => {
  const script = `
    import { Threads } from ${JSON.stringify(new URL('threads.ts', import.meta.url))};
    const program = new URL(${JSON.stringify(fileOf('program'))});
    const threads = new Threads({ program, name: 'a', timeoutMs: 3_000, memoryMb: 64 });
    await threads.run('compute', { ms: 1 });
    const computing = threads.run('compute', { ms: 1_000 });
    process.stdout.write('begun ');
    await computing.then(() => process.stdout.write('done'), ({ name }) => process.stdout.write(name));`;
  const child = spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  let output = '';
  child.stdout.on('data', (part: Buffer) => {
    output += String(part);
  });
  await Promise.race([once(child.stdout, 'data'), closed]);
  child.kill('SIGSTOP');
  await sleep(4_000);
  child.kill('SIGCONT');
  await closed;
  expect(output).toBe('begun done');
});

test('a call over the memory of its thread is refused, and the calls behind it are answered', async () => {
  const threads = open();
  const [full, next] = await Promise.allSettled([threads.run('fill', {}), threads.run('compute', { ms: 1 })]);
  expect(full).toMatchObject({ reason: { name: 'ThreadLimitError', limit: 'memory' } });
  expect(next).toMatchObject({ value: { calls: 1 } });
});

test('a thread has the space for new objects that its options say', async () => {
  expect(await open({ youngMb: 8 }).run('youngSpace', {})).toBeLessThan(9);
});

test('an error of the function is the error of its call alone, and its thread goes on', async () => {
  const threads = open();
  const [, failed, next] = await Promise.allSettled([
    threads.run('compute', { ms: 1 }),
    threads.run('fail', { message: 'too deep' }),
    threads.run('compute', { ms: 1 }),
  ]);
  expect(failed).toMatchObject({ reason: new RangeError('too deep') });
  expect(next).toMatchObject({ value: { calls: 2 } });
});

test('a thread that ends fails its call alone', async () => {
  const threads = open();
  const [ended, next] = await Promise.allSettled([threads.run('exit', {}), threads.run('compute', { ms: 1 })]);
  expect(ended).toMatchObject({ reason: new Error('worker exited with code: 3') });
  expect(next).toMatchObject({ value: { calls: 1 } });
});

test('modules that do not load fail every call', async () => {
  const threads = open<typeof brokenProgram & { answer(_: object): string }>({ program: fileOf('broken-program') });
  const answers = await Promise.allSettled([threads.run('answer', {}), threads.run('answer', {})]);
  for (const answer of answers) expect(answer).toMatchObject({ reason: new Error('these modules do not load') });
});

test('a full queue refuses a call, and takes one again later', async () => {
  const threads = open({ waiting: 2 });
  const taken = [1, 2, 3].map(() => threads.run('compute', { ms: 1 }));
  await expect(threads.run('compute', { ms: 1 })).rejects.toThrow(ThreadBusyError);
  await Promise.all(taken);
  expect((await threads.run('compute', { ms: 1 })).calls).toBe(4);
});

test('a signal ends a call that runs, one that waits and one that comes, for its reason', async () => {
  const threads = open();
  await threads.run('compute', { ms: 1 });
  const running = new AbortController();
  const waiting = new AbortController();
  const [first, second, third] = [
    threads.run('computeForEver', {}, { signal: running.signal }),
    threads.run('compute', { ms: 1 }, { signal: waiting.signal }),
    threads.run('compute', { ms: 1 }),
  ].map((call) => call.then(() => null, String));
  waiting.abort('no longer needed');
  expect(await second).toBe('no longer needed');
  running.abort('too late');
  expect(await first).toBe('too late');
  expect(await third).toBeNull();
  await expect(threads.run('compute', { ms: 1 }, { signal: running.signal })).rejects.toBe('too late');
});

test('a call that can be aborted needs a thread that has no other call', async () => {
  const threads = open({ ahead: 1 });
  const { signal } = new AbortController();
  await expect(threads.run('compute', { ms: 1 }, { signal })).rejects.toThrow(TypeError);
});

test('closed threads refuse the calls that run, wait or come', async () => {
  const threads = open();
  await threads.run('compute', { ms: 1 });
  const calls = Promise.allSettled([threads.run('computeForEver', {}), threads.run('compute', { ms: 1 })]);
  await threads.close();
  const closed = { reason: new Error('the calculator is closed') };
  expect(await calls).toMatchObject([closed, closed]);
  await expect(threads.run('compute', { ms: 1 })).rejects.toThrow('the calculator is closed');
  await threads.close();
});

test('a function asks its caller through a port, and gets the bytes of a part of a buffer alone', async () => {
  const threads = open();
  const { port1, port2 } = new MessageChannel();
  port1.once('message', (question) => port1.postMessage(`${question} yes`));
  expect(await threads.run('ask', { port: port2, question: 'again?' }, { transfer: [port2] })).toBe('again? yes');
  const shared = new Uint8Array(100);
  expect(await threads.run('lengthOf', { bytes: shared.subarray(0, 25) })).toBe(25);
  expect(shared.byteLength).toBe(100);
});

test('an idle thread ends, and the next call gets a new one', async () => {
  const threads = open({ idleMs: 10 });
  const first = await threads.run('compute', { ms: 1 });
  await sleep(200);
  const second = await threads.run('compute', { ms: 1 });
  expect(second).toMatchObject({ calls: 1 });
  expect(second.thread).not.toBe(first.thread);
});

test('idle threads keep no process alive', async () => {
  const script = `
    import { Threads } from ${JSON.stringify(new URL('threads.ts', import.meta.url))};
    const program = new URL(${JSON.stringify(fileOf('program'))});
    const threads = new Threads({ program, name: 'a', timeoutMs: 60_000, memoryMb: 64, idleMs: Infinity });
    process.stdout.write(String((await threads.run('compute', { ms: 1 })).calls));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', script], { timeout: 100_000 });
  expect(stdout).toBe('1');
});

test('the pool is loaded with the first call', async () => {
  const load = (then: string) =>
    loadedPackages(`
      const { Threads } = await import('${new URL('threads.ts', import.meta.url).href}');
      const program = new URL('${fileOf('program').href}');
      const threads = new Threads({ program, name: 'a', timeoutMs: 60_000, memoryMb: 64 });
      ${then}`);
  expect(await load('')).not.toContain('piscina');
  // The thread itself does not start in a program that is no file.
  expect(await load("await threads.run('compute', { ms: 1 }).catch(() => {});")).toContain('piscina');
});
