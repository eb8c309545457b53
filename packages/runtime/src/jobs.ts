import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Job } from './service.ts';
import type { Log } from './telemetry/log.ts';

/**
 * Runs housekeeping jobs at their interval, the first time after one interval, and when they are woken. Among
 * replicas, the holder of the advisory lock runs a job. A failure is logged, and the job runs again at the
 * next interval.
 * @returns a function that stops the jobs and waits for a running one
 */
export function startJobs(
  jobs: readonly Job[],
  context: { service: string; pool: pg.Pool | null; log: Log },
): () => Promise<void> {
  const stopping = new AbortController();
  const loops = jobs.map(async (job) => {
    while (!stopping.signal.aborted) {
      await untilDue(job, stopping.signal);
      if (stopping.signal.aborted) return;
      await runAlone(job, context).catch((error) =>
        context.log.warn({ err: error, job: job.name }, 'a job failed and will run again'),
      );
    }
  });
  return async () => {
    stopping.abort();
    await Promise.all(loops);
  };
}

/** Waits for the interval of a job, for its wakeup, or for the stop. */
async function untilDue({ everySeconds, wakeup }: Job, stopping: AbortSignal): Promise<void> {
  if (!wakeup) return sleep(everySeconds * 1000, undefined, { signal: stopping }).catch(() => {});
  const isOver = new AbortController();
  const timer = setTimeout(() => isOver.abort(), everySeconds * 1000);
  await wakeup.asked(AbortSignal.any([stopping, isOver.signal]));
  clearTimeout(timer);
  // A signal made of others is kept until one of them aborts.
  isOver.abort();
}

async function runAlone(job: Job, { service, pool }: { service: string; pool: pg.Pool | null }): Promise<void> {
  if (!pool) return void (await job.run());
  const client = await pool.connect();
  try {
    const name = `job:${service}:${job.name}`;
    const { rows } = await client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked',
      [name],
    );
    if (!rows[0]?.locked) return;
    try {
      await job.run();
    } finally {
      await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]);
    }
  } finally {
    client.release();
  }
}
