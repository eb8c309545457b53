import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { analytics, cms } from '@platform/contracts';
import type { SiteContext } from '@platform/contracts/kit';
import { newId } from '@platform/runtime';
import { untilBlocked } from '@platform/testing';
import pg from 'pg';
import { type AnalyticsTest, startAnalytics } from './analytics-test.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const noon = '2026-03-11T12:00:00Z';
const sites = new Map<string, SiteContext>();

let t: AnalyticsTest;
beforeAll(async () => {
  t = await startAnalytics(noon);
  await t.service.answer(cms.queries.resolveSite, (by) => {
    const site = [...sites.values()].find(({ id, code }) => ('code' in by ? by.code === code : by.id === id));
    return { site: site ? { ...site, status: 'active' as const, keys: [] } : null };
  });
  await t.service.answer(cms.queries.getInventory, () => ({ counts: [] }));
  await t.service.answer(cms.queries.sumArticleViews, ({ ranges }) => ({ views: ranges.map(() => 0) }));
});
afterAll(() => t.service.stop());
beforeEach(() => t.clock.set(noon));
afterEach(() => {
  for (const [id] of t.siteZones) t.siteZones.set(id, 'UTC');
});

/** A site in a zone, with the announcement of its creation. */
async function givenSite(timezone: string) {
  const id = newId();
  const site: SiteContext = { id, code: `site-${id.slice(-8)}`, application_id: null };
  sites.set(id, site);
  t.siteZones.set(id, timezone);
  const about = { application_id: newId() };
  const { code } = site;
  await t.service.deliver(cms.events.siteCreated, { site_id: id, code, application_id: null }, about);
  await t.readSiteZones();
  return {
    id,
    async view(at: string, client_ip = '77.0.0.1', path = '/') {
      t.clock.set(at);
      const client = t.service.as({ site, client_ip, user_agent: browser });
      const body = { event: 'page_viewed', url: `https://example.test${path}` };
      expect((await client.recordSiteEvents({ params: { site_code: code }, body })).status).toBe(202);
    },
    async moveTo(zone: string) {
      t.siteZones.set(id, zone);
      await t.service.deliver(cms.events.siteUpdated, { site_id: id, code, application_id: null }, about);
    },
    async summary(from: string, to: string) {
      const { data } = await t.admin.getAnalyticsSummary({ query: { cms_site_code: code, from, to } });
      if (data.kind !== 'site') throw new Error('not a summary of a site');
      return data;
    },
    /** Views and visitors of each day with any. */
    async days(from: string, to: string) {
      const { series } = await this.summary(from, to);
      return Object.fromEntries(
        series.flatMap(({ date, views, visitors }) => (views > 0 ? [[date, [views, visitors]]] : [])),
      );
    },
    /** As a release without zones of sites counted it: each day a day of UTC. */
    async countInUtc() {
      await t.service.database.query("UPDATE analytics.site_zones SET timezone = 'UTC' WHERE site_id = $1", [id]);
      await t.counted();
    },
  };
}
type GivenSite = Awaited<ReturnType<typeof givenSite>>;

const hoursOf = (site: GivenSite) =>
  t.service.database.query<{ hour: Date; events: string }>(
    'SELECT hour, events FROM analytics.rollup_hours WHERE owner_id = $1 ORDER BY hour',
    [site.id],
  );

test('a day of a site begins at midnight in its zone, in the summary and for its visitors', async () => {
  const site = await givenSite('Europe/Moscow');
  // 23:59:59 and 00:00 in Moscow.
  await site.view('2026-03-09T20:59:59Z');
  await site.view('2026-03-09T21:00:00Z');
  await site.view('2026-03-10T20:59:59Z');
  await t.counted();
  expect(await site.days('2026-03-08', '2026-03-11')).toEqual({ '2026-03-09': [1, 1], '2026-03-10': [2, 1] });
  expect((await site.summary('2026-03-09', '2026-03-10')).timezone).toBe('Europe/Moscow');
});

test('today is the day of the site: one second after its midnight a report of one day is empty', async () => {
  const site = await givenSite('Asia/Tokyo');
  await site.view('2026-03-11T14:59:59Z');
  await t.counted();
  const today = async () => {
    const { data } = await t.admin.getAnalyticsSummary({ query: { cms_site_code: sites.get(site.id)?.code, days: 1 } });
    return data.kind === 'site' ? [data.from, data.metrics.views.value] : [];
  };
  expect(await today()).toEqual(['2026-03-11', 1]);
  t.clock.set('2026-03-11T15:00:00Z');
  expect(await today()).toEqual(['2026-03-12', 0]);
});

test('readers of a page are counted in the last days of the site', async () => {
  const site = await givenSite('Asia/Tokyo');
  await site.view('2026-03-10T14:59:59Z');
  await site.view('2026-03-10T15:00:00Z');
  await t.counted();
  t.clock.set('2026-03-10T16:00:00Z');
  const asked = { site_id: site.id, path: '/', days: 1 };
  expect(await t.service.ask(analytics.queries.countPageReaders, asked)).toEqual({ views: 1, visitors: 1 });
});

test.each([
  // Five hours and 45 minutes: an hour of UTC is in two days, and is counted in both.
  ['Asia/Kathmandu', '2026-03-10T18:14:59Z', '2026-03-10T18:15:00Z', ['2026-03-10', '2026-03-11']],
  ['Australia/Adelaide', '2026-03-10T13:29:59Z', '2026-03-10T13:30:00Z', ['2026-03-10', '2026-03-11']],
  ['+00:20', '2026-03-10T23:39:59Z', '2026-03-10T23:40:00Z', ['2026-03-10', '2026-03-11']],
  ['-09:30', '2026-03-10T09:29:59Z', '2026-03-10T09:30:00Z', ['2026-03-09', '2026-03-10']],
])('in %s, where midnight is within an hour of UTC, each view is of its day', async (zone, before, after, days) => {
  const site = await givenSite(zone);
  await site.view(before);
  await site.view(after);
  await site.view(after, '77.0.0.2');
  await t.counted();
  const expected = { [days[0] as string]: [1, 1], [days[1] as string]: [2, 2] };
  expect(await site.days('2026-03-08', '2026-03-11')).toEqual(expected);
  expect((await hoursOf(site)).map(({ events }) => Number(events))).toEqual([1, 2]);
});

test('days of 23 and of 25 hours are counted whole', async () => {
  const site = await givenSite('Europe/Berlin');
  for (const at of ['2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z']) await site.view(at);
  await t.counted();
  expect(await site.days('2026-03-28', '2026-03-30')).toEqual({ '2026-03-29': [2, 1], '2026-03-30': [1, 1] });
  for (const at of ['2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z']) await site.view(at);
  await t.counted();
  expect(await site.days('2026-10-24', '2026-10-26')).toEqual({ '2026-10-25': [2, 1], '2026-10-26': [1, 1] });
});

test('another zone moves the views of every day whose events are there, and a range over the change adds up', async () => {
  const site = await givenSite('UTC');
  await site.view('2026-02-27T22:30:00Z');
  await site.view('2026-03-09T10:00:00Z');
  await site.view('2026-03-10T22:30:00Z');
  await site.view('2026-03-10T22:30:00Z', '77.0.0.2');
  await t.counted();
  await t.countMonths();
  expect(await site.days('2026-02-20', '2026-03-12')).toEqual({
    '2026-02-27': [1, 1],
    '2026-03-09': [1, 1],
    '2026-03-10': [2, 2],
  });
  t.clock.set('2026-03-11T00:00:00Z');
  await site.moveTo('Asia/Vladivostok');
  await t.readSiteZones();
  // Until the days are counted again the report says since when it is behind.
  t.clock.set('2026-03-11T01:00:00Z');
  expect((await site.summary('2026-03-01', '2026-03-10')).as_of).toBe('2026-03-11T00:00:00.000Z');
  await site.view('2026-03-11T02:00:00Z');
  await t.counted();
  await t.countMonths();
  const expected = { '2026-02-28': [1, 1], '2026-03-09': [1, 1], '2026-03-11': [3, 3] };
  expect(await site.days('2026-02-20', '2026-03-12')).toEqual(expected);
  const { metrics, timezone } = await site.summary('2026-02-01', '2026-03-12');
  expect([timezone, metrics.views.value, metrics.visitors.value]).toEqual(['Asia/Vladivostok', 5, 5]);
});

test('days whose events are gone stay as they were counted when the zone of a site changes', async () => {
  const site = await givenSite('UTC');
  await site.view('2026-03-02T22:30:00Z');
  await site.view('2026-03-10T22:30:00Z');
  await t.counted();
  await t.service.database.query(
    `INSERT INTO analytics.retention_watermarks (owner_id, since) VALUES ($1, '2026-03-09T00:00:00Z')
     ON CONFLICT (owner_id) DO UPDATE SET since = excluded.since`,
    [site.id],
  );
  await t.service.database.query(
    "DELETE FROM analytics.site_events WHERE site_id = $1 AND occurred_at < '2026-03-09'",
    [site.id],
  );
  await site.moveTo('Asia/Tokyo');
  await t.counted();
  expect(await site.days('2026-03-01', '2026-03-12')).toEqual({ '2026-03-02': [1, 1], '2026-03-11': [1, 1] });
});

test('days that were counted in UTC before the zone was known are counted again in it', async () => {
  const site = await givenSite('Europe/Moscow');
  await site.view('2026-03-10T22:30:00Z');
  await site.countInUtc();
  expect(await site.days('2026-03-09', '2026-03-12')).toEqual({ '2026-03-10': [1, 1] });
  // As the migration marks it.
  await t.service.database.query('UPDATE analytics.site_zones SET changes = changes + 1 WHERE site_id = $1', [site.id]);
  await t.readSiteZones();
  await t.counted();
  expect(await site.days('2026-03-09', '2026-03-12')).toEqual({ '2026-03-11': [1, 1] });
  expect(await t.readSiteZones()).toBe(0);
});

test('the upgrade moves the marks of sites, and lists every site with counted days as one to ask for', async () => {
  const { query } = t.service.database;
  const site = await givenSite('Europe/Moscow');
  await site.view('2026-03-10T22:30:00Z');
  await site.countInUtc();
  await t.store([{ user_id: newId(), event: 'app_opened', occurred_at: '2026-03-10T10:00:00Z' }]);
  await t.counted();
  await query('DELETE FROM analytics.site_zones WHERE site_id = $1', [site.id]);
  await query('ALTER TABLE analytics.stale_hours DISABLE TRIGGER stale_hours_redirect_site_hour');
  const hour = '2026-03-10T22:00:00Z';
  await query(
    `INSERT INTO analytics.stale_hours (owner_id, owner_kind, hour, noted_at)
     VALUES ($1, 'site', $3, now()), ($2, 'application', $3, now())`,
    [site.id, t.application.id, hour],
  );
  await query('ALTER TABLE analytics.stale_hours ENABLE TRIGGER stale_hours_redirect_site_hour');
  const migration = await readFile(new URL('../migrations/0016_days_of_sites.sql', import.meta.url), 'utf8');
  for (const statement of migration.split('--> statement-breakpoint')) await query(statement);
  expect(await query('SELECT owner_id FROM analytics.stale_hours')).toEqual([{ owner_id: t.application.id }]);
  expect(await query('SELECT site_id, hour FROM analytics.stale_site_hours')).toEqual([
    { site_id: site.id, hour: new Date(hour) },
  ]);
  const zoneOf = (id: string) =>
    query('SELECT timezone, changes, read_changes FROM analytics.site_zones WHERE site_id = $1', [id]);
  expect(await zoneOf(site.id)).toEqual([{ timezone: 'UTC', changes: 1, read_changes: 0 }]);
  expect(await zoneOf(t.application.id)).toEqual([]);
  await t.counted();
  expect(await site.days('2026-03-09', '2026-03-12')).toEqual({ '2026-03-11': [1, 1] });
});

test('marks of sites that the release before writes are counted in the zone of the site', async () => {
  const site = await givenSite('Europe/Moscow');
  await site.view('2026-03-10T22:30:00Z');
  await t.service.database.query('DELETE FROM analytics.stale_site_hours WHERE site_id = $1', [site.id]);
  await t.service.database.query(
    `INSERT INTO analytics.stale_hours (owner_id, owner_kind, hour, noted_at) VALUES ($1, 'site', '2026-03-10T22:00:00Z', now())`,
    [site.id],
  );
  // It would count a day of UTC: there is no mark that it finds.
  expect(await t.service.database.query('SELECT FROM analytics.stale_hours')).toHaveLength(0);
  await t.counted();
  expect(await site.days('2026-03-09', '2026-03-12')).toEqual({ '2026-03-11': [1, 1] });
});

test.each([
  ['does not answer', 'down'],
  ['is of a release that does not say zones', null],
])('while the cms %s, events of a site are stored, and are counted once its zone is known', async (_, answer) => {
  const id = newId();
  const site: SiteContext = { id, code: `site-${id.slice(-8)}`, application_id: null };
  sites.set(id, site);
  t.siteZones.set(id, answer);
  t.clock.set('2026-03-10T22:30:00Z');
  const client = t.service.as({ site, client_ip: '77.0.0.1', user_agent: browser });
  const body = { event: 'page_viewed', url: 'https://example.test/' };
  expect((await client.recordSiteEvents({ params: { site_code: site.code }, body })).status).toBe(202);
  if (answer === null) expect(await t.readSiteZones()).toBe(0);
  else await expect(t.readSiteZones()).rejects.toThrow('the time zones of some sites could not be read');
  await t.countDays();
  const marks = () => t.service.database.query('SELECT FROM analytics.stale_site_hours WHERE site_id = $1', [id]);
  expect(await marks()).toHaveLength(1);
  t.siteZones.set(id, 'Europe/Moscow');
  await t.counted();
  const query = { cms_site_code: site.code, from: '2026-03-10', to: '2026-03-12' };
  const { data } = await t.admin.getAnalyticsSummary({ query });
  expect(data.kind === 'site' && data.series.map(({ views }) => views)).toEqual([0, 1, 0]);
});

test('a change that is announced while the cms is asked is asked for again', async () => {
  const site = await givenSite('Europe/Moscow');
  await site.moveTo('Asia/Tokyo');
  await site.moveTo('Asia/Tokyo');
  await t.readSiteZones();
  const [row] = await t.service.database.query('SELECT * FROM analytics.site_zones WHERE site_id = $1', [site.id]);
  expect(row).toEqual({ site_id: site.id, timezone: 'Asia/Tokyo', changes: 3, read_changes: 3 });
});

test('no visitor of a date is the same after the site has moved to another zone', async () => {
  const site = await givenSite('Pacific/Kiritimati');
  // 11 March in Kiritimati, and 11 March in Honolulu, a day later.
  await site.view('2026-03-10T20:00:00Z');
  await site.moveTo('Pacific/Honolulu');
  await t.readSiteZones();
  await site.view('2026-03-11T20:00:00Z');
  await t.counted();
  expect(await site.days('2026-03-09', '2026-03-12')).toEqual({ '2026-03-10': [1, 1], '2026-03-11': [1, 1] });
  const visitors = await t.service.database.query(
    'SELECT DISTINCT visitor_id FROM analytics.site_events WHERE site_id = $1',
    [site.id],
  );
  expect(visitors).toHaveLength(2);
});

test('a move over the date line counts every event again', async () => {
  const site = await givenSite('Pacific/Kiritimati');
  // 00:30 of 5 March there, 23:30 of 3 March in Pago Pago.
  await site.view('2026-03-04T10:30:00Z');
  await t.counted();
  t.clock.set(noon);
  expect(await site.days('2026-03-01', '2026-03-10')).toEqual({ '2026-03-05': [1, 1] });
  await site.moveTo('Pacific/Pago_Pago');
  await t.readSiteZones();
  await t.counted();
  expect(await site.days('2026-03-01', '2026-03-10')).toEqual({ '2026-03-03': [1, 1] });
});

test('a zone that changes while the first day of a site is counted counts this day again', async () => {
  const site = await givenSite('Europe/Moscow');
  await site.view('2026-03-09T22:00:00Z');
  t.clock.set(noon);
  const other = new pg.Client({ connectionString: t.service.database.urlFor('analytics') });
  await other.connect();
  await other.query('BEGIN');
  await other.query('LOCK TABLE analytics.rollups IN SHARE MODE');
  const counting = t.countDays();
  await untilBlocked(t.service.database);
  await site.moveTo('UTC');
  const moving = t.readSiteZones();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await other.query('COMMIT');
  await other.end();
  await Promise.all([counting, moving]);
  await t.counted();
  expect(await site.days('2026-03-01', '2026-03-11')).toEqual({ '2026-03-09': [1, 1] });
});
