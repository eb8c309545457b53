import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, nodeProgram, testEnvironment } from '@platform/testing';
import { page } from './site.ts';
import { startSeo, type TestSeo } from './start-seo.ts';

const program = fileURLToPath(new URL('scan-host.ts', import.meta.url));
const concurrency = 4;
const pageCount = 600;
const kills = 10;
const measured = 10;
/** Letters only: more than 200 pages of one pattern are a trap. */
const nameOf = (number: number): string =>
  [...number.toString(10)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
const first = new Set(Array.from({ length: measured }, (_, number) => `/p/${nameOf(number)}`));

let t: TestSeo;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  // Other processes work on scans.
  t = await startSeo({ env: { SEO_SCANS_PER_PROCESS: '0' } });
  const { origin, pages } = t.site;
  const link = (number: number) => `/p/${nameOf(number)}`;
  for (let number = 0; number < pageCount; number += 1) {
    const path = number === 0 ? '/' : link(number);
    // A tree: each page leads to the next ten. A part of the pages has faults.
    const links = Array.from({ length: 10 }, (_, at) => number * 10 + at + 1).filter((one) => one < pageCount);
    const title = number % 7 === 0 ? '' : `Заметка номер ${number} о нашей работе`;
    pages.set(path, page({ title, path, origin, links: ['/', ...links.map(link)] }));
  }
  pages.set('/sitemap.xml', { status: 404 });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await t.stop();
  expect(t.errors()).toEqual([]);
});

async function startHost(): Promise<ChildProcess> {
  const child = fork(program, [], {
    ...nodeProgram,
    env: {
      ...nodeProgram.env,
      ...testEnvironment(t.database),
      DATABASE_URL: t.database.urlFor('seo-rkn'),
      SAFE_FETCH_ALLOWED_HOSTS: t.site.host,
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

/** Fetches of pages that no measurement of the whole site asks for. */
const fetches = () => t.site.requests.filter(({ url }) => url.startsWith('/p/') && !first.has(url)).length;

test('a scan whose processes are killed ten times finds the same, and fetches few pages again', async () => {
  const params = { site_id: t.described.id };
  let hosts = [await startHost(), await startHost()];
  await t.scan({ concurrency, max_pages: pageCount });
  const expected = await t.database.query(`SELECT fingerprint FROM "seo-rkn".issues WHERE status = 'open' ORDER BY 1`);
  const { data: whole } = await t.client.listSeoScans({ params });
  expect(whole[0]).toMatchObject({ state: 'succeeded', progress: { pages_done: pageCount } });
  expect(expected.length).toBeGreaterThan(pageCount / 7);
  await t.database.query(`DELETE FROM "seo-rkn".scan_findings`);
  await t.database.query(`DELETE FROM "seo-rkn".issues`);

  const before = fetches();
  const started = await t.client.startSeoScan({ params, body: { interval_ms: 0, concurrency, max_pages: pageCount } });
  const target = { params: { ...params, scan_id: started.data.scan.id } };
  const done = async () => (await t.client.getSeoScan(target)).data.progress.pages_done;
  for (let killed = 0; killed < kills; killed += 1) {
    const reached = ((killed + 1) * (pageCount - 100)) / (kills + 1);
    await eventually(async () => (await done()) >= reached);
    // Both die: one of them has the lease.
    const ended = hosts.map((child) => once(child, 'exit'));
    for (const child of hosts) child.kill('SIGKILL');
    await Promise.all(ended);
    const attempt = await readAttempt();
    hosts = await Promise.all([startHost(), startHost()]);
    await endLease(attempt);
  }
  const finished = await eventually(async () => {
    const { data } = await t.client.getSeoScan(target);
    return data.finished_at !== null && data;
  }, 120_000);

  expect(finished).toMatchObject({ state: 'succeeded', progress: { pages_done: pageCount } });
  expect(await t.database.query(`SELECT fingerprint FROM "seo-rkn".issues WHERE status = 'open' ORDER BY 1`)).toEqual(
    expected,
  );
  const again = fetches() - before - (pageCount - measured);
  expect(again).toBeGreaterThanOrEqual(0);
  expect(again).toBeLessThanOrEqual(kills * concurrency);
});
