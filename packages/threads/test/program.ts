/** Functions that tests call in threads. */
import { pbkdf2Sync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MessagePort, threadId } from 'node:worker_threads';

let calls = 0;

/** Uses processor time, in milliseconds. */
export function holdThread(ms: number): void {
  const before = process.threadCpuUsage();
  for (let used = 0; used < ms * 1_000; ) {
    const { user, system } = process.threadCpuUsage(before);
    used = user + system;
  }
}

/** Computes for so long; says which thread it was, and how many calls that thread has had. */
export function compute({ ms }: { ms: number }): { thread: number; calls: number } {
  calls += 1;
  holdThread(ms);
  return { thread: threadId, calls };
}

export function computeForEver(_: object): never {
  while (true);
}

/** Seconds in native code, which answers no question about its processor time. */
export const computeNatively = (_: object): Uint8Array => pbkdf2Sync('password', 'salt', 5_000_000, 64, 'sha512');

/** Computes for so long, and counts itself in memory that the threads share. */
export function count({ counter, ms }: { counter: Int32Array; ms: number }): void {
  holdThread(ms);
  Atomics.add(counter, 0, 1);
  Atomics.notify(counter, 0);
}

export async function wait({ ms }: { ms: number }): Promise<string> {
  await sleep(ms);
  return 'waited';
}

export function fill(_: object): number {
  const kept: number[][] = [];
  while (true) kept.push(Array.from({ length: 10_000 }, (__, at) => at));
}

export function fail({ message }: { message: string }): never {
  throw new RangeError(message);
}

export const exit = (_: object): never => process.exit(3);

/** Asks its caller through a port. */
export async function ask({ port, question }: { port: MessagePort; question: string }): Promise<unknown> {
  const answer = new Promise((resolve) => port.once('message', resolve));
  port.postMessage(question);
  return await answer;
}

export const lengthOf = ({ bytes }: { bytes: Uint8Array }): number => bytes.byteLength;

/** Size of the space for new objects that a thread has after it made many of them, in mebibytes. */
export async function youngSpace(_: object): Promise<number> {
  const { getHeapSpaceStatistics } = await import('node:v8');
  const ring = new Array<unknown>(100_000);
  for (let at = 0; at < 3_000_000; at += 1) ring[at % ring.length] = { at, list: [at] };
  return (getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0) / 1_048_576;
}
