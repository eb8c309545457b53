import type { Schedule } from '@platform/contracts';
import type { Log } from '@platform/runtime';

/** Milliseconds that a call waits longer than the gateway, whose answer is worth more than an abort. */
const graceMs = 5_000;

/**
 * Calls the endpoints with a schedule, as a CronJob does in Kubernetes: through the gateway, with the worker
 * secret. A tick that falls into the call before it is skipped. Answers how to stop it.
 */
export function startScheduler(options: {
  baseUrl: string;
  workerSecret: string;
  log: Log;
  schedules: readonly Schedule[];
}): () => void {
  const { baseUrl, workerSecret, log } = options;
  const stopping = new AbortController();
  const call = async ({ id, path, timeoutSeconds }: Schedule): Promise<void> => {
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method: 'POST',
        headers: { 'x-worker-secret': workerSecret },
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutSeconds * 1000 + graceMs)]),
      });
      const report = await response.text();
      if (!response.ok) log.warn({ endpoint: id, status: response.status, report }, 'a scheduled call failed');
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ endpoint: id, err: error }, 'a scheduled call could not be made');
    }
  };
  const timers = options.schedules.map((schedule) => {
    let isRunning = false;
    return setInterval(async () => {
      if (isRunning) return;
      isRunning = true;
      await call(schedule);
      isRunning = false;
    }, schedule.everySeconds * 1000);
  });
  return () => {
    for (const timer of timers) clearInterval(timer);
    stopping.abort();
  };
}
