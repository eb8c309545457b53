import { setTimeout as sleep, setImmediate as takeTurn } from 'node:timers/promises';
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

/** Waits by the clock; an answer that came while this loop was busy is read first. */
async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, null, { signal });
  await takeTurn(null, { signal });
}

/**
 * Waits until a worker thread has computed for longer than it may. Waiting, and a machine that is busy with other work,
 * do not count, up to ten times the limit: the thread may also be in native code, and answer no question about its time.
 * @param ms processor time from now on, in milliseconds
 * @param signal ends the wait: the job is done
 * @throws AbortError once `signal` is aborted
 */
export async function exceedProcessorTime(worker: Worker, ms: number, signal: AbortSignal): Promise<void> {
  const before = processorMs(worker);
  const compute = async (): Promise<void> => {
    for (let leftMs = ms; leftMs > 0; leftMs = ms - ((await processorMs(worker)) - (await before)))
      await wait(Math.max(shortestWaitMs, leftMs), signal);
  };
  await Promise.race([compute(), wait(wallFactor * ms, signal)]);
}
