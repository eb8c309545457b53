import type { ScanWork } from './scan-work.ts';

/** Milliseconds between two writes of the progress. */
const writeMs = 2_000;

/** Counts the requests behind the crawl of a scan, for those that wait for it. */
export interface CheckProgress {
  /** Adds requests that are to be made. */
  plan(count: number): void;
  /** A request was made, or left out. */
  done(): Promise<void>;
}

/**
 * Makes the counter of a scan. It is written every two seconds at most, by the lease of the scan: a process that takes
 * over begins again.
 */
export function createCheckProgress({ app, lease }: Pick<ScanWork, 'app' | 'lease'>): CheckProgress {
  const checks_started_at = app.clock.now();
  let checks_planned = 0;
  let checks_done = 0;
  let writtenAt = 0;
  return {
    plan(count) {
      checks_planned += count;
    },
    async done() {
      checks_done += 1;
      const now = app.clock.now().getTime();
      if (now - writtenAt < writeMs) return;
      writtenAt = now;
      await app.db.transaction((tx) => lease.require(tx, { checks_done, checks_planned, checks_started_at }));
    },
  };
}
