import { defineStatement, errorText } from '@platform/runtime';
import type { App } from '../app.ts';
import type { IngestCounts } from './ingest-state.ts';
import { dateOf } from './weeks.ts';

const addCounts = defineStatement({
  name: 'add_ingest_counts',
  text: `INSERT INTO analytics.ingest_counts AS c (application_id, day, outcome, count)
    SELECT * FROM unnest($1::uuid[], $2::date[], $3::text[], $4::bigint[])
    ON CONFLICT (application_id, day, outcome) DO UPDATE SET count = c.count + EXCLUDED.count`,
});

const flushAfterMs = 2_000;

/** Names of the counts of a site: its bytes of a day, and its events that were over the budget. */
export const storedBytes = 'stored_bytes';
export const overBudget = 'over_budget';

/**
 * Counts the outcomes of events, for developers who connect a client. In memory, written every two seconds:
 * in the transactions of the events, every writer of an application would wait for the same row. A crash
 * loses the last moment of it; no event is.
 */
export function createIngestCounts({
  pool,
  clock,
  log,
  metrics,
}: Pick<App, 'pool' | 'clock' | 'log' | 'metrics'>): IngestCounts {
  let counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  /** The running write, and the one after it, which all later callers share. */
  let running: Promise<void> | undefined;
  let following: Promise<void> | undefined;

  const put = (key: string, count: number) => {
    counts.set(key, (counts.get(key) ?? 0) + count);
    if (!isStopped) timer ??= setTimeout(() => void flush().catch(complain), flushAfterMs);
  };
  const complain = (error: unknown) =>
    log.warn({ reason: errorText(error) }, 'the counts of events could not be written; they are retried');

  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (counts.size === 0) return;
    const takenCounts = counts;
    counts = new Map();
    // In one order, so that no two processes wait for each other.
    const rows = [...takenCounts]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, count]) => [...key.split(' '), count]);
    try {
      await pool.query({
        ...addCounts,
        values: [0, 1, 2, 3].map((column) => rows.map((row) => row[column])),
      });
    } catch (error) {
      for (const [key, count] of takenCounts) put(key, count);
      throw error;
    }
  };

  const flush = (): Promise<void> => {
    if (running) {
      // A failure goes to the caller of the running write; the following write then includes its counts.
      following ??= running
        .catch(() => {})
        .then(() => {
          following = undefined;
          return flush();
        });
      return following;
    }
    running = write().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    add(application_id, outcome, count) {
      if (count === 0) return;
      metrics.clientEvents.inc({ outcome }, count);
      put(`${application_id} ${dateOf(clock.now().getTime())} ${outcome}`, count);
    },
    addBytes: (site_id, bytes) => put(`${site_id} ${dateOf(clock.now().getTime())} ${storedBytes}`, bytes),
    flush,
    async stop() {
      isStopped = true;
      await flush().catch(complain);
    },
  };
}
