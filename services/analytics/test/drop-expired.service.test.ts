import { afterEach, expect, test } from '@jest/globals';
import { createLog, newId, openDatabase } from '@platform/runtime';
import { openTransaction, untilBlocked } from '@platform/testing';
import pg from 'pg';
import { dropExpired } from '../src/rollups/drop-expired.ts';
import { type AnalyticsTest, startAnalytics } from './analytics-test.ts';

let analytics: AnalyticsTest;
afterEach(() => analytics.service.stop());

test('expired events of an application are deleted, without reading the weeks that are kept', async () => {
  const other = { id: newId(), code: 'other' };
  analytics = await startAnalytics('2026-04-10T20:00:00Z', [other]);
  const { service, application, admin, clock } = analytics;
  const { database } = service;
  await database.query("SELECT analytics.ensure_partitions('2026-01-01', '2026-04-10')");
  for (const [id, count] of [
    [application.id, 9_900],
    [other.id, 20_000],
  ] as const)
    await database.query(
      `INSERT INTO analytics.events (application_id, event_id, event, user_id, occurred_at, received_at)
       SELECT $1, gen_random_uuid(), 'app_opened', gen_random_uuid(), '2026-01-01T00:00:00Z'::timestamptz + n * interval '99 days' / $2, now()
       FROM generate_series(0, $2::int - 1) AS n`,
      [id, count],
    );
  await database.query('ANALYZE analytics.events');
  await admin.setAnalyticsSettings({ params: { application_id: application.id }, body: { retention_days: 30 } });

  const log = createLog('test', 'silent');
  const handle = openDatabase({
    url: database.urlFor('analytics'),
    poolSize: 1,
    service: 'analytics',
    log,
    traced: false,
  });
  try {
    await dropExpired({ db: handle.db, clock });
    await handle.pool.query('SELECT pg_stat_force_next_flush()');
  } finally {
    await handle.close();
  }
  const [scans] = await database.query<{ read: number }>(
    "SELECT sum(seq_tup_read)::int AS read FROM pg_stat_user_tables WHERE relname >= 'events_20260316' AND relname < 'events_2027'",
  );
  expect(scans).toEqual({ read: 0 });
  const left = await database.query<{ application_id: string; rows: number; oldest: Date }>(
    'SELECT application_id, count(*)::int AS rows, min(occurred_at) AS oldest FROM analytics.events GROUP BY 1 ORDER BY 2',
  );
  // A hundred events a day for 99 days from 1 January on; 11 March is the first day that is kept.
  expect(left).toEqual([
    { application_id: application.id, rows: 3_000, oldest: new Date('2026-03-11T00:00:00Z') },
    { application_id: other.id, rows: 20_000, oldest: new Date('2026-01-01T00:00:00Z') },
  ]);
});

const eventAt = (occurred_at: string) => ({ user_id: newId(), event: 'app_opened', occurred_at });

/** The weeks of which there are tables, before a year. */
async function weeksBefore(year: number, table = 'events'): Promise<string[]> {
  const rows = await analytics.service.database.query<{ week: string }>(
    `SELECT right(child.relname, 8) AS week FROM pg_inherits JOIN pg_class AS child ON child.oid = inhrelid
     WHERE inhparent = $1::text::regclass ORDER BY 1`,
    [`analytics.${table}`],
  );
  return rows.map(({ week }) => week).filter((week) => week < `${year}`);
}

test('an application that set nothing keeps its events for two years, also while another keeps them longer', async () => {
  const other = { id: newId(), code: 'other' };
  analytics = await startAnalytics('2026-04-10T20:00:00Z', [other]);
  const { service, application, admin } = analytics;
  for (const id of [application.id, other.id])
    await analytics.store([eventAt('2023-05-10T10:00:00Z'), eventAt('2024-05-10T10:00:00Z')], id);
  await admin.setAnalyticsSettings({ params: { application_id: other.id }, body: { retention_days: 3_650 } });
  await analytics.dropExpired();
  const left = await service.database.query<{ application_id: string; rows: number }>(
    'SELECT application_id, count(*)::int AS rows FROM analytics.events GROUP BY 1 ORDER BY 2',
  );
  expect(left).toEqual([
    { application_id: application.id, rows: 1 },
    { application_id: other.id, rows: 2 },
  ]);
  // The retention of applications does not apply to sites.
  expect(await weeksBefore(2024, 'site_events')).toEqual([]);
  expect(await weeksBefore(2024)).toContain('20230508');
});

test('weeks that are over for every application are dropped as tables, and their counts stay', async () => {
  analytics = await startAnalytics('2026-04-10T20:00:00Z');
  const { service, application, admin } = analytics;
  const site_id = newId();
  // 730 days before is Wednesday, 10 April.
  await analytics.store([eventAt('2024-04-03T10:00:00Z'), eventAt('2024-04-08T10:00:00Z')]);
  await service.database.query(
    `INSERT INTO analytics.site_events (site_id, event_id, event, visitor_id, occurred_at, received_at, path)
     VALUES ($1, gen_random_uuid(), 'page_viewed', gen_random_uuid(), '2024-04-03T10:00:00Z', now(), '/')`,
    [site_id],
  );
  const noteDay = () =>
    service.database.query(
      `INSERT INTO analytics.stale_hours (owner_id, owner_kind, hour, noted_at)
       SELECT id, kind, '2024-04-03T10:00:00Z', now() FROM (VALUES ($1::uuid, 'site'), ($2, 'application')) AS owners (id, kind)`,
      [site_id, application.id],
    );
  await noteDay();
  await analytics.counted();
  await analytics.dropExpired();
  expect(await weeksBefore(2025)).toEqual(['20240408']);
  expect(await weeksBefore(2025, 'site_events')).toEqual(['20240408']);
  await noteDay();
  await analytics.counted();
  const counted = await service.database.query(
    "SELECT owner_id, events::int FROM analytics.rollups WHERE grain = 'day' AND dimension = '' AND starts_on = '2024-04-03'",
  );
  expect(new Set(counted)).toEqual(
    new Set([
      { owner_id: site_id, events: 1 },
      { owner_id: application.id, events: 1 },
    ]),
  );
  const query = { application_code: application.code, from: '2024-04-08', to: '2024-04-08' };
  expect((await admin.getAnalyticsSummary({ query })).data).toMatchObject({ metrics: { events: { value: 1 } } });
});

const openReader = () => openTransaction(analytics.service.database, 'SELECT count(*) FROM analytics.events');

test('a week with a reader is dropped when the reader has ended, and events come in meanwhile', async () => {
  analytics = await startAnalytics('2026-04-10T20:00:00Z');
  await analytics.store([eventAt('2023-05-10T10:00:00Z')]);
  await analytics.counted();
  const reader = await openReader();
  const dropping = analytics.dropExpired();
  dropping.catch(() => {});
  const writer = new pg.Client({ connectionString: analytics.service.database.urlFor('analytics') });
  await writer.connect();
  try {
    await untilBlocked(analytics.service.database, { statement: 'drop_partitions_before' });
    await writer.query("SET lock_timeout = '2s'");
    await writer.query(
      `INSERT INTO analytics.events (application_id, event_id, event, user_id, occurred_at, received_at)
       VALUES (gen_random_uuid(), gen_random_uuid(), 'app_opened', gen_random_uuid(), '2026-04-10T11:00:00Z', now())`,
    );
    expect(await weeksBefore(2024)).not.toEqual([]);
  } finally {
    await writer.end();
    await reader.rollback();
  }
  await dropping;
  expect(await weeksBefore(2024)).toEqual([]);
});

test('a week with a long reader is left for the next run, without an error', async () => {
  analytics = await startAnalytics('2026-04-10T20:00:00Z');
  await analytics.store([eventAt('2023-05-10T10:00:00Z')]);
  await analytics.counted();
  const reader = await openReader();
  try {
    await analytics.dropExpired(1);
    expect(await weeksBefore(2024)).not.toEqual([]);
  } finally {
    await reader.rollback();
  }
  await analytics.dropExpired(1);
  expect(await weeksBefore(2024)).toEqual([]);
});
