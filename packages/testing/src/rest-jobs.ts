import { eventually } from './eventually.ts';
import type { TestDatabase } from './test-database.ts';

/**
 * Takes the leases of jobs of a service for ever, after their running runs: the service under test runs none
 * of them from now on.
 */
export async function restJobs(database: Pick<TestDatabase, 'query'>, service: string, names: string[]): Promise<void> {
  const table = `"${service}"."jobs"`;
  for (const name of names)
    await eventually(async () => {
      const restedJobs = await database.query(
        `INSERT INTO ${table} AS j (name, due_at, lease_until) VALUES ($1, now() + interval '100 years', now() + interval '100 years')
         ON CONFLICT (name) DO UPDATE SET lease_until = now() + interval '100 years', lease_fence = j.lease_fence + 1
         WHERE j.lease_until IS NULL OR j.lease_until <= now() RETURNING name`,
        [name],
      );
      return restedJobs.length > 0;
    });
}

/** Makes jobs of a service due now; all that it has when no names are given. */
export async function makeJobsDue(
  database: Pick<TestDatabase, 'query'>,
  service: string,
  names: string[] | null = null,
): Promise<void> {
  await database.query(
    `UPDATE "${service}"."jobs" SET due_at = now() WHERE $1::text[] IS NULL OR name = ANY($1::text[])`,
    [names],
  );
}
