import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type analytics, cms } from '@platform/contracts';
import { contextHeader, createLog, fail, newId, openDatabase } from '@platform/runtime';
import {
  anAdmin,
  anApplication,
  aUser,
  eventually,
  fakeClock,
  startService,
  type TestService,
  writeGeoDatabase,
} from '@platform/testing';
import { countStaleMonths } from '../src/rollups/count-months.ts';
import { analyticsService } from '../src/service.ts';
import { aDescribedSite } from './analytics-test.ts';

/**
 * A small golden data set: the lines below are the events, and every expected number was counted by hand from
 * them with METRICS.md beside, before the code had been run.
 */

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const clock = fakeClock('2026-03-27T12:00:00Z');
const application = anApplication();
const site = { id: newId(), code: 'landing', application_id: application.id };
const other = { id: newId(), code: 'other', application_id: null };
let isCmsDown = false;
const anna = '77.0.0.1';
const boris = '77.0.0.2';
const clara = '88.0.0.3';
const signedIn = aUser();

type Line = [at: string, who: string, path: string, more?: { referrer?: string; utm_source?: string; event?: string }];

/** The range is 1 to 4 April, the one before it 28 to 31 March. */
const lines: Line[] = [
  // Before the previous range: in no number.
  ['2026-03-27T23:59:59Z', anna, '/'],
  // The previous range: 3 views, 1 + 1 visitors, 4 events.
  ['2026-03-28T00:00:00Z', anna, '/'],
  ['2026-03-28T10:00:00Z', anna, '/pricing'],
  ['2026-03-31T23:59:59Z', anna, '/'],
  ['2026-03-31T23:59:59Z', anna, '/', { event: 'demo_requested' }],
  // 1 April: anna and boris. Views: anna 3, boris 1.
  ['2026-04-01T00:00:00Z', anna, '/', { referrer: 'https://www.google.com/search?q=a' }],
  ['2026-04-01T00:01:00Z', anna, '/pricing?plan=pro', { referrer: 'https://example.test/' }],
  ['2026-04-01T00:02:00Z', anna, '/pricing?plan=free', { referrer: 'https://www.example.test/pricing' }],
  ['2026-04-01T00:03:00Z', anna, '/pricing', { event: 'demo_requested' }],
  ['2026-04-01T09:00:00Z', boris, '/', { referrer: 'https://google.com/', utm_source: 'newsletter' }],
  // 2 April: anna again, who is another visitor now, and clara, who only clicks.
  ['2026-04-02T12:00:00Z', anna, '/'],
  ['2026-04-02T12:00:00Z', clara, '/', { event: 'demo_requested', referrer: 'https://google.com/' }],
  // 3 April: no visitor.
  // 4 April, which is today: clara twice.
  ['2026-04-04T08:00:00Z', clara, '/blog/a'],
  ['2026-04-04T08:30:00Z', clara, '/blog/a'],
];

let t: TestService<typeof analytics>;
let folder: string;
let admin: ReturnType<typeof t.as>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-site-summary-'));
  const path = join(folder, 'places.mmdb');
  await writeGeoDatabase(path, {
    '77.0.0.0/8': { country_code: 'RU', city: 'Moscow', latitude: 55.75, longitude: 37.62 },
    '88.0.0.0/8': { country_code: 'DE', city: 'Berlin', latitude: 52.52, longitude: 13.4 },
  });
  t = await startService(analyticsService, { clock, env: { GEO_DATABASE_PATH: path } });
  admin = t.as({ admin: anAdmin() });
  await t.answer(cms.queries.resolveSite, (by) => {
    const found = [site, other].find(({ id, code }) => ('code' in by ? by.code === code : by.id === id));
    return { site: found ? { ...found, status: 'active' as const, keys: [] } : null };
  });
  await t.answer(cms.queries.getInventory, () => {
    if (isCmsDown) fail('service_unavailable');
    const counts = [
      { kind: 'article' as const, status: 'published' as const, count: 4 },
      { kind: 'post' as const, status: 'draft' as const, count: 9 },
      { kind: 'post' as const, status: 'published' as const, count: 3 },
    ];
    return { counts };
  });
  await t.answer(cms.queries.sumArticleViews, ({ ranges }) => ({
    views: ranges.map(({ from }) => (from === '2026-04-01' ? 7 : 5)),
  }));
  await t.answer(cms.queries.describeSite, ({ id }) => ({ site: aDescribedSite(id, 'UTC') }));
  await t.answer(cms.queries.listLinkedSites, () => ({ sites: [{ id: site.id, code: site.code }] }));

  for (const [at, client_ip, target, { event = 'page_viewed', ...more } = {}] of lines) {
    clock.set(at);
    const client = t.as({ site, client_ip, user_agent: browser });
    const body = { event, url: `https://www.example.test${target}`, ...more };
    const reply = await client.recordSiteEvents({ params: { site_code: site.code }, body });
    expect([at, reply.data]).toEqual([at, { accepted: 1, rejected: [] }]);
  }
  clock.set('2026-04-04T12:00:00Z');
  // A signed-in user of the linked application: one visitor a day, the user; two views on 3 April, from
  // Germany.
  const user = t.as({ application, user: signedIn, client_ip: clara });
  await user.recordEvents({
    body: ['/app', '/app'].map((page) => ({
      event: 'page_viewed',
      occurred_at: '2026-04-03T10:00:00Z',
      cms_site_code: site.code,
      properties: { url: `https://example.test${page}` },
    })),
  });
  // Another site, of which nothing may be in these numbers.
  const elsewhere = t.as({ site: other, client_ip: anna, user_agent: browser });
  await elsewhere.recordSiteEvents({
    params: { site_code: other.code },
    body: { event: 'page_viewed', url: 'https://other.test/' },
  });
  await counted();
});
afterAll(async () => {
  await t.stop();
  await rm(folder, { recursive: true, force: true });
});

const counted = () =>
  eventually(async () => {
    const [row] = await t.database.query<{ rows: number }>(
      'SELECT count(*)::int AS rows FROM analytics.stale_site_hours',
    );
    return row?.rows === 0;
  });

const range = { cms_site_code: site.code, from: '2026-04-01', to: '2026-04-04' };

test('the summary of a site equals the counts made by hand', async () => {
  const { status, data } = await admin.getAnalyticsSummary({ query: range });
  expect(status).toBe(200);
  expect(data).toEqual({
    kind: 'site',
    cms_site_code: 'landing',
    from: '2026-04-01',
    to: '2026-04-04',
    timezone: 'UTC',
    as_of: '2026-04-04T12:00:00.000Z',
    previous: { from: '2026-03-28', to: '2026-03-31' },
    metrics: {
      // 1 April 3 + 1, 2 April 1, 3 April 2, 4 April 2.
      views: { value: 9, previous: 3 },
      // 1 April 2, 2 April 2, 3 April 1, 4 April 1.
      visitors: { value: 6, previous: 2 },
      // The views and two clicks.
      events: { value: 11, previous: 4 },
    },
    inventory: [
      { kind: 'article', published: 4 },
      { kind: 'post', published: 3 },
    ],
    view_count: { value: 7, previous: 5 },
    sources: [
      // Visitors: anna (1st, between pages), anna (2nd), the user (3rd), clara (4th). Views: 2 + 1 + 2 + 2.
      { source: 'direct', visitors: 4, views: 7 },
      // anna (1st) with a view, clara (2nd) without.
      { source: 'google.com', visitors: 2, views: 1 },
      { source: 'newsletter', visitors: 1, views: 1 },
    ],
    top_pages: [
      // anna and boris on the 1st, anna on the 2nd.
      { path: '/', views: 3, visitors: 3 },
      { path: '/app', views: 2, visitors: 1 },
      { path: '/blog/a', views: 2, visitors: 1 },
      { path: '/pricing', views: 2, visitors: 1 },
    ],
    countries: [
      // anna and boris, clara and the user; anna again, clara again: three visitors each.
      { country_code: 'DE', visitors: 3, share: 50 },
      { country_code: 'RU', visitors: 3, share: 50 },
    ],
    top_events: [
      // Clara of the 2nd did not view anything.
      { event: 'page_viewed', events: 9, visitors: 5 },
      { event: 'demo_requested', events: 2, visitors: 2 },
    ],
    series: [
      { date: '2026-04-01', views: 4, visitors: 2 },
      { date: '2026-04-02', views: 1, visitors: 2 },
      { date: '2026-04-03', views: 2, visitors: 1 },
      { date: '2026-04-04', views: 2, visitors: 1 },
    ],
  });
});

test('without the cms a summary has no inventory and no views, and the rest of it', async () => {
  isCmsDown = true;
  const query = { ...range, from: '2026-04-02' };
  const { status, data } = await admin.getAnalyticsSummary({ query });
  expect(status).toBe(200);
  expect(data).toMatchObject({ inventory: null, view_count: null, metrics: { views: { value: 5 } } });
  // What it said of this range before is still known.
  expect((await admin.getAnalyticsSummary({ query: range })).data).toMatchObject({ view_count: { value: 7 } });
  isCmsDown = false;
});

test('as CSV it has a line for each day', async () => {
  const response = await fetch(
    `${t.baseUrl}/v1/analytics/summary?cms_site_code=landing&from=2026-04-01&to=2026-04-04&format=csv`,
    { headers: { [contextHeader]: t.sign({ admin: anAdmin() }, 'getAnalyticsSummary') } },
  );
  expect(response.headers.get('content-type')).toContain('text/csv');
  expect(await response.text()).toBe(
    ['date,views,visitors', '2026-04-01,4,2', '2026-04-02,1,2', '2026-04-03,2,1', '2026-04-04,2,1', ''].join('\r\n'),
  );
});

test('a range over whole months says the same whether the months were counted or not', async () => {
  // All lines and the user's two; visitors of each day: 27 March 1, 28 March 1, 31 March 1, and the six of
  // April.
  const expected = { views: 13, visitors: 9, events: 16 };
  const metrics = async () => {
    const query = { cms_site_code: site.code, from: '2026-03-01', to: '2026-04-04' };
    const { data } = await admin.getAnalyticsSummary({ query });
    if (data.kind !== 'site') throw new Error('not a summary of a site');
    const { views, visitors, events } = data.metrics;
    return { views: views.value, visitors: visitors.value, events: events.value };
  };
  expect(await metrics()).toEqual(expected);
  const url = t.database.urlFor('analytics');
  const handle = openDatabase({
    url,
    poolSize: 1,
    service: 'analytics',
    log: createLog('test', 'silent'),
    traced: false,
  });
  expect(await countStaleMonths({ db: handle.db, clock })).toBe(1);
  await handle.close();
  expect(await metrics()).toEqual(expected);
});

test('events that come after a day was counted are in its numbers', async () => {
  const client = t.as({ site: other, client_ip: boris, user_agent: browser });
  const views = async () => {
    const { data } = await admin.getAnalyticsSummary({ query: { cms_site_code: other.code, days: 1 } });
    return data.kind === 'site' ? [data.metrics.views.value, data.metrics.visitors.value] : [];
  };
  expect(await views()).toEqual([1, 1]);
  const body = { event: 'page_viewed', url: 'https://other.test/' };
  await client.recordSiteEvents({ params: { site_code: other.code }, body });
  await counted();
  expect(await views()).toEqual([2, 2]);
});

test('a site that is not there is named as such, and one beside an application is refused', async () => {
  expect((await admin.getAnalyticsSummary({ query: { cms_site_code: 'nowhere' } })).error).toBe('site_not_found');
  const both = { cms_site_code: site.code, application_code: application.code };
  expect((await admin.getAnalyticsSummary({ query: both })).error).toBe('validation_failed');
});
