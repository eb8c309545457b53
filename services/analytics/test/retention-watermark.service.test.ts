import { afterEach, expect, test } from '@jest/globals';
import { identity } from '@platform/contracts';
import { createLog, newId, openDatabase } from '@platform/runtime';
import { untilBlocked } from '@platform/testing';
import pg from 'pg';
import { holdRetentionWatermark } from '../src/rollups/retention-watermark.ts';
import { type AnalyticsTest, startAnalytics } from './analytics-test.ts';

/** Counts stay when their events are dropped. */

let analytics: AnalyticsTest;
afterEach(() => analytics.service.stop());

const eventAt = (occurred_at: string, user_id: string = newId()) => ({ user_id, event: 'app_opened', occurred_at });

const setRetention = (retention_days: number) =>
  analytics.admin.setAnalyticsSettings({
    params: { application_id: analytics.application.id },
    body: { retention_days },
  });

/** Retention is short once, and long again. */
async function keepLittleOnce(): Promise<void> {
  await setRetention(30);
  await analytics.dropExpired();
  await setRetention(730);
}

async function register(user_id: string, occurred_at: string): Promise<void> {
  const data = { user_id, platform: null, acquisition_source: 'ads', utm_campaign: null, country_code: null };
  await analytics.service.deliver(identity.events.userRegistered, data, {
    application_id: analytics.application.id,
    occurred_at,
  });
}

async function summaryOf(from: string, to: string) {
  const { data } = await analytics.admin.getAnalyticsSummary({
    query: { application_code: analytics.application.code, from, to },
  });
  if (data.kind !== 'application') throw new Error('not a summary of an application');
  return data;
}

test('days whose events were dropped keep their counts when retention becomes longer again', async () => {
  analytics = await startAnalytics('2026-04-10T20:00:00Z');
  const anna = newId();
  await analytics.store([eventAt('2026-01-10T10:00:00Z', anna), eventAt('2026-01-12T10:00:00Z')]);
  await analytics.counted();
  await keepLittleOnce();
  const events = async () => (await summaryOf('2026-01-10', '2026-01-12')).series.map(({ events }) => events);
  await register(anna, '2026-01-10T09:00:00Z');
  await analytics.counted();
  expect(await events()).toEqual([1, 0, 1]);
  expect((await summaryOf('2026-01-10', '2026-01-10')).metrics.new_users.value).toBe(1);
  await analytics.setTimezone('Europe/Moscow');
  await analytics.counted();
  expect(await events()).toEqual([1, 0, 1]);
});

test('the day on which single events begin is counted anew, and the one before is not', async () => {
  analytics = await startAnalytics('2026-04-10T20:00:00Z');
  const days = ['2026-03-10', '2026-03-11'];
  for (const time of ['09:00', '10:00']) await analytics.store(days.map((day) => eventAt(`${day}T${time}:00Z`)));
  await analytics.counted();
  await setRetention(30);
  await analytics.dropExpired();
  await analytics.store(days.map((day) => eventAt(`${day}T11:00:00Z`)));
  await analytics.counted();
  expect((await summaryOf('2026-03-10', '2026-03-11')).series.map(({ events }) => events)).toEqual([2, 3]);
});

test('events of an application are not dropped while its days are being counted', async () => {
  analytics = await startAnalytics('2026-04-10T20:00:00Z');
  const { service, application } = analytics;
  await analytics.store([eventAt('2026-01-10T10:00:00Z')]);
  await analytics.counted();
  await setRetention(30);
  const stored = () => service.database.query('SELECT occurred_at FROM analytics.events');
  const url = service.database.urlFor('analytics');
  const log = createLog('test', 'silent');
  const handle = openDatabase({ url, poolSize: 1, service: 'analytics', log, traced: false });
  let dropping: Promise<void> | undefined;
  try {
    await handle.db.transaction(async (tx) => {
      await holdRetentionWatermark(tx, application.id);
      dropping = analytics.dropExpired();
      dropping.catch(() => {});
      await untilBlocked(service.database);
      expect(await stored()).toHaveLength(1);
    });
  } finally {
    await handle.close();
  }
  await dropping;
  expect(await stored()).toEqual([]);
});

test('weeks whose events were dropped keep their returning users', async () => {
  analytics = await startAnalytics('2026-04-10T20:00:00Z');
  const { service, application, admin } = analytics;
  const anna = newId();
  await register(anna, '2026-01-06T09:00:00Z');
  await analytics.store([eventAt('2026-01-14T10:00:00Z', anna)]);
  await analytics.counted();
  await analytics.countWeeks();
  await keepLittleOnce();
  await service.database.query('INSERT INTO analytics.stale_weeks (owner_id, week) VALUES ($1, $2)', [
    application.id,
    '2026-01-12',
  ]);
  await analytics.countWeeks();
  const { data } = await admin.getRetention({
    query: { application_code: application.code, unit: 'week', periods: 2, from: '2026-01-05', to: '2026-01-11' },
  });
  expect(data.cohorts).toEqual([{ start: '2026-01-05', users: 1, returned: [0, 1, 0] }]);
});

test('money that is heard of when the events of its day are gone is counted, and the events of the day stay', async () => {
  analytics = await startAnalytics('2026-04-10T20:00:00Z');
  await analytics.store([eventAt('2026-02-20T10:00:00Z')]);
  await analytics.pay('2026-02-20T11:00:00Z');
  await analytics.counted();
  await setRetention(30);
  await analytics.dropExpired();
  await analytics.pay('2026-02-20T12:00:00Z');
  await analytics.pay('2026-02-21T12:00:00Z');
  await analytics.counted();
  const { metrics, money } = await summaryOf('2026-02-20', '2026-02-21');
  expect(metrics).toMatchObject({
    events: { value: 1 },
    uniques: { value: 1 },
    payments_succeeded: { value: 3 },
    paying_users: { value: 3 },
    new_subscriptions: { value: 3 },
  });
  expect(money).toMatchObject([{ currency: 'USD', revenue: { value: 30 } }]);
});

test('another time zone moves money of days whose events are gone, each sum once', async () => {
  analytics = await startAnalytics('2026-04-10T20:00:00Z');
  await analytics.store([eventAt('2026-02-20T10:00:00Z')]);
  await analytics.pay('2026-02-20T20:30:00Z');
  await analytics.pay('2026-02-20T21:30:00Z');
  await analytics.counted();
  await setRetention(30);
  await analytics.dropExpired();
  await analytics.setTimezone('Europe/Moscow');
  await analytics.counted();
  const paid = async (day: string) => (await summaryOf(day, day)).metrics.payments_succeeded.value;
  expect([await paid('2026-02-20'), await paid('2026-02-21')]).toEqual([1, 1]);
  expect((await summaryOf('2026-02-20', '2026-02-20')).metrics.events.value).toBe(1);
});

test('another time zone counts days anew as far back as events are kept', async () => {
  analytics = await startAnalytics('2026-04-10T20:00:00Z');
  await setRetention(3_650);
  await analytics.store([eventAt('2023-05-10T22:30:00Z')]);
  await analytics.counted();
  await analytics.dropExpired();
  await analytics.setTimezone('Europe/Moscow');
  await analytics.counted();
  expect((await summaryOf('2023-05-10', '2023-05-11')).series.map(({ events }) => events)).toEqual([0, 1]);
});

test('another time zone moves ends of subscriptions that are still to come', async () => {
  analytics = await startAnalytics('2026-04-10T20:00:00Z');
  await analytics.pay('2026-03-20T23:30:00Z', '2026-04-20T23:30:00Z');
  await analytics.counted();
  await analytics.setTimezone('Europe/Moscow');
  await analytics.counted();
  analytics.clock.set('2026-04-25T12:00:00Z');
  const ended = async (day: string) => (await summaryOf(day, day)).metrics.ended_subscriptions.value;
  expect([await ended('2026-04-20'), await ended('2026-04-21')]).toEqual([0, 1]);
});

test('the previous release reads and moves the watermark by the old name of its table', async () => {
  analytics = await startAnalytics('2026-04-10T20:00:00Z');
  const { service, application } = analytics;
  const client = new pg.Client({ connectionString: service.database.urlFor('analytics') });
  await client.connect();
  try {
    const hold = 'SELECT since FROM analytics.events_since WHERE owner_id = $1 FOR SHARE';
    const move = `INSERT INTO analytics.events_since (owner_id, since) VALUES ($1, $2)
      ON CONFLICT (owner_id) DO UPDATE SET since = excluded.since WHERE events_since.since < excluded.since`;
    for (const since of ['2026-01-10', '2026-01-12', '2026-01-11']) await client.query(move, [application.id, since]);
    expect((await client.query(hold, [application.id])).rowCount).toBe(1);
  } finally {
    await client.end();
  }
  expect(
    await service.database.query('SELECT since::date::text FROM analytics.retention_watermarks WHERE owner_id = $1', [
      application.id,
    ]),
  ).toEqual([{ since: '2026-01-12' }]);
});
