import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { anAdmin, eventually, openTransaction, untilBlocked } from '@platform/testing';
import { page, startSite } from './site.ts';
import { startSeo, type TestSeo } from './start-seo.ts';

let t: TestSeo;
let pages: TestSeo['site']['pages'];
let fresh: [string, ReturnType<typeof page>][];
beforeAll(async () => {
  t = await startSeo({ env: { LOG_LEVEL: 'warn' } });
  pages = t.site.pages;
  const { origin } = t.site;
  const paths = ['/p/about', '/p/prices', '/p/team'];
  const at = (title: string, path: string, links: string[]) => page({ title, path, origin, links });
  fresh = [
    ['/', at('Студия «Ромашка»: главная страница', '/', paths)],
    ['/p/about', at('О студии: чем мы занимаемся', '/p/about', ['/', '/p/prices'])],
    ['/p/prices', at('Цены на наши работы и услуги', '/p/prices', ['/', '/p/team'])],
    ['/p/team', at('Люди, которые здесь работают', '/p/team', ['/', '/p/about'])],
    ...[...pages].map(([path, answer]) => [path, answer] as [string, ReturnType<typeof page>]),
  ];
});
beforeEach(() => {
  pages.clear();
  for (const [path, answer] of fresh) pages.set(path, answer);
  t.site.requests.length = 0;
});
afterAll(async () => {
  await t.stop();
  expect(t.errors()).toEqual([]);
});

const params = () => ({ site_id: t.described.id });

test('a scan fetches every page of a site once and finds nothing on a site without a fault', async () => {
  const scan = await t.scan();

  expect(scan).toMatchObject({
    state: 'succeeded',
    error: null,
    progress: { pages_done: 4, pages_planned: 4, failed: 0 },
  });
  // The time to the first byte is measured at the first three pages, so these are asked again.
  expect(t.site.requests.filter(({ url }) => url === '/p/team')).toHaveLength(1);
  expect(new Set(t.site.requests.map(({ user_agent }) => user_agent))).toEqual(
    new Set(['Mozilla/5.0 (compatible; AppPlatformBot/1.0)']),
  );
  expect(await t.openIssues()).toEqual([]);
  const { data } = await t.client.getSeoVerdict({ params: params() });
  expect(data).toMatchObject({
    score: 100,
    verdict: 'excellent',
    scan_id: scan.id,
    coverage: { fetched: 4, pct: 100 },
  });
});

test('a page whose first byte comes late is slow', async () => {
  const slow = await startSeo({ overrides: { firstByteOf: undefined } });
  try {
    const home = page({ title: 'Студия «Ромашка»: главная страница', path: '/', origin: slow.site.origin });
    slow.site.pages.set('/', async () => {
      await sleep(1_100);
      return home;
    });
    await slow.scan();
    expect(await slow.openIssues()).toContain('slow_ttfb /');
  } finally {
    await slow.stop();
  }
});

test('an issue opens, is resolved when it is mended, and opens again when it comes back', async () => {
  const { origin } = t.site;
  const untitled = page({ title: '', path: '/p/about', origin, links: ['/'] });
  pages.set('/p/about', untitled);
  await t.scan();
  expect(await t.openIssues()).toContain('missing_title /p/about');
  const [issue] = (await t.client.listSeoIssues({ params: params(), query: { issue_type: 'missing_title' } })).data;
  expect(issue).toMatchObject({
    severity: 'high',
    weight: 20,
    owner: 'landing_dev',
    status: 'open',
    reopened_count: 0,
  });
  expect(issue?.steps.length).toBeGreaterThan(0);

  const mended = fresh.find(([path]) => path === '/p/about')?.[1] ?? {};
  pages.set('/p/about', mended);
  expect((await t.scan()).issues).toMatchObject({ found: 0 });
  expect(await t.openIssues()).toEqual([]);

  pages.set('/p/about', untitled);
  await t.scan();
  const target = { params: { ...params(), issue_id: issue?.id ?? '' } };
  const { data: again } = await t.client.getSeoIssue(target);
  expect(again).toMatchObject({ status: 'open', reopened_count: 1, resolved_by: null });
  expect(again.history.map(({ from, to, by }) => [from, to, by])).toEqual([
    ['resolved', 'open', 'scan'],
    ['open', 'resolved', 'scan'],
    [null, 'open', 'scan'],
  ]);

  await t.client.updateSeoIssue({ ...target, body: { status: 'ignored', comment: 'Так и задумано.' } });
  await t.scan();
  expect((await t.client.getSeoIssue(target)).data.status).toBe('ignored');
  await t.client.updateSeoIssue({ ...target, body: { status: 'open' } });
});

test('an open issue of a page that cannot be judged stays open and is stale', async () => {
  const { origin } = t.site;
  pages.set('/p/team', page({ title: '', path: '/p/team', origin, links: ['/'] }));
  await t.scan();
  pages.set('/p/team', { status: 500 });
  await t.scan();
  const { data } = await t.client.listSeoIssues({ params: params(), query: { issue_type: 'missing_title' } });
  expect(data.find(({ url }) => url.endsWith('/p/team'))).toMatchObject({ status: 'open', stale: true });
  expect(await t.openIssues()).toContain('http_5xx /p/team');
});

test('a server error is asked for a second time before it is believed', async () => {
  let answers = 0;
  const good = fresh.find(([path]) => path === '/p/team')?.[1] ?? {};
  pages.set('/p/team', () => {
    answers += 1;
    return answers === 1 ? { status: 503 } : good;
  });
  const scan = await t.scan();
  expect([scan.state, answers]).toEqual(['succeeded', 2]);
  expect(await t.openIssues()).not.toContain('http_5xx /p/team');
});

test('twenty calls at once start one scan', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => t.client.startSeoScan({ params: params(), body: {} })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  expect(new Set(answers.map(({ data }) => data.scan.id)).size).toBe(1);
  expect(answers.filter(({ data }) => !data.joined)).toHaveLength(1);
  const scan_id = answers[0]?.data.scan.id ?? '';
  await eventually(async () => (await t.client.getSeoScan({ params: { ...params(), scan_id } })).data.finished_at);
});

test('a canceled scan ends at once, keeps its pages and resolves nothing', async () => {
  const { origin } = t.site;
  pages.set('/p/about', page({ title: '', path: '/p/about', origin, links: ['/'] }));
  await t.scan();
  const before = await t.openIssues();
  expect(before).toContain('missing_title /p/about');
  const hang = Promise.withResolvers<void>();
  pages.set('/p/about', async () => {
    await hang.promise;
    return fresh[1]?.[1] ?? {};
  });
  const started = await t.client.startSeoScan({ params: params(), body: { interval_ms: 0 } });
  const target = { params: { ...params(), scan_id: started.data.scan.id } };
  await eventually(async () => (await t.client.getSeoScan(target)).data.progress.pages_done >= 3);

  const canceled = await t.client.cancelSeoScan(target);
  hang.resolve();

  expect(canceled.data).toMatchObject({ state: 'canceled', progress: { pages_done: 3 } });
  expect(await t.openIssues()).toEqual(before);
  expect(await t.client.cancelSeoScan(target)).toMatchObject({ status: 409, error: 'scan_finished' });
});

test('robots.txt that fails lets nothing be fetched, and the scan says so', async () => {
  pages.set('/robots.txt', { status: 503 });
  const scan = await t.scan();
  expect(new Set(t.site.requests.map(({ url }) => url))).toEqual(new Set(['/robots.txt']));
  expect(scan).toMatchObject({ state: 'partial', error: { code: 'robots_unreachable' }, progress: { pages_done: 0 } });
  expect(await t.openIssues()).toEqual(expect.arrayContaining([expect.stringContaining('robots_unreachable')]));
  const { data } = await t.client.getSeoVerdict({ params: params() });
  expect(data).toMatchObject({ verdict: 'unknown', score: null });
});

test('what robots.txt disallows is not fetched', async () => {
  const body = `User-agent: AppPlatformBot\nDisallow: /p/team\n\nSitemap: ${t.site.origin}/sitemap.xml\n`;
  pages.set('/robots.txt', { headers: { 'content-type': 'text/plain' }, body });
  const scan = await t.scan();
  expect(scan.progress).toMatchObject({ pages_done: 3, skipped: { robots: 1 } });
  expect(t.site.requests.map(({ url }) => url)).not.toContain('/p/team');
});

test('a limit of pages makes a scan partial', async () => {
  const scan = await t.scan({ max_pages: 2 });
  expect(scan).toMatchObject({ state: 'partial', error: { code: 'max_pages' }, progress: { pages_done: 2 } });
});

test('a site that fails again and again is left alone', async () => {
  pages.clear();
  pages.set('/robots.txt', { status: 404 });
  const links = Array.from({ length: 30 }, (_, number) => `/p/${number}`);
  pages.set('/', page({ title: 'Главная страница сайта', path: '/', origin: t.site.origin, links }));
  for (const link of links) pages.set(link, { status: 500 });
  const scan = await t.scan({ concurrency: 1 });
  expect(scan).toMatchObject({ state: 'partial', error: { code: 'failures' } });
  expect(t.site.requests.filter(({ url }) => url.startsWith('/p/')).length).toBeLessThanOrEqual(10);
});

test('options that may burden a host need an administrator and an allowed host', async () => {
  const staff = t.as({ admin: { ...anAdmin(), role: 'staff' } });
  const body = { ignore_robots: true };
  expect(await staff.startSeoScan({ params: params(), body })).toMatchObject({ status: 403, error: 'forbidden' });
  t.described.website_url = 'https://notes.example.com';
  expect(await t.client.startSeoScan({ params: params(), body })).toMatchObject({
    status: 409,
    error: 'host_not_verified',
  });
  t.described.website_url = 'http://10.0.0.1';
  expect(await t.client.startSeoScan({ params: params(), body: {} })).toMatchObject({
    status: 400,
    error: 'address_refused',
  });
  t.described.website_url = null;
  expect(await t.client.startSeoScan({ params: params(), body: {} })).toMatchObject({
    status: 409,
    error: 'website_url_missing',
  });
  t.described.website_url = t.site.origin;
  expect(await t.client.listSeoScans({ params: { site_id: newId() } })).toMatchObject({
    status: 404,
    error: 'site_not_found',
  });
});

test('a site without an address has the issue until its first scan with one', async () => {
  const filter = { issue_type: 'cms_no_website_url' as const };
  const listed = async () => (await t.client.listSeoIssues({ params: params(), query: filter })).data;
  t.described.website_url = null;
  await t.client.startSeoScan({ params: params(), body: {} });
  await t.client.startSeoScan({ params: params(), body: {} });
  t.described.website_url = t.site.origin;
  expect(await listed()).toMatchObject([{ status: 'open', severity: 'high', owner: 'cms_editor' }]);
  const { data: tasks } = await t.client.summarizeSeoIssues({ params: params() });
  expect(tasks.map(({ issue_type }) => issue_type)).toContain('cms_no_website_url');
  await t.scan();
  expect(await listed()).toMatchObject([{ status: 'resolved', resolved_by: 'scan' }]);
});

test('a scan that waits for another one of its host says so, and the requests behind a crawl are counted', async () => {
  const { id } = await t.scan();
  const { data: done } = await t.client.getSeoScan({ params: { ...params(), scan_id: id } });
  expect(done.waiting_for).toBeNull();
  expect(done.progress.checks_planned).toBeGreaterThan(0);
  await t.database.query(
    `INSERT INTO "seo-rkn".scans SELECT (jsonb_populate_record(s, jsonb_build_object('id', $2::text, 'site_id', $3::text,
      'state', 'running', 'finished_at', NULL, 'verdict', NULL, 'lease_until', now() + interval '1 hour'))).*
     FROM "seo-rkn".scans s WHERE id = $1`,
    [id, newId(), newId()],
  );
  const { data: started } = await t.client.startSeoScan({ params: params(), body: {} });
  const scan_id = started.scan.id;
  const { data: queued } = await t.client.getSeoScan({ params: { ...params(), scan_id } });
  expect(queued).toMatchObject({ state: 'queued', waiting_for: 'host' });
  await t.client.cancelSeoScan({ params: { ...params(), scan_id } });
  await t.database.query(`DELETE FROM "seo-rkn".scans WHERE state = 'running'`);
});

test('an issue of a page that a scan leaves out stays open', async () => {
  const { origin } = t.site;
  pages.set('/p/team', page({ title: '', path: '/p/team', origin, links: ['/'] }));
  await t.scan();
  expect(await t.openIssues()).toContain('missing_title /p/team');
  await t.scan({ exclude: ['/p/t*'] });
  const { data } = await t.client.listSeoIssues({ params: params(), query: { issue_type: 'missing_title' } });
  expect(data.find(({ url }) => url.endsWith('/p/team'))).toMatchObject({ status: 'open', stale: true });
});

test('an address that a scan leaves out counts once, however many pages lead to it', async () => {
  const { origin } = t.site;
  for (const path of ['/', '/p/team'])
    pages.set(path, page({ title: `Страница ${path}`, path, origin, links: ['/p/team', '/x/one', '/x/two'] }));
  const { progress } = await t.scan({ exclude: ['/x/*'] });
  expect(progress.skipped).toEqual({ path: 2 });
});

test('a page without a link is found on a site where another page fails', async () => {
  const { origin } = t.site;
  const names = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `/p/${letter}`);
  const add = (path: string, links: string[]) =>
    pages.set(path, page({ title: `Страница ${path} нашей студии`, path, origin, links }));
  for (const path of names) add(path, ['/']);
  add('/', ['/p/about', '/p/prices', '/p/team', '/p/down', ...names]);
  add('/p/lost', ['/']);
  pages.set('/p/down', { status: 500 });
  await t.scan();
  expect(await t.openIssues()).toEqual(expect.arrayContaining(['http_5xx /p/down', 'orphan_page /p/lost']));
});

test('text that PostgreSQL refuses is kept in another form', async () => {
  const json = String.raw`{"@context":"https://schema.org","@type":"Organ\u0000\ud800","name":"\ud800\u0000"}`;
  const head = `<script type="application/ld+json">${json}</script>`;
  const odd = page({ title: 'Страница с\u0000странным текстом', path: '/p/team', origin: t.site.origin, head });
  pages.set('/p/team', odd);
  expect((await t.scan()).state).toBe('succeeded');
});

test('a process that lost its lease writes nothing', async () => {
  const hang = Promise.withResolvers<void>();
  pages.set('/p/team', async () => {
    await hang.promise;
    return page({ title: '', path: '/p/team', origin: t.site.origin });
  });
  const started = await t.client.startSeoScan({ params: params(), body: { interval_ms: 0 } });
  const scan_id = started.data.scan.id;
  const target = { params: { ...params(), scan_id } };
  await eventually(async () => (await t.client.getSeoScan(target)).data.progress.pages_done >= 3);
  // Another process takes the scan over: it has the next fencing token, and has not begun to work.
  await t.database.query(`UPDATE "seo-rkn".scans SET lease_fence = lease_fence + 1 WHERE id = $1`, [scan_id]);
  hang.resolve();
  const query = `SELECT state, pages_done, (SELECT count(*)::int FROM "seo-rkn".pages WHERE scan_id = s.id) AS pages
    FROM "seo-rkn".scans s WHERE id = $1`;
  // Another scan in the same process has its whole life meanwhile: the first one is out of its way.
  const away = `UPDATE "seo-rkn".scans SET site_id = id, host = id::text WHERE id = $1`;
  await t.database.query(away, [scan_id]);
  await t.scan();
  expect(await t.database.query(query, [scan_id])).toEqual([{ state: 'running', pages_done: 3, pages: 3 }]);
  await t.database.query(`UPDATE "seo-rkn".scans SET state = 'canceled' WHERE id = $1`, [scan_id]);
});

test('of a host one scan runs, also when two processes claim scans of it in the same moment', async () => {
  await t.scan();
  const other = newId();
  const claiming = await openTransaction(
    t.database,
    `INSERT INTO "seo-rkn".scans SELECT (jsonb_populate_record(s, jsonb_build_object('id', $1::text, 'site_id', $1::text,
       'state', 'running', 'finished_at', NULL, 'verdict', NULL, 'lease_until', now() + interval '1 hour'))).*
     FROM "seo-rkn".scans AS s WHERE host = $2 LIMIT 1`,
    [other, t.site.host],
  );
  const scanning = t.scan();
  // The claim waits for the unique index.
  await untilBlocked(t.database, { statement: 'lease_fence' }).finally(claiming.commit);
  await eventually(async () => (await t.client.listSeoScans({ params: params() })).data[0]?.state === 'queued');
  expect(t.logged().filter((line) => line.includes('could not be claimed'))).toEqual([]);
  await t.database.query('DELETE FROM "seo-rkn".scans WHERE id = $1', [other]);
  expect((await scanning).state).toBe('succeeded');
});

test('a redirect leads no further than robots.txt allows', async () => {
  const body = 'User-agent: *\nDisallow: /private/\n';
  pages.set('/robots.txt', { headers: { 'content-type': 'text/plain' }, body });
  pages.set('/p/team', { status: 302, headers: { location: '/private/secret' } });
  expect((await t.scan()).state).toBe('succeeded');
  expect(t.site.requests.map(({ url }) => url)).not.toContain('/private/secret');
});

test('a robots.txt that is longer than its limit counts to its limit', async () => {
  const body = `User-agent: *\nDisallow: /p/team\n${'# a comment\n'.repeat(60_000)}`;
  pages.set('/robots.txt', { headers: { 'content-type': 'text/plain' }, body });
  expect((await t.scan()).progress).toMatchObject({ pages_done: 3, skipped: { robots: 1 } });
  expect(t.site.requests.map(({ url }) => url)).not.toContain('/p/team');
});

test('a page whose body could not be read resolves none of its issues', async () => {
  const { origin } = t.site;
  pages.set('/p/team', page({ title: '', path: '/p/team', origin, links: ['/'] }));
  await t.scan();
  const long = page({ title: 'Люди, которые здесь работают', path: '/p/team', origin, main: 'а'.repeat(70_000) });
  pages.set('/p/team', long);
  await t.scan({ max_body_bytes: 65_536 });
  const { data } = await t.client.listSeoIssues({ params: params(), query: { issue_type: 'missing_title' } });
  expect(data.find(({ url }) => url.endsWith('/p/team'))).toMatchObject({ status: 'open', stale: true });
});

test('a redirect to another host on this machine is refused, although the site itself is allowed', async () => {
  const other = await startSite();
  pages.set('/p/team', { status: 302, headers: { location: `${other.origin}/inside` } });
  await t.scan();
  expect(other.requests).toEqual([]);
  await other.stop();
});

/** A page with images at these paths. */
const withImages = (...paths: string[]) => {
  const images = paths.map((src) => `<img src="${src}" alt="Снимок студии">`).join('');
  return page({ title: 'Люди, которые здесь работают', path: '/p/team', origin: t.site.origin, main: images });
};
const imageAt = (body: string, content_type = 'image/png') => ({
  headers: { 'content-type': content_type, 'content-length': String(Buffer.byteLength(body)) },
  body,
});
const brokenImages = async () =>
  (await t.client.listSeoIssues({ params: params(), query: { issue_type: 'broken_image', status: 'open' } })).data;

test('images of pages that are broken are found, and those of which nothing is known open nothing', async () => {
  pages.set('/ok.png', imageAt('png'));
  // It knows no HEAD, and does not say how long the image is.
  pages.set('/get.png', () => (t.site.requests.at(-1)?.method === 'HEAD' ? { status: 405 } : imageAt('png')));
  pages.set('/wall.png', { status: 403 });
  pages.set('/page.png', imageAt('<p>Нет такого</p>', 'text/html'));
  pages.set('/empty.png', imageAt(''));
  pages.set('/p/team', withImages('/ok.png', '/get.png', '/wall.png'));
  await t.scan();
  expect(await brokenImages()).toEqual([]);
  expect(t.site.requests.filter(({ url }) => url === '/ok.png').map(({ method }) => method)).toEqual(['HEAD']);
  expect(t.site.requests.filter(({ url }) => url === '/get.png').map(({ method }) => method)).toEqual(['HEAD', 'GET']);

  pages.set('/p/team', withImages('/ok.png', '/gone.png', '/page.png', '/empty.png', '/ok.png'));
  await t.scan();
  const [issue, ...others] = await brokenImages();
  expect(others).toEqual([]);
  expect(issue?.url).toBe(`${t.site.origin}/p/team`);
  expect(issue?.evidence.related).toEqual(['/gone.png', '/page.png', '/empty.png'].map((path) => t.site.origin + path));

  // A wall says nothing about the images behind it.
  for (const path of ['/gone.png', '/page.png', '/empty.png']) pages.set(path, { status: 403 });
  await t.scan();
  expect(await brokenImages()).toMatchObject([{ status: 'open', stale: true }]);
  pages.set('/p/team', withImages('/ok.png'));
  await t.scan();
  expect(await brokenImages()).toEqual([]);
});

test('images that robots.txt refuses are not asked for', async () => {
  const body = 'User-agent: *\nDisallow: /private/\n';
  pages.set('/robots.txt', { headers: { 'content-type': 'text/plain' }, body });
  pages.set('/p/team', withImages('/private/secret.png'));
  await t.scan();
  expect(await brokenImages()).toEqual([]);
  expect(t.site.requests.map(({ url }) => url)).not.toContain('/private/secret.png');
});

test('a sitemap that is refused for now is asked for again', async () => {
  const sitemap = pages.get('/sitemap.xml');
  let refusals = 1;
  pages.set('/sitemap.xml', () => {
    refusals -= 1;
    if (refusals >= 0) return { status: 429, headers: { 'retry-after': '0' } };
    return typeof sitemap === 'function' ? sitemap() : (sitemap ?? {});
  });
  await t.scan();
  expect(await t.openIssues()).toEqual([]);
});

test('a page that did not change is not sent again, and is judged by what it said', async () => {
  const { origin, requests } = t.site;
  const team = page({ title: '', path: '/p/team', origin, links: ['/', '/p/about', '/p/late'] });
  team.headers = { ...team.headers, etag: '"one"' };
  const late = page({ title: 'Что мы сделали позже', path: '/p/late', origin, links: ['/'] });
  late.headers = { ...late.headers, 'last-modified': 'Tue, 24 Nov 2026 10:00:00 GMT' };
  pages.set('/p/team', team);
  pages.set('/p/late', late);
  await t.scan();
  const whole = requests.filter(({ url }) => url === '/p/team' || url === '/p/late');
  const wholeBytes = whole.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(wholeBytes).toBeGreaterThan(10_000);
  const found = await t.openIssues();
  expect(found).toContain('missing_title /p/team');

  requests.length = 0;
  const scan = await t.scan();
  expect(scan.progress.pages_done).toBe(5);
  const again = requests.filter(({ url }) => url === '/p/team' || url === '/p/late');
  expect(again.map(({ status, bytes }) => [status, bytes])).toEqual([
    [304, 0],
    [304, 0],
  ]);
  expect(await t.openIssues()).toEqual(found);
  const { data: listed } = await t.client.listSeoPages({ params: params(), query: {} });
  expect(
    listed.filter(({ is_unchanged }) => is_unchanged).map(({ url, status }) => [new URL(url).pathname, status]),
  ).toEqual([
    ['/p/team', 200],
    ['/p/late', 200],
  ]);
  const { data: issues } = await t.client.listSeoIssues({ params: params(), query: { issue_type: 'missing_title' } });
  expect(issues.find(({ url }) => url.endsWith('/p/team'))).toMatchObject({ stale: false });

  // Facts of another reader do not count, and neither do those that a header changes.
  await t.database.query(
    `UPDATE "seo-rkn".pages SET answer = answer || '{"facts_format":"old"}'
    WHERE scan_id = $1 AND url LIKE '%/p/team'`,
    [scan.id],
  );
  late.headers = { ...late.headers, 'x-robots-tag': 'noindex' };
  requests.length = 0;
  await t.scan();
  const statusesOf = (path: string) => requests.filter(({ url }) => url === path).map(({ status }) => status);
  expect([statusesOf('/p/team'), statusesOf('/p/late')]).toEqual([[200], [304, 200]]);
  expect(await t.openIssues()).toContain('noindex_in_sitemap /p/late');

  // A header that is gone says something too.
  late.headers = { 'content-type': 'text/html; charset=utf-8', 'last-modified': 'Tue, 24 Nov 2026 10:00:00 GMT' };
  requests.length = 0;
  await t.scan();
  expect(statusesOf('/p/late')).toEqual([304, 200]);
  expect(await t.openIssues()).not.toContain('noindex_in_sitemap /p/late');
});

test('a server that says 304 although the request had no condition is asked again', async () => {
  const { origin } = t.site;
  let answers = 0;
  pages.set('/p/team', () => {
    answers += 1;
    return answers === 1 ? { status: 304 } : page({ title: '', path: '/p/team', origin, links: ['/'] });
  });
  await t.scan();
  expect(await t.openIssues()).toContain('missing_title /p/team');
});

test('a published item whose page is not there is found by the second answer', async () => {
  const url = `${t.site.origin}/p/post`;
  const published = { id: newId(), kind: 'post', locale: 'ru', slug: 'post', url, revision: 1, body: null };
  t.items.push({ ...published, fields: { title: 'Заметка' }, published_at: '2026-01-01T00:00:00Z' });
  await t.scan();
  expect(await t.openIssues()).toEqual(['cms_item_not_live /p/post']);
  expect(t.site.requests.filter(({ url }) => url === '/p/post')).toHaveLength(2);

  // A file in its place is no page either.
  pages.set('/p/post', { headers: { 'content-type': 'text/plain' }, body: 'not a page' });
  await t.scan();
  expect(await t.openIssues()).toEqual(['cms_item_not_live /p/post']);
  t.items.pop();
});

test('a circle of redirects is one issue', async () => {
  const { origin } = t.site;
  const team = page({ title: 'Люди, которые здесь работают', path: '/p/team', origin, links: ['/', '/loop-a'] });
  pages.set('/p/team', team);
  pages.set('/loop-a', { status: 302, headers: { location: '/loop-b' } });
  pages.set('/loop-b', { status: 302, headers: { location: '/loop-a' } });
  await t.scan();
  expect(await t.openIssues()).toEqual(['http_unreachable:redirect_loop /loop-a']);
});
