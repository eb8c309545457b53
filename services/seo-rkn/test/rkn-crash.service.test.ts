import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rknDefectIds, startRknSiteServer } from '@platform/sandbox';
import { eventually, nodeProgram, testEnvironment } from '@platform/testing';
import { startRkn, type TestRkn } from './start-rkn.ts';

const program = fileURLToPath(new URL('scan-host.ts', import.meta.url));
const kills = 4;

let t: TestRkn;
let site: Awaited<ReturnType<typeof startRknSiteServer>>;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  site = await startRknSiteServer(rknDefectIds);
  // Other processes work on scans.
  const env = { SEO_SCANS_PER_PROCESS: '0', SAFE_FETCH_ALLOWED_HOSTS: new URL(site.origin).host };
  t = await startRkn({ env });
  t.described.website_url = site.origin;
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await t.stop();
  await site.close();
  expect(t.errors()).toEqual([]);
});

async function startHost(): Promise<ChildProcess> {
  const child = fork(program, [], {
    ...nodeProgram,
    env: {
      ...nodeProgram.env,
      ...testEnvironment(t.database),
      DATABASE_URL: t.database.urlFor('seo-rkn'),
      SAFE_FETCH_ALLOWED_HOSTS: new URL(site.origin).host,
      TEST_SITE: JSON.stringify(t.described),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  await Promise.race([once(child, 'message'), once(child, 'exit')]);
  return child;
}

/** Number of the claim of the running scan. */
async function readAttempt(): Promise<number> {
  const [scan] = await t.database.query<{ attempt: number }>(
    `SELECT attempt FROM "seo-rkn".scans WHERE state = 'running'`,
  );
  return scan?.attempt ?? 0;
}

/** Ends the lease of a killed process, until another process has taken its scan. */
async function endLease(attempt: number): Promise<void> {
  // A statement that the process sent before its end may renew the lease once more.
  await eventually(async () => {
    const held = await t.database.query(
      `UPDATE "seo-rkn".scans SET lease_until = now() - interval '1 second'
       WHERE state = 'running' AND attempt = $1 RETURNING id`,
      [attempt],
    );
    return held.length === 0;
  });
}

test('a scan whose process is killed goes on behind its last page, and finds the same', async () => {
  let host = await startHost();
  const whole = await t.scanRkn(site.origin);
  const fingerprints = () =>
    t.database.query(`SELECT fingerprint FROM "seo-rkn".issues WHERE status = 'open' AND kind = 'rkn' ORDER BY 1`);
  const expected = await fingerprints();
  const pages = whole.scan.progress.pages_done;
  expect(expected.length).toBeGreaterThan(25);
  await t.database.query(`DELETE FROM "seo-rkn".scan_findings`);
  await t.database.query(`DELETE FROM "seo-rkn".issues`);

  const before = site.journal().length;
  const started = await t.client.startRknScan({ params: t.params, body: { interval_ms: 100 } });
  const target = { params: { ...t.params, scan_id: started.data.scan.id }, query: {} };
  const read = async () => (await t.client.getRknScan(target)).data;
  for (let killed = 0; killed < kills; killed += 1) {
    const reached = ((killed + 1) * (pages - 5)) / (kills + 1);
    await eventually(async () => (await read()).scan.progress.pages_done >= reached);
    const ended = once(host, 'exit');
    host.kill('SIGKILL');
    await ended;
    const attempt = await readAttempt();
    host = await startHost();
    await endLease(attempt);
  }
  const finished = await eventually(async () => {
    const data = await read();
    return data.scan.finished_at !== null && data;
  });
  expect(finished.scan).toMatchObject({ state: 'succeeded', progress: { pages_done: pages } });
  expect(await fingerprints()).toEqual(expected);
  expect([finished.score, finished.coverage_score]).toEqual([whole.score, whole.coverage_score]);
  // Beside its pages a scan requests robots.txt, two possible sitemaps, the site, a missing address and an
  // endpoint.
  const fetched = site.journal().length - before;
  expect(fetched).toBeGreaterThanOrEqual(pages);
  expect(fetched).toBeLessThanOrEqual(pages + 6 + kills);
});
