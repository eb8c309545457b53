import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type analytics, catalog, cms } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { anAdmin, anApplication, fakeClock, noLimits, startService, type TestService } from '@platform/testing';
import { analyticsService } from '../src/service.ts';
import { aDescribedSite } from './analytics-test.ts';

const application = anApplication();
const site = { id: newId(), code: 'flooded', application_id: application.id };
const other = { id: newId(), code: 'quiet', application_id: null };
const clock = fakeClock('2026-03-11T12:00:00.000Z');
const user_agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let t: TestService<typeof analytics>;
beforeAll(async () => {
  t = await startService(analyticsService, { clock, env: { ...noLimits, SITE_EVENTS_MIB_PER_DAY: '1' } });
  await t.answer(cms.queries.listLinkedSites, () => ({ sites: [site] }));
  await t.answer(cms.queries.describeSite, ({ id }) => ({ site: aDescribedSite(id, 'UTC') }));
  await t.answer(catalog.queries.resolveApplication, () => ({
    application: { ...application, status: 'active' as const, public_keys: [], identity_provider: null },
  }));
});
afterAll(() => t.stop());

const view = { event: 'page_viewed', url: 'https://example.test/', properties: { text: 'x'.repeat(2_000) } };
const send = (to: typeof site | typeof other, count: number) =>
  t.as({ site: to, user_agent }).recordSiteEvents({
    params: { site_code: to.code },
    body: { events: Array.from({ length: count }, () => view) },
  });

test('the visitors of a site store as many bytes as it has for a day, and no other site is refused', async () => {
  let stored = 0;
  for (let at = 0; at < 3; at += 1) {
    const { status, data } = await send(site, 140);
    expect([status, data.accepted]).toEqual([202, 140]);
    stored += data.accepted;
  }
  const refused = await send(site, 140);
  expect([refused.status, refused.error, refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', '3600']);
  expect((await send(other, 140)).status).toBe(202);
  const [kept] = await t.database.query<{ count: string }>(
    'SELECT count(*) FROM analytics.site_events WHERE site_id = $1',
    [site.id],
  );
  expect(Number(kept?.count)).toBe(stored);
});

test('an administrator sees what a site stored and that it was refused', async () => {
  const { data } = await t.as({ admin: anAdmin() }).getIngestion({ query: { application_code: application.code } });
  expect(data.sites).toEqual([
    {
      site_code: 'flooded',
      date: '2026-03-11',
      stored_bytes: expect.any(Number),
      over_budget: 1,
      budget_bytes: 1_048_576,
    },
  ]);
  expect(data.sites[0]?.stored_bytes).toBeGreaterThan(420 * 2_000);
  expect(data.sites[0]?.stored_bytes).toBeLessThanOrEqual(1_048_576);
});

test('the next day has a budget of its own', async () => {
  clock.set('2026-03-12T00:00:01.000Z');
  expect((await send(site, 140)).status).toBe(202);
});

test('properties of an event of a site have two kibibytes at most', async () => {
  const body = { ...view, properties: { text: 'x'.repeat(2_100) } };
  const { status, error } = await t
    .as({ site: other, user_agent })
    .recordSiteEvents({ params: { site_code: other.code }, body });
  expect([status, error]).toEqual([400, 'validation_failed']);
});
