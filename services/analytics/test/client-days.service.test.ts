import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { identity } from '@platform/contracts';
import { newId } from '@platform/runtime';
import fc from 'fast-check';
import { type AnalyticsTest, startAnalytics } from './analytics-test.ts';

/** Versions are counted from sums of days: the same as what the clients themselves say. */

let analytics: AnalyticsTest;
beforeAll(async () => {
  analytics = await startAnalytics('2026-05-20T12:00:00Z');
});
afterAll(() => analytics.service.stop());

const at = (hour: number) => new Date(Date.parse('2026-05-20T11:00:00Z') - hour * 3_600_000).toISOString();

/** The versions of the users whose latest event on a platform is at a moment or later. */
async function fromClients(from: string) {
  const rows = await analytics.service.database.query(
    `SELECT nullif(platform, '') AS platform, app_version, count(*)::int AS users FROM analytics.user_clients
     WHERE application_id = $1 AND last_event_at >= $2 GROUP BY 1, 2`,
    [analytics.application.id, from],
  );
  return rows.map((row) => JSON.stringify(row)).sort();
}

async function fromReport(days: number) {
  const query = { application_code: analytics.application.code, days };
  const { data } = await analytics.admin.getAppVersions({ query });
  return data.versions
    .map(({ platform, app_version, users }) => JSON.stringify({ platform, app_version, users }))
    .sort();
}

const anAct = fc.oneof(
  fc.record({
    act: fc.constant('event' as const),
    user: fc.nat({ max: 5 }),
    hour: fc.nat({ max: 240 }),
    platform: fc.constantFrom('ios', 'android', null),
    app_version: fc.constantFrom('1.0', '2.0', null),
  }),
  fc.record({ act: fc.constant('erase' as const), user: fc.nat({ max: 5 }) }),
  fc.record({ act: fc.constant('compact' as const) }),
  fc.record({ act: fc.constant('drop' as const) }),
);

test('after any events, erasures and drops, compacted or not, the versions of a range are those of its clients', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anAct, { minLength: 3, maxLength: 12 }),
      fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/New_York'),
      async (acts, timezone) => {
        await analytics.service.database.query('DELETE FROM analytics.user_clients');
        await analytics.setTimezone(timezone);
        const users = Array.from({ length: 6 }, () => newId());
        for (const step of acts) {
          if (step.act === 'compact') await analytics.compactClientDays();
          else if (step.act === 'drop')
            await analytics.service.database.query('DELETE FROM analytics.user_clients WHERE last_event_at < $1', [
              at(200),
            ]);
          else if (step.act === 'erase')
            await analytics.service.deliver(
              identity.events.userErased,
              { user_id: users[step.user] ?? '' },
              { application_id: analytics.application.id, occurred_at: at(0) },
            );
          else {
            const { hour, platform, app_version } = step;
            const event = { user_id: users[step.user] ?? '', event: 'opened', occurred_at: at(hour) };
            await analytics.store([{ ...event, platform, app_version }]);
            await analytics.countDays();
          }
        }
        for (const days of [1, 3, 8]) {
          const { data } = await analytics.admin.getAppVersions({
            query: { application_code: analytics.application.code, days },
          });
          const [row] = await analytics.service.database.query<{ begin: Date }>(
            'SELECT $1::date::timestamp AT TIME ZONE $2 AS begin',
            [data.from, timezone],
          );
          expect(await fromReport(days)).toEqual(await fromClients(row?.begin.toISOString() ?? ''));
        }
      },
    ),
    { numRuns: 20 },
  );
});

test('the job leaves one row for a version and day, and none where no user is left', async () => {
  const rows = () =>
    analytics.service.database.query(
      `SELECT app_version, day::text, users FROM analytics.client_days WHERE app_version LIKE 'one-%' ORDER BY 2`,
    );
  const user_id = newId();
  for (const [hour, app_version] of [
    [50, 'one-1'],
    [25, 'one-1'],
    [1, 'one-2'],
  ] as const) {
    await analytics.store([{ user_id, event: 'opened', occurred_at: at(hour), platform: 'ios', app_version }]);
    await analytics.store([{ user_id: newId(), event: 'opened', occurred_at: at(hour), platform: 'ios', app_version }]);
    await analytics.counted();
  }
  expect((await rows()).length).toBeGreaterThan(3);
  await analytics.compactClientDays();
  expect(await rows()).toEqual([
    { app_version: 'one-1', day: '2026-05-18', users: 1 },
    { app_version: 'one-1', day: '2026-05-19', users: 1 },
    { app_version: 'one-2', day: '2026-05-20', users: 2 },
  ]);
});
