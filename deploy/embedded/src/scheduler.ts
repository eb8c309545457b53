import type { Log } from '@platform/runtime';

const everyMs = 60_000;
const timeoutMs = 55_000;

/**
 * Calls the worker endpoints on their interval, as a CronJob does in Kubernetes: through the gateway, with the worker
 * secret. Answers how to stop it.
 */
export function startScheduler(options: { baseUrl: string; workerSecret: string; log: Log }): () => void {
  const stopping = new AbortController();
  const reconcile = async () => {
    try {
      const response = await fetch(`${options.baseUrl}/v1/internal/payments/reconcile`, {
        method: 'POST',
        headers: { 'x-worker-secret': options.workerSecret },
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)]),
      });
      const report = await response.text();
      if (!response.ok) options.log.warn({ status: response.status, report }, 'the reconcile failed');
    } catch (error) {
      if (!stopping.signal.aborted) options.log.warn({ err: error }, 'the reconcile could not be called');
    }
  };
  const timer = setInterval(() => void reconcile(), everyMs);
  return () => {
    clearInterval(timer);
    stopping.abort();
  };
}
