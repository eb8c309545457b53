import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@platform/testing';
import { createScanHosts, type ScanHosts } from './scan-hosts.ts';
import { page } from './site.ts';
import { startSeo, type TestSeo } from './start-seo.ts';

const concurrency = 4;
const pageCount = 600;
const kills = 10;
const measured = 10;
/** Letters only: more than 200 pages of one pattern are a trap. */
const nameOf = (number: number): string =>
  [...number.toString(10)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
const first = new Set(Array.from({ length: measured }, (_, number) => `/p/${nameOf(number)}`));

let t: TestSeo;
let hosts: ScanHosts;
beforeAll(async () => {
  // Other processes work on scans.
  t = await startSeo({ env: { SEO_SCANS_PER_PROCESS: '0' } });
  hosts = createScanHosts(t, t.site.host);
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
  hosts?.kill();
  await t.stop();
  expect(t.errors()).toEqual([]);
});

/** Fetches of pages that no measurement of the whole site asks for. */
const fetches = () => t.site.requests.filter(({ url }) => url.startsWith('/p/') && !first.has(url)).length;

test('a scan whose processes are killed ten times finds the same, and fetches few pages again', async () => {
  const params = { site_id: t.described.id };
  for (let number = 0; number < 2; number += 1) await hosts.start();
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
    await hosts.replaceAll();
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
