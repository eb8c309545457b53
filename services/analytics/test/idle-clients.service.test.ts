import { afterEach, expect, test } from '@jest/globals';
import { createLog, newId, openDatabase } from '@platform/runtime';
import { dropIdleClients } from '../src/rollups/drop-idle-clients.ts';
import { type AnalyticsTest, startAnalytics } from './analytics-test.ts';

let analytics: AnalyticsTest;
afterEach(() => analytics.service.stop());

test('the client of a user is kept for the longest range of a report, and no longer', async () => {
  analytics = await startAnalytics('2026-04-10T20:00:00Z');
  const { application, clock } = analytics;
  const { database } = analytics.service;
  for (const [version, at] of [
    ['kept', '2025-04-09T21:00:00Z'],
    ['gone', '2025-04-06T20:00:00Z'],
  ])
    await database.query("INSERT INTO analytics.user_clients VALUES ($1, $2, 'ios', $3, $4)", [
      application.id,
      newId(),
      version,
      at,
    ]);
  const log = createLog('test', 'silent');
  const url = database.urlFor('analytics');
  const handle = openDatabase({ url, poolSize: 1, service: 'analytics', log, traced: false });
  try {
    await dropIdleClients({ pool: handle.scoped, clock });
  } finally {
    await handle.close();
  }
  expect(await database.query('SELECT app_version FROM analytics.user_clients')).toEqual([{ app_version: 'kept' }]);
});
