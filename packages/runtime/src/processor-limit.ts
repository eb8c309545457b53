import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/** The time of a job on a machine without a free core, as a multiple of its processor time. */
const wallFactor = 10;
/** The rest of a limit is not asked for more often, in milliseconds. */
const shortestWaitMs = 50;

/**
 * Limits a wait by the clock, for a thread that loads its modules.
 * @param expire is called when `ms` milliseconds are over
 * @returns ends the limit
 */
export function limitTime(ms: number, expire: () => void): () => void {
  let isEnded = false;
  const end = (): void => {
    if (!isEnded) expire();
  };
  // A message that came while this loop was busy is read first.
  const timer = setTimeout(() => setImmediate(end), ms);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}

/** Processor time that a thread has used, in milliseconds; infinite for one that has ended. */
const processorMs = (worker: Worker): Promise<number> =>
  worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1_000,
    () => Number.POSITIVE_INFINITY,
  );

/**
 * Limits what a worker thread may compute from now on. Waiting, and a machine that is busy with other work, do not count,
 * up to ten times the limit.
 * @param ms processor time, in milliseconds
 * @param expire is called once, when the limit is over
 * @returns ends the limit
 */
export function limitProcessorTime(worker: Worker, ms: number, expire: () => void): () => void {
  const before = processorMs(worker);
  const until = performance.now() + wallFactor * ms;
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;

  const readLeftMs = async (): Promise<number> => {
    const times = Promise.all([before, processorMs(worker)]);
    // The thread does not answer while it runs native code.
    const late = sleep(Math.max(0, until - performance.now()), null, { ref: false });
    const answer = await Promise.race([times, late]);
    if (answer === null) return 0;
    const [began, now] = answer;
    return ms - (now - began);
  };
  const look = async (): Promise<void> => {
    const leftMs = await readLeftMs();
    if (isEnded) return;
    if (leftMs > 0) wait(Math.max(shortestWaitMs, leftMs));
    else expire();
  };
  const wait = (waitMs: number): void => {
    // An answer that came while this loop was busy is read first.
    timer = setTimeout(() => setImmediate(look), waitMs);
  };
  wait(ms);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}
