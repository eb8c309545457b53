import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { analytics } from '@platform/contracts';
import { startService, type TestService } from '@platform/testing';
import pg from 'pg';
import { analyticsService } from '../src/service.ts';

let service: TestService<typeof analytics>;
let asService: pg.Pool;
beforeAll(async () => {
  service = await startService(analyticsService);
  asService = new pg.Pool({ connectionString: service.database.urlFor('analytics') });
});
afterAll(async () => {
  await asService.end();
  await service.stop();
});

test('the role of the service makes partitions through the function of their owner, and cannot touch tables itself', async () => {
  const { rows } = await asService.query(`SELECT analytics.ensure_partitions('2026-03-03', '2026-03-18') AS made`);
  expect(rows).toEqual([{ made: 6 }]);
  expect(
    (await asService.query(`SELECT analytics.ensure_partitions('2026-03-03', '2026-03-18') AS made`)).rows,
  ).toEqual([{ made: 0 }]);
  await expect(asService.query('DROP TABLE analytics.events_20260302')).rejects.toThrow('must be owner');
});

test('an event id is stored once within a week, under whichever time it comes', async () => {
  const insert = (occurred_at: string) =>
    asService.query(
      `INSERT INTO analytics.events (application_id, event_id, event, user_id, occurred_at, received_at)
       VALUES ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-00000000000e', 'app_opened', '00000000-0000-7000-8000-000000000002', $1, now())
       ON CONFLICT DO NOTHING`,
      [occurred_at],
    );
  expect((await insert('2026-03-03T10:00:00Z')).rowCount).toBe(1);
  expect((await insert('2026-03-03T10:00:00Z')).rowCount).toBe(0);
  expect((await insert('2026-03-05T23:00:00Z')).rowCount).toBe(0);
});
