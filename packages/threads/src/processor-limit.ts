import type { Worker } from 'node:worker_threads';

/** The time of a job on a machine without a free core, as a multiple of its processor time. */
const wallFactor = 10;
/** The rest of a limit is not asked for more often, in milliseconds. */
const shortestWaitMs = 50;

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
  let isEnded = false;
  const end = (): void => {
    isEnded = true;
    clearTimeout(wall);
    clearTimeout(timer);
  };
  const expireOnce = (): void => {
    if (isEnded) return;
    end();
    expire();
  };
  const measure = async (): Promise<void> => {
    const [began, now] = await Promise.all([before, processorMs(worker)]);
    const leftMs = ms - (now - began);
    if (leftMs <= 0) expireOnce();
    else if (!isEnded) timer = waitFor(Math.max(shortestWaitMs, leftMs), measure);
  };
  const wall = waitFor(wallFactor * ms, expireOnce);
  let timer = waitFor(ms, measure);
  return end;
}

/** An answer that came while this loop was busy is read first. */
const waitFor = (ms: number, then: () => unknown): NodeJS.Timeout => setTimeout(() => setImmediate(then), ms);
