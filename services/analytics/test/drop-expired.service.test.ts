import { afterEach, expect, test } from '@jest/globals';
import { createLog, newId, openDatabase } from '@platform/runtime';
import { dropExpired } from '../src/rollups/drop-expired.ts';
import { type AnalyticsTest, startAnalytics } from './analytics-test.ts';

let analytics: AnalyticsTest;
afterEach(() => analytics.service.stop());

test('what an application keeps no longer goes, without reading the weeks that are kept', async () => {
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
