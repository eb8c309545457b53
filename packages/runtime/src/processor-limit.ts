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

/** Processor time that a thread has used, in milliseconds; 0 for one that does not run yet, or no longer. */
const processorMs = (worker: Worker): Promise<number> =>
  worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1_000,
    () => 0,
  );

/**
 * Limits what a worker thread may compute from now on. Waiting, and a machine that is busy with other work, do not count,
 * up to ten times the limit: the thread may also be in native code, and answer no question about its time.
 * @param ms processor time, in milliseconds
 * @param expire is called once, when the limit is over
 * @returns ends the limit
 */
export function limitProcessorTime(worker: Worker, ms: number, expire: () => void): () => void {
  const before = processorMs(worker);
  const until = performance.now() + wallFactor * ms;
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    endWall();
    clearTimeout(timer);
    timer = undefined;
  };
  const expireOnce = (): void => {
    end();
    expire();
  };
  const endWall = limitTime(wallFactor * ms, expireOnce);

  const measure = async (endedTimer: NodeJS.Timeout): Promise<void> => {
    const [began, now] = await Promise.all([before, processorMs(worker)]);
    if (timer !== endedTimer) return;
    const leftMs = ms - (now - began);
    if (leftMs > 0) wait(leftMs);
    else expireOnce();
  };
  const wait = (leftMs: number): void => {
    const waitMs = Math.min(Math.max(shortestWaitMs, leftMs), Math.max(0, until - performance.now()));
    // An answer that came while this loop was busy is read first.
    const armed: NodeJS.Timeout = setTimeout(() => setImmediate(() => void measure(armed)), waitMs);
    timer = armed;
  };
  wait(ms);
  return end;
}
