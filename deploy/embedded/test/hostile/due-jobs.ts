import { setTimeout as sleep } from 'node:timers/promises';
import { makeJobsDue, servicesWithSchema } from '@platform/testing';
import { until } from '../harness.ts';
import type { Target } from './targets.ts';
import { startWatch, type Waits } from './watch.ts';

const schemas = servicesWithSchema();
const allRuns = schemas.map((name) => `SELECT last_run_at FROM "${name}".jobs`).join(' UNION ALL ');

export interface DueJobsReport {
  poolSize: number;
  without: Waits;
  during: Waits;
  /** Times that every job of every service became due at the same moment and ran. */
  rounds: number;
  /** Warnings of jobs that failed. */
  failures: string[];
}

/**
 * Waits of a user's read without due jobs, then with all jobs of all services made due at the same moment again and
 * again.
 * @param seconds of each of the two
 */
export async function watchDueJobs(target: Target, poolSize: number, seconds: number): Promise<DueJobsReport> {
  const { headers } = await target.registered('jobs');
  const watch = startWatch(target, headers);
  await sleep(5_000);
  await watch.take();
  await sleep(seconds * 1_000);
  const { entitlements: without } = await watch.take();
  const end = Date.now() + seconds * 1_000;
  let rounds = 0;
  while (Date.now() < end) {
    const [row] = await target.database.query<{ now: Date }>('SELECT now()');
    await Promise.all(schemas.map((service) => makeJobsDue(target.database, service)));
    await until('every job has run', async () => {
      const open = await target.database.query(
        `SELECT 1 FROM (${allRuns}) AS j WHERE last_run_at IS NULL OR last_run_at <= $1`,
        [row?.now],
      );
      return open.length === 0;
    });
    rounds += 1;
  }
  const { entitlements: during } = await watch.take();
  await watch.stop();
  const failures = target
    .output()
    .split('\n')
    .filter((line) => line.includes('a job failed'));
  return { poolSize, without, during, rounds, failures };
}
