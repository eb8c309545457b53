import { afterEach, expect, test } from '@jest/globals';
import { cms } from '@platform/contracts';
import { createLog, newId, openDatabase, type Tx } from '@platform/runtime';
import { anApplication, aUser, untilBlocked } from '@platform/testing';
import { writeDay } from '../src/rollups/write-day.ts';
import { type AnalyticsTest, startAnalytics } from './analytics-test.ts';

/** Concurrent counters and concurrently counted owners. */

let analytics: AnalyticsTest;
afterEach(() => analytics.service.stop());

async function inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const url = analytics.service.database.urlFor('analytics');
  const log = createLog('test', 'silent');
  const handle = openDatabase({ url, poolSize: 1, service: 'analytics', log, traced: false });
  try {
    return await handle.db.transaction(work);
  } finally {
    await handle.close();
  }
}

const summaryOf = async (query: { application_code?: string; from: string; to: string }) => {
  const { data } = await analytics.admin.getAnalyticsSummary({ query });
  if (data.kind !== 'application') throw new Error('not a summary of applications');
  return data;
};

test('a day that is being counted while its month is counted is in the month all the same', async () => {
  analytics = await startAnalytics('2026-04-10T20:00:00Z');
  await analytics.store([{ user_id: newId(), event: 'app_opened', occurred_at: '2026-02-10T10:00:00Z' }]);
  await analytics.counted();
  const day = {
    ownerId: analytics.application.id,
    day: '2026-02-11',
    starts_at: new Date('2026-02-11T00:00:00Z'),
    ends_at: new Date('2026-02-12T00:00:00Z'),
  };
  await inTransaction(async (tx) => {
    await writeDay(tx, day, [{ dimension: '', value: '', events: 5, uniques: 1, sketch: null }], []);
    await analytics.countMonths();
  });
  await analytics.countMonths();
  const february = { application_code: analytics.application.code, from: '2026-02-01', to: '2026-02-28' };
  expect((await summaryOf(february)).metrics.events.value).toBe(6);
});

test('a week that is counted for minutes does not block the counting of its days', async () => {
  analytics = await startAnalytics('2026-04-10T20:00:00Z');
  const { service, application } = analytics;
  await service.database.query('INSERT INTO analytics.stale_weeks (owner_id, week) VALUES ($1, $2)', [
    application.id,
    '2026-03-23',
  ]);
  // Counting the week waits for the users, as it would for a week of many events.
  let counting: Promise<number> | undefined;
  await inTransaction(async (tx) => {
    await tx.execute('LOCK TABLE analytics.users IN ACCESS EXCLUSIVE MODE');
    counting = analytics.countWeeks();
    counting.catch(() => {});
    await untilBlocked(analytics.service.database);
    await inTransaction(async (other) => {
      await other.execute("SET LOCAL lock_timeout = '1s'");
      await other.execute(
        `INSERT INTO analytics.stale_weeks (owner_id, week) VALUES ('${application.id}', '2026-03-23') ON CONFLICT (owner_id, week) DO UPDATE SET week = excluded.week`,
      );
    });
  });
  await counting;
  const [left] = await service.database.query<{ notes: number }>(
    'SELECT count(*)::int AS notes FROM analytics.stale_weeks',
  );
  // Notes made meanwhile are counted in the next run.
  expect(left).toEqual({ notes: 1 });
  await analytics.countWeeks();
  expect(await service.database.query('SELECT FROM analytics.stale_weeks')).toEqual([]);
});

test('an owner that cannot be counted keeps no other from being counted', async () => {
  analytics = await startAnalytics('2026-04-10T20:00:00Z');
  const { service, application } = analytics;
  await service.database.query(
    `WITH broken AS (
       INSERT INTO analytics.application_settings (application_id, timezone, updated_at)
       SELECT gen_random_uuid(), 'No/Such_Zone', now() FROM generate_series(1, 30) RETURNING application_id
     )
     INSERT INTO analytics.stale_hours SELECT application_id, 'application', '2026-04-09T10:00:00Z', now() FROM broken`,
  );
  await analytics.store([{ user_id: newId(), event: 'app_opened', occurred_at: '2026-04-09T10:00:00Z' }]);
  const isCounted = async () =>
    (await service.database.query('SELECT FROM analytics.stale_hours WHERE owner_id = $1', [application.id])).length ===
    0;
  await expect(analytics.countDays()).rejects.toThrow();
  expect(await isCounted()).toBe(true);
});

test('a week that cannot be counted keeps no other from being counted', async () => {
  analytics = await startAnalytics('2026-04-10T20:00:00Z');
  const { service, application } = analytics;
  const weeks = ['2026-03-30', '2026-03-23'];
  await service.database.query(
    `CREATE FUNCTION analytics.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`,
  );
  // The latest week is counted first.
  await service.database.query(
    `CREATE TRIGGER broken BEFORE DELETE ON analytics.stale_weeks FOR EACH ROW WHEN (OLD.week = '2026-03-30') EXECUTE FUNCTION analytics.refuse()`,
  );
  await service.database.query('INSERT INTO analytics.stale_weeks (owner_id, week) SELECT $1, unnest($2::date[])', [
    application.id,
    weeks,
  ]);
  await expect(analytics.countWeeks()).rejects.toThrow('some weeks could not be counted');
  expect(await service.database.query('SELECT week::text FROM analytics.stale_weeks')).toEqual([{ week: weeks[0] }]);
});

test('a day that takes longer to count than the statement timeout is counted', async () => {
  analytics = await startAnalytics('2026-04-10T20:00:00Z');
  await analytics.service.database.query(
    `CREATE FUNCTION analytics.take_long() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(5.5); RETURN NULL; END $$`,
  );
  await analytics.service.database.query(
    'CREATE TRIGGER slow AFTER INSERT ON analytics.rollup_hours EXECUTE FUNCTION analytics.take_long()',
  );
  await analytics.store([{ user_id: newId(), event: 'app_opened', occurred_at: '2026-04-09T10:00:00Z' }]);
  await analytics.counted();
  const range = { application_code: analytics.application.code, from: '2026-04-09', to: '2026-04-09' };
  expect((await summaryOf(range)).metrics.events.value).toBe(1);
});

test('days that are being counted when the time zone changes are days of the new one', async () => {
  analytics = await startAnalytics('2026-04-10T20:00:00Z');
  const { application } = analytics;
  const days = Array.from({ length: 10 }, (_, day) => `2026-04-0${day}`).slice(1);
  const eventsAt = (time: string) =>
    days.map((day) => ({ user_id: newId(), event: 'app_opened', occurred_at: `${day}T${time}Z` }));
  await analytics.store([...eventsAt('11:30:00'), ...eventsAt('12:30:00')]);
  await analytics.counted();
  let counting: Promise<number> | undefined;
  await inTransaction(async (tx) => {
    await tx.execute("SELECT FROM analytics.rollups WHERE grain = 'day' AND starts_on = '2026-04-09' FOR UPDATE");
    await analytics.store([...eventsAt('11:45:00'), ...eventsAt('12:45:00')]);
    counting = analytics.countDays();
    counting.catch(() => {});
    await untilBlocked(analytics.service.database);
    await analytics.setTimezone('Pacific/Auckland');
  });
  await counting;
  await analytics.counted();
  // Midnight there is at 11:00 UTC, and from 5 April on, when summer time ends, at 12:00 UTC.
  const { series } = await summaryOf({ application_code: application.code, from: '2026-04-01', to: '2026-04-10' });
  expect(series.map(({ date, events }) => [date, events])).toEqual([
    ['2026-04-01', 0],
    ['2026-04-02', 4],
    ['2026-04-03', 4],
    ['2026-04-04', 4],
    ['2026-04-05', 6],
    ['2026-04-06', 4],
    ['2026-04-07', 4],
    ['2026-04-08', 4],
    ['2026-04-09', 4],
    ['2026-04-10', 2],
  ]);
});

test('events of visitors of sites are in no number of all applications together', async () => {
  analytics = await startAnalytics('2026-04-10T12:00:00Z');
  const { service, application } = analytics;
  const site = { id: newId(), code: 'landing', application_id: application.id };
  await service.answer(cms.queries.listLinkedSites, () => ({ sites: [] }));
  await service
    .as({ application, user: aUser() })
    .recordEvents({ body: [{ event: 'app_opened' }, { event: 'app_opened' }] });
  await service
    .as({
      site,
      client_ip: '77.0.0.1',
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    })
    .recordSiteEvents({
      params: { site_code: site.code },
      body: { event: 'page_viewed', url: 'https://example.test/' },
    });
  await analytics.counted();
  const { metrics, top_events } = await summaryOf({ from: '2026-04-10', to: '2026-04-10' });
  expect(metrics.events.value).toBe(2);
  expect(top_events.map(({ event }) => event)).toEqual(['app_opened']);
});

test('the summary of all applications counts every one of them', async () => {
  analytics = await startAnalytics('2026-04-10T12:00:00Z');
  for (let n = 0; n < 9; n += 1)
    await analytics.service
      .as({ application: anApplication(), user: aUser() })
      .recordEvent({ body: { event: 'opened' } });
  await analytics.counted();
  const { metrics } = await summaryOf({ from: '2026-04-10', to: '2026-04-10' });
  expect(metrics).toMatchObject({ events: { value: 9 }, uniques: { value: 9 } });
});

test('where it is tomorrow already, tomorrow is not in the sums of all applications either', async () => {
  analytics = await startAnalytics('2026-04-10T20:00:00Z');
  const { service, application } = analytics;
  await analytics.setTimezone('Pacific/Auckland');
  await service.as({ application, user: aUser() }).recordEvent({ body: { event: 'opened' } });
  await analytics.counted();
  const all = async (query: { days: number } | { from: string; to: string }) => {
    const { data } = await analytics.admin.getAnalyticsSummary({ query });
    return data.kind === 'application' ? [data.metrics.events.value, data.series.map(({ events }) => events)] : null;
  };
  expect(await all({ days: 2 })).toEqual([0, [0, 0]]);
  expect(await all({ from: '2026-04-10', to: '2026-04-11' })).toEqual([1, [0, 1]]);
});

test('days beyond what can be calculated with, and zones without a name, are refused', async () => {
  analytics = await startAnalytics('2026-04-10T12:00:00Z');
  const { admin, application } = analytics;
  const application_code = application.code;
  for (const [from, to] of [
    ['0000-01-01', '0000-01-02'],
    ['9999-12-01', '9999-12-31'],
  ] as const) {
    const query = { application_code, from, to };
    expect(await admin.getAnalyticsSummary({ query })).toMatchObject({ status: 400 });
    expect(await admin.getRetention({ query: { ...query, unit: 'week' } })).toMatchObject({ status: 400 });
  }
  const query = { application_code, from: '1970-01-01', to: '1970-01-01' };
  expect(await admin.getAnalyticsSummary({ query })).toMatchObject({ status: 200 });
  const params = { application_id: application.id };
  expect(await admin.setAnalyticsSettings({ params, body: { timezone: '+05:30' } })).toMatchObject({ status: 400 });
});
