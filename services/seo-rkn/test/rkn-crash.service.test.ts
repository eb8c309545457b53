import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rknDefectIds, startRknSiteServer } from '@platform/sandbox';
import { eventually } from '@platform/testing';
import { createScanHosts, type ScanHosts } from './scan-hosts.ts';
import { startRkn, type TestRkn } from './start-rkn.ts';

const kills = 4;

let t: TestRkn;
let site: Awaited<ReturnType<typeof startRknSiteServer>>;
let hosts: ScanHosts;
beforeAll(async () => {
  site = await startRknSiteServer(rknDefectIds);
  // Other processes work on scans.
  const env = { SEO_SCANS_PER_PROCESS: '0', SAFE_FETCH_ALLOWED_HOSTS: new URL(site.origin).host };
  t = await startRkn({ env });
  t.described.website_url = site.origin;
  hosts = createScanHosts(t, new URL(site.origin).host);
});
afterAll(async () => {
  hosts?.kill();
  await t.stop();
  await site.close();
  expect(t.errors()).toEqual([]);
});

test('a scan whose process is killed goes on behind its last page, and finds the same', async () => {
  await hosts.start();
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
    await hosts.replaceAll();
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
