import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { listen } from '@platform/runtime';
import { createPageSpeedSandbox } from '@platform/sandbox';
import { eventually } from '@platform/testing';
import { page } from './site.ts';
import { startSeo, type TestSeo } from './start-seo.ts';

const key = 'a_key_that_no_log_has';
const pageSpeed = createPageSpeedSandbox(key);
let server: Awaited<ReturnType<typeof listen>>;
let t: TestSeo;

const start = (env: Record<string, string>) =>
  startSeo({
    env: {
      PAGESPEED_URL: `http://127.0.0.1:${server.port}/runPagespeed`,
      ...env,
      SAFE_FETCH_ALLOWED_HOSTS: '127.0.0.1:*',
    },
    overrides: { timing: { retryMs: 20, pollMs: 20 } },
  });
const at = ({ site: { origin } }: TestSeo, path: string, links: string[]) =>
  page({ title: `Страница о делах студии ${path}`, path, origin, links });

beforeAll(async () => {
  server = await listen(pageSpeed.handler, { port: 0, host: '127.0.0.1' });
  t = await start({ PAGESPEED_API_KEY: key });
  t.site.pages.set('/', at(t, '/', ['/p/post']));
  t.site.pages.set('/p/post', at(t, '/p/post', ['/']));
});
beforeEach(() => pageSpeed.fail(null));
afterAll(async () => {
  await t.stop();
  await server.close(200);
  expect(t.errors()).toEqual([]);
});

const params = () => ({ site_id: t.described.id });
const calls = () => pageSpeed.journal().map(({ path }) => path);
const measure = (body = {}) => t.client.measureSeoPsi({ params: params(), body });
const listed = async (path: string) =>
  (await t.client.listSeoPsi({ params: params() })).data.find(({ url }) => url === t.site.origin + path);
const makeDue = () => t.database.query(`UPDATE "seo-rkn".psi_results SET due_at = now() WHERE state = 'waiting'`);

test('a page is measured in the background, once a day for each device', async () => {
  const ordered = await measure();
  expect([ordered.status, ordered.data.results]).toMatchObject([202, [{ state: 'waiting', score: null }]]);
  const done = await eventually(async () => {
    const row = await listed('/');
    return row?.state === 'done' && row;
  });
  expect(done).toMatchObject({
    strategy: 'mobile',
    error: null,
    score: 93,
    top_audits: [],
    field: { of: 'page', lcp_ms: 1_900, cls: 0.04, inp_ms: 120, ttfb_ms: null },
    lab: { lcp_ms: 2_100, cls: 0.03, tbt_ms: 140, ttfb_ms: 180 },
  });
  const url = encodeURIComponent(`${t.site.origin}/`);
  expect(calls()).toEqual([`/runPagespeed?url=${url}&strategy=mobile&category=performance&locale=ru&key=***`]);

  const urls = [`${t.site.origin}/`, `${t.site.origin}/#part`];
  expect((await measure({ urls })).data.results).toEqual([done]);
  expect((await measure({ urls, strategy: 'desktop' })).data.results).toMatchObject([{ state: 'waiting' }]);
  await eventually(async () => (await listed('/'))?.strategy === 'desktop' && (await listed('/'))?.state === 'done');
  expect(calls()).toHaveLength(2);
  await t.database.query(`UPDATE "seo-rkn".psi_results SET measured_at = now() - interval '25 hours'`);
  expect((await measure()).data.results).toMatchObject([{ state: 'waiting', score: 93 }]);
  await eventually(async () => calls().length === 3 && (await listed('/'))?.state === 'done');
});

test('addresses of other sites are refused', async () => {
  const other = await measure({ urls: [`${t.site.origin}/`, 'https://other.example/'] });
  expect(other).toMatchObject({ status: 400, error: 'validation_failed' });
});

test('a failed measurement is tried again, and is no score', async () => {
  const urls = [`${t.site.origin}/p/post`];
  const failing = (state: string, error: string) =>
    eventually(async () => {
      const row = await listed('/p/post');
      return row?.state === state && row.error === error && row.score === null;
    });
  pageSpeed.fail('quota');
  await measure({ urls });
  await failing('waiting', 'quota_exceeded');
  pageSpeed.fail('null_score');
  await makeDue();
  await failing('failed', 'page_failed');
  pageSpeed.fail('hang_up');
  await measure({ urls });
  await failing('waiting', 'unreachable');
  pageSpeed.fail(null);
  await makeDue();
  await eventually(async () => (await listed('/p/post'))?.state === 'done');
});

test('a page that is slow three times has an issue until scans find it fast', async () => {
  const post = `${t.site.origin}/p/post`;
  const measured = () => calls().filter((path) => path.includes(`url=${encodeURIComponent(post)}&`)).length;
  pageSpeed.measure(post, { score: 0.4 });
  const before = [measured(), calls().length] as const;
  await t.scan();
  expect([measured() - before[0], calls().length - before[1]]).toEqual([3, 4]);
  expect(await t.openIssues()).toEqual(['psi_low_score /p/post']);
  expect((await listed('/p/post'))?.score).toBe(40);
  const { data } = await t.client.getSeoVerdict({ params: params() });
  expect(data.parts.performance).toBeLessThan(100);

  // What could not be measured, or is not, stays as it is.
  pageSpeed.fail('server_error');
  await t.scan();
  pageSpeed.fail(null);
  for (const psi_pages of [0, 1]) {
    const runs = calls().length;
    await t.scan({ psi_pages });
    expect(calls()).toHaveLength(runs + psi_pages);
  }
  expect(await t.openIssues()).toEqual(['psi_low_score /p/post']);

  pageSpeed.measure(post, { score: 0.9 });
  const after = measured();
  await t.scan();
  await t.scan();
  expect(measured()).toBe(after + 2);
  expect(await t.openIssues()).toEqual([]);
});

test('a scan whose process died goes on behind the pages that it measured', async () => {
  const { id } = await t.scan({ psi_pages: 2 });
  const before = calls().length;
  // As if the process had died behind the first page.
  await t.database.query(
    `UPDATE "seo-rkn".scans SET state = 'running', phase = 'psi', finished_at = NULL, verdict = NULL,
       lease_until = now() - interval '1 second', due_at = now(),
       checks = jsonb_set(checks #- '{psi,pages,1}', '{psi,is_done}', 'false') WHERE id = '${id}';
     DELETE FROM "seo-rkn".reports WHERE scan_id = '${id}'`,
  );
  const ended = await eventually(async () => {
    const { data } = await t.client.getSeoScan({ params: { ...params(), scan_id: id } });
    return data.finished_at !== null && data;
  });
  expect(ended).toMatchObject({ state: 'succeeded', phase: 'analyse' });
  expect(calls().slice(before)).toEqual([expect.stringContaining(encodeURIComponent('/p/post'))]);
});

test('without a key nothing is measured, and no issue opens', async () => {
  const bare = await start({});
  try {
    bare.site.pages.set('/', at(bare, '/', []));
    const before = calls().length;
    pageSpeed.measure(`${bare.site.origin}/`, { score: 0.1 });
    const site = { site_id: bare.described.id };
    expect(await bare.client.measureSeoPsi({ params: site, body: {} })).toMatchObject({
      status: 409,
      error: 'psi_not_configured',
    });
    expect((await bare.scan()).state).toBe('succeeded');
    expect(await bare.openIssues()).toEqual([]);
    expect(calls()).toHaveLength(before);
  } finally {
    await bare.stop();
  }
});
