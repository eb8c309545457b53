import type { Pool } from './db/database.ts';
import type { Job } from './service.ts';
import type { Log } from './telemetry/log.ts';

/** Seconds after which another replica may run a job whose process died. */
const leaseSeconds = 60;
const renewMs = (leaseSeconds * 1_000) / 3;

/** The rows of the jobs of a service: when each is due, and the lease of the replica that runs it. */
export interface JobLeases {
  /** Adds the rows of new jobs, due after one interval. A shorter interval brings the next run forward. */
  register(jobs: readonly Job[]): Promise<void>;
  /** Milliseconds until each of these jobs is due and free, 0 for one that may run now. */
  readWaits(names: readonly string[]): Promise<Map<string, number>>;
  /**
   * Takes the leases of those of `names` that are due, or in `woken`, and that no replica holds.
   * @returns the fencing token of each lease taken
   */
  claim(names: readonly string[], woken: readonly string[]): Promise<Map<string, string>>;
  /** Runs `work` and renews the lease meanwhile. A lost lease is logged. */
  keep<T>(name: string, fence: string, work: () => Promise<T>): Promise<T>;
  /** Frees the lease if it is still held. The job is due again after its interval. */
  end(job: Job, fence: string, hasSucceeded: boolean): Promise<void>;
}

/** @returns the leases in table `jobs` of the schema of the service; times are those of the database */
export function jobLeases({ service, pool, log }: { service: string; pool: Pool; log: Log }): JobLeases {
  const table = `"${service}"."jobs"`;
  return {
    async register(jobs) {
      await pool.query(
        `INSERT INTO ${table} AS j (name, due_at)
         SELECT name, now() + seconds * interval '1 second' FROM unnest($1::text[], $2::float8[]) AS n (name, seconds)
         ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at WHERE j.due_at > excluded.due_at`,
        [jobs.map(({ name }) => name), jobs.map(({ everySeconds }) => everySeconds)],
      );
    },
    async readWaits(names) {
      const { rows } = await pool.query<{ name: string; wait_ms: number }>({
        name: `jobs_waits_${service}`,
        text: `SELECT name, ceil(greatest(0, extract(epoch FROM greatest(due_at, lease_until) - now())) * 1000)::float8
                 AS wait_ms
               FROM ${table} WHERE name = ANY($1::text[])`,
        values: [names],
      });
      return new Map(rows.map(({ name, wait_ms }) => [name, wait_ms]));
    },
    async claim(names, woken) {
      const { rows } = await pool.query<{ name: string; lease_fence: string }>({
        name: `jobs_claim_${service}`,
        text: `UPDATE ${table} AS j SET lease_until = now() + $3 * interval '1 second', lease_fence = lease_fence + 1
               FROM (
                 SELECT name FROM ${table}
                 WHERE name = ANY($1::text[]) AND (due_at <= now() OR name = ANY($2::text[]))
                   AND (lease_until IS NULL OR lease_until <= now())
                 FOR UPDATE SKIP LOCKED
               ) AS free
               WHERE j.name = free.name RETURNING j.name, j.lease_fence::text`,
        values: [names, woken, leaseSeconds],
      });
      return new Map(rows.map(({ name, lease_fence }) => [name, lease_fence]));
    },
    async keep(name, fence, work) {
      const renewal = setInterval(() => {
        pool
          .query(
            `UPDATE ${table} SET lease_until = now() + $3 * interval '1 second' WHERE name = $1 AND lease_fence = $2`,
            [name, fence, leaseSeconds],
          )
          .then(
            ({ rowCount }) => {
              if (rowCount === 0)
                log.warn({ job: name }, 'the lease of a running job was lost; another replica has it');
            },
            (error: unknown) => log.warn({ err: error, job: name }, 'the lease of a job was not renewed'),
          );
      }, renewMs).unref();
      try {
        return await work();
      } finally {
        clearInterval(renewal);
      }
    },
    async end({ name, everySeconds }, fence, hasSucceeded) {
      await pool.query({
        name: `jobs_end_${service}`,
        text: `UPDATE ${table} SET lease_until = NULL, due_at = now() + $3 * interval '1 second',
                 last_run_at = CASE WHEN $4 THEN now() ELSE last_run_at END
               WHERE name = $1 AND lease_fence = $2`,
        values: [name, fence, everySeconds, hasSucceeded],
      });
    },
  };
}
