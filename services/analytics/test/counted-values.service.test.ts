import { afterEach, expect, test } from '@jest/globals';
import { billing, cms } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { aUser } from '@platform/testing';
import { type AnalyticsTest, startAnalytics } from './analytics-test.ts';

/** Clients choose names and values freely: all of them are counted. */

let analytics: AnalyticsTest;
afterEach(() => analytics.service.stop());

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/**
 * Characters in no order, which no compression makes shorter; three bytes each in UTF-8, and the most that a
 * character of JavaScript has.
 */
const noise = (length: number) =>
  Array.from({ length }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7_919 + at * at * 13) % 20_000))).join('');
/** The same in ASCII. */
const asciiNoise = (length: number) => Buffer.from(noise(length)).toString('base64url').slice(0, length);
const longest = { event: noise(100), platform: noise(32), app_version: noise(64) };
const longUrl = `https://a.test/${asciiNoise(2_033)}`;

/** More different values than a day keeps apart, and three times the one that looks like the rest of them. */
const values = [...Array.from({ length: 110 }, (_, at) => `v${1_000 + at}`), '(other)', '(other)', '(other)'];

/** A site of the application, and a visitor with a browser there. */
async function openSite() {
  const { service, application } = analytics;
  const site = { id: newId(), code: 'landing', application_id: application.id };
  await service.answer(cms.queries.listLinkedSites, () => ({ sites: [{ id: site.id, code: site.code }] }));
  await service.answer(cms.queries.resolveSite, () => ({ site: { ...site, status: 'active' as const, keys: [] } }));
  const visitor = service.as({ site, client_ip: '203.0.113.7', user_agent: browser });
  const params = { site_code: site.code };
  return {
    code: site.code,
    send: async (events: object[]) => (await visitor.recordSiteEvents({ params, body: events })).data,
    async summary() {
      await analytics.counted();
      const { data } = await analytics.admin.getAnalyticsSummary({ query: { cms_site_code: site.code, days: 1 } });
      if (data.kind !== 'site') throw new Error('not a summary of a site');
      return data;
    },
  };
}

async function sendAsUser(events: object[]) {
  const { service, application } = analytics;
  return (await service.as({ application, user: aUser() }).recordEvents({ body: events })).data;
}

async function summary(range: { days: number } | { from: string; to: string } = { days: 1 }) {
  await analytics.counted();
  const { data } = await analytics.admin.getAnalyticsSummary({
    query: { application_code: analytics.application.code, ...range },
  });
  if (data.kind !== 'application') throw new Error('not a summary of an application');
  return data;
}

test('a version and a platform that a client calls like the rest are counted with the rest', async () => {
  analytics = await startAnalytics('2026-04-10T12:00:00Z');
  await sendAsUser(values.map((value) => ({ event: 'app_opened', platform: value, app_version: value })));
  const { metrics, platforms } = await summary();
  expect(metrics.events.value).toBe(113);
  expect(platforms).toHaveLength(101);
  const rest = await analytics.service.database.query(
    `SELECT dimension, events::int, uniques FROM analytics.rollups WHERE grain = 'day' AND value = '(other)' ORDER BY 1`,
  );
  expect(rest).toEqual([
    { dimension: 'app_version', events: 13, uniques: 1 },
    { dimension: 'platform', events: 13, uniques: 1 },
  ]);
});

test('a campaign that a page calls like the rest is counted with the rest', async () => {
  analytics = await startAnalytics('2026-04-10T12:00:00Z');
  const site = await openSite();
  await site.send(values.map((utm_source) => ({ event: 'page_viewed', url: 'https://example.test/', utm_source })));
  const { metrics, sources } = await site.summary();
  expect(metrics.views.value).toBe(113);
  expect(sources).toHaveLength(100);
  const rest = await analytics.service.database.query(
    `SELECT dimension, events::int FROM analytics.rollups WHERE grain = 'day' AND value = '(other)' ORDER BY 1`,
  );
  expect(rest).toEqual([
    { dimension: 'source', events: 13 },
    { dimension: 'source_views', events: 13 },
  ]);
});

test('a month keeps as many values apart as a day, beside those that are the rest on a day', async () => {
  analytics = await startAnalytics('2026-04-10T12:00:00Z');
  const february = { from: '2026-02-01', to: '2026-02-28' };
  const platforms = values.slice(10);
  await analytics.store(
    platforms.map((platform) => ({ user_id: newId(), event: 'e', occurred_at: '2026-02-10T10:00:00Z', platform })),
  );
  const before = await summary(february);
  expect(before.platforms).toHaveLength(101);
  expect(await analytics.countMonths()).toBe(1);
  expect((await summary(february)).platforms).toEqual(before.platforms);
});

test('events of a site are counted, however long their texts and addresses', async () => {
  analytics = await startAnalytics('2026-04-10T12:00:00Z');
  const site = await openSite();
  const events = [
    { event: 'page_viewed', url: longUrl, referrer: `https://${noise(1_900)}/` },
    { event: 'page_viewed', url: 'https://b.test/', utm_source: noise(200) },
    { event: longest.event, url: 'https://b.test/' },
  ];
  expect(await site.send(events)).toEqual({ accepted: 3, rejected: [] });
  const { sources, top_pages, top_events } = await site.summary();
  expect(sources.map(({ source }) => source).sort()).toEqual(['direct', noise(200)]);
  expect(top_pages.map(({ path }) => path).sort()).toEqual(['/', `/${asciiNoise(2_033)}`]);
  expect(top_events.map(({ event }) => event)).toEqual(['page_viewed', longest.event]);
});

test('events of an application are counted, on its site too, however long their texts and addresses', async () => {
  analytics = await startAnalytics('2026-04-10T12:00:00Z');
  const site = await openSite();
  const on = (properties: object) => ({ ...longest, properties: { site_code: site.code, ...properties } });
  const events = [
    on({ referrer: `https://${asciiNoise(9_000).toLowerCase()}.test/` }),
    on({ referrer: `app://${asciiNoise(4_000)}`, url: `https://a.test/${asciiNoise(4_000)}` }),
    on({ url: `https://a.test/${asciiNoise(2_047)}`, utm_source: noise(200) }),
  ];
  expect(await sendAsUser(events)).toEqual({ accepted: 3, rejected: [] });
  const { top_events, platforms } = await summary();
  expect(top_events).toEqual([{ event: longest.event, events: 3, uniques: 1 }]);
  expect(platforms).toMatchObject([{ platform: longest.platform }]);
  const { sources } = await site.summary();
  expect(sources.map(({ source }) => source).sort()).toEqual(['direct', noise(200)]);
});

/** Payments of one new user each, on a day of February. */
async function pay(paid: { channel: string; amount: number; currency?: string; day: number }[]) {
  for (const { channel, amount, currency = 'USD', day } of paid) {
    const starts_at = new Date(Date.UTC(2026, 1, day, 10)).toISOString();
    const payment = {
      payment_id: newId(),
      user_id: newId(),
      plan_id: newId(),
      plan_code: 'pro',
      entitlement_codes: ['pro'],
    };
    await analytics.service.deliver(
      billing.events.paymentSucceeded,
      { ...payment, amount, currency, acquisition_source: channel, starts_at, expires_at: null },
      { application_id: analytics.application.id, occurred_at: starts_at },
    );
  }
}

test('payers and revenue of a channel are the same before and after the month is counted', async () => {
  analytics = await startAnalytics('2026-04-10T12:00:00Z');
  const february = { from: '2026-02-01', to: '2026-02-28' };
  await pay([
    ...Array.from({ length: 119 }, (_, at) => ({
      channel: `channel-${1_000 + at}`,
      amount: 1 + at,
      day: 1 + (at % 28),
    })),
    ...[10, 11].map((day) => ({ channel: 'channel-1007', amount: 5, currency: 'EUR', day })),
    ...[12, 13].map((day) => ({ channel: 'zoo', amount: 500, day })),
  ]);
  const before = await summary(february);
  expect(before.channels).toHaveLength(120);
  expect(before.channels.find(({ channel }) => channel === 'zoo')).toMatchObject({
    paying_users: 2,
    revenue: [{ currency: 'USD', value: 1_000 }],
  });
  expect(await analytics.countMonths()).toBe(1);
  expect((await summary(february)).channels).toEqual(before.channels);
});

test('a channel is shown that has nothing but revenue', async () => {
  analytics = await startAnalytics('2026-04-10T12:00:00Z');
  await pay([{ channel: 'zoo', amount: 500, day: 12 }]);
  await analytics.counted();
  // As in months that were counted when the payers of rare channels were one.
  await analytics.service.database.query(
    `UPDATE analytics.rollups SET value = '(other)' WHERE dimension = 'channel_payers'`,
  );
  const { channels } = await summary({ from: '2026-02-12', to: '2026-02-12' });
  expect(channels.map(({ channel, paying_users, revenue }) => [channel, paying_users, revenue])).toEqual([
    ['(other)', 1, []],
    ['zoo', 0, [{ currency: 'USD', value: 500 }]],
  ]);
});
