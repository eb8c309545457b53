import { runInBackground } from '@platform/runtime';
import type { App } from './app.ts';

/** Work that waits in a table and that one process does at a time. */
export interface BackgroundWork {
  /** Polls for work at once. */
  wake(): void;
  /** Leaves what runs to another process, or to the next start. */
  stop(): Promise<void>;
}

export interface BackgroundOptions<Row> {
  /** For log lines. */
  name: string;
  /** Milliseconds between checks for work: leases of other processes expire without an event. */
  pollMs: number;
  /** Takes the next row with a lease; null without one. */
  claim(): Promise<Row | null>;
  /** Does the work and writes how it ended. The signal aborts when the process ends. */
  run(row: Row, signal: AbortSignal): Promise<void>;
}

/**
 * Runs claimed rows one after the other. A failure of `run` leaves the row to its lease, after which a
 * process claims it again.
 */
export function createBackgroundWork<Row>(
  { log }: Pick<App, 'log'>,
  { name, pollMs, claim, run }: BackgroundOptions<Row>,
): BackgroundWork {
  const stopping = new AbortController();
  let working: Promise<void> | null = null;
  let isAsked = false;

  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      isAsked = false;
      const row = await claim();
      if (row !== null) await run(row, stopping.signal);
      else if (!isAsked) return;
    }
  };
  const wake = (): void => {
    isAsked = true;
    if (stopping.signal.aborted || working) return;
    working = runInBackground(work)
      .catch((error: unknown) => log.warn({ err: error, work: name }, 'background work failed; it is retried'))
      .finally(() => {
        working = null;
      });
  };
  const poll = setInterval(wake, pollMs).unref();
  return {
    wake,
    async stop() {
      clearInterval(poll);
      stopping.abort();
      await working;
    },
  };
}
