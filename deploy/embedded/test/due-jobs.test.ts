import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { makeJobsDue, servicesWithSchema } from '@platform/testing';
import { startTestPlatform, type TestPlatform, until } from './test-platform.ts';

/** All jobs of all services are due at the same moment, and each service has two connections. */

const schemas = servicesWithSchema();
let t: TestPlatform;
beforeAll(async () => {
  t = await startTestPlatform({ env: { DATABASE_POOL_SIZE: '2' }, logLevel: 'warn' });
});
afterAll(() => t.stop());

const allJobs = schemas.map((name) => `SELECT '${name}/' || name AS job, last_run_at FROM "${name}".jobs`);

/** Names of the jobs whose last run did not end after this time of the database. */
const unfinishedSince = async (began: Date): Promise<string[]> => {
  const rows = await t.database.query<{ job: string }>(
    `SELECT job FROM (${allJobs.join(' UNION ALL ')}) AS j WHERE last_run_at IS NULL OR last_run_at <= $1`,
    [began],
  );
  return rows.map(({ job }) => job);
};

test('jobs of all services that are due at once all run with two connections each, and users are answered meanwhile', async () => {
  const user = await t.registered();
  const entitlements = () => user.client.getMyEntitlements({ params: { app_code: t.demo.application_code } });
  const jobs = await t.database.query(allJobs.join(' UNION ALL '));
  expect(jobs.length).toBeGreaterThan(45);
  for (let round = 0; round < 3; round += 1) {
    const [{ now } = { now: new Date() }] = await t.database.query<{ now: Date }>('SELECT now()');
    await Promise.all(schemas.map((service) => makeJobsDue(t.database, service)));
    await until('every job has run', async () => {
      expect((await entitlements()).status).toBe(200);
      return (await unfinishedSince(now)).length === 0;
    });
  }
  expect(t.logged().filter((line) => line.includes('a job failed') || line.includes('jobs wait'))).toEqual([]);
});
