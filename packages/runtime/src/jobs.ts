import type { Pool } from './db/database.ts';
import { type JobLeases, jobLeases } from './job-leases.ts';
import { runInBackground } from './scope.ts';
import type { Job } from './service.ts';
import type { Log } from './telemetry/log.ts';
import { createWakeup, type Wakeup } from './wakeup.ts';

/** Longest sleep of the loop: another replica, or an operator, may make a job due meanwhile. */
const maxSleepMs = 5_000;
/** Sleep while a woken job runs elsewhere, and after a failure of the database. */
const retryMs = 1_000;

export interface JobsContext {
  service: string;
  /** The main pool; null for a service without a database, which has no job with a lease. */
  pool: Pool | null;
  log: Log;
}

/**
 * Runs housekeeping jobs at their interval, the first time one interval after the first start of all, and
 * when they are woken. The row of a job holds when it is due and the lease of the replica that runs it, so a
 * job that became due while no process ran is run soon after the next start, and no connection is held while
 * it runs. A failure is logged, and the job runs again after its interval. A job of `everyReplica` runs in
 * each process at its interval, without a row.
 * @returns a function that starts no further run and waits for the running ones
 * @throws Error for a job with a lease without a pool
 */
export function startJobs(jobs: readonly Job[], { service, pool, log }: JobsContext): () => Promise<void> {
  const stopping = new AbortController();
  const leased = jobs.filter((job) => !job.everyReplica);
  const loops = jobs.filter((job) => job.everyReplica).map((job) => runEachInterval(job, log, stopping.signal));
  if (leased.length > 0) {
    if (!pool) throw new Error(`${service} has a job with a lease and no database for it`);
    loops.push(runLeased(leased, { leases: jobLeases({ service, pool, log }), log, stopping: stopping.signal }));
  }
  return async () => {
    stopping.abort();
    await Promise.all(loops);
  };
}

/** Runs a job and logs its failure. */
const runLogged = (job: Job, log: Log): Promise<boolean> =>
  runInBackground(() => job.run()).then(
    () => true,
    (error: unknown) => {
      log.warn({ err: error, job: job.name }, 'a job failed and will run again');
      return false;
    },
  );

async function runEachInterval(job: Job, log: Log, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    await untilWoken(job.wakeup ?? createWakeup(), job.everySeconds * 1_000, stopping);
    if (!stopping.aborted) await runLogged(job, log);
  }
}

/** Waits for a wakeup, for so many milliseconds at most, or for the stop. */
async function untilWoken(wakeup: Wakeup, ms: number, stopping: AbortSignal): Promise<void> {
  const isOver = new AbortController();
  const timer = setTimeout(() => isOver.abort(), ms);
  await wakeup.asked(AbortSignal.any([stopping, isOver.signal]));
  clearTimeout(timer);
  // A signal made of others is kept until one of them aborts.
  isOver.abort();
}

/** The loop over the rows of all jobs of a service. */
async function runLeased(
  jobs: readonly Job[],
  { leases, log, stopping }: { leases: JobLeases; log: Log; stopping: AbortSignal },
): Promise<void> {
  const running = new Map<string, Promise<void>>();
  const woken = new Set<string>();
  const loopWakeup = createWakeup();
  const wakeups = jobs.map(({ name, wakeup }) => forwardWakeups(name, wakeup, { woken, loopWakeup, stopping }));
  let isRegistered = false;
  let isFailing = false;

  const begin = (job: Job, fence: string): void => {
    woken.delete(job.name);
    const done = leases
      .keep(job.name, fence, () => runLogged(job, log))
      .then((hasSucceeded) => leases.end(job, fence, hasSucceeded))
      .catch((error: unknown) => log.warn({ err: error, job: job.name }, 'the lease of a job ends by itself'))
      .finally(() => {
        running.delete(job.name);
        loopWakeup.wake();
      });
    running.set(job.name, done);
  };

  /** Begins what is due. Resolves with the milliseconds until the next job is due. */
  const beginDue = async (): Promise<number> => {
    if (!isRegistered) await leases.register(jobs);
    isRegistered = true;
    const idle = jobs.filter(({ name }) => !running.has(name));
    const waits = await leases.readWaits(idle.map(({ name }) => name));
    // A row that was deleted by hand comes back.
    isRegistered = waits.size === idle.length;
    const due = idle.filter(({ name }) => waits.get(name) === 0 || woken.has(name)).map(({ name }) => name);
    const isDue = due.length > 0 && !stopping.aborted;
    const claimed = isDue ? await leases.claim(due, [...woken]) : new Map<string, string>();
    // A stop that came meanwhile waits for these runs: their leases would keep other replicas away for a minute.
    for (const job of idle) {
      const fence = claimed.get(job.name);
      if (fence !== undefined) begin(job, fence);
    }
    const open = idle.flatMap(({ name }) => (claimed.has(name) ? [] : [waits.get(name) || retryMs]));
    return Math.min(maxSleepMs, ...open, ...(woken.size > 0 ? [retryMs] : []));
  };

  while (!stopping.aborted) {
    const waitMs = await beginDue().catch((error: unknown) => {
      if (!isFailing) log.warn({ err: error }, 'jobs wait for the database');
      return null;
    });
    isFailing = waitMs === null;
    if (!stopping.aborted) await untilWoken(loopWakeup, waitMs ?? retryMs, stopping);
  }
  await Promise.all([...running.values(), ...wakeups]);
}

/** Notes each wakeup of a job for the loop. */
async function forwardWakeups(
  name: string,
  wakeup: Wakeup | undefined,
  { woken, loopWakeup, stopping }: { woken: Set<string>; loopWakeup: Wakeup; stopping: AbortSignal },
): Promise<void> {
  if (!wakeup) return;
  while (!stopping.aborted) {
    await wakeup.asked(stopping);
    if (stopping.aborted) return;
    woken.add(name);
    loopWakeup.wake();
  }
}
