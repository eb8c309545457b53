import { defineStatement, runStatement } from '@platform/runtime';
import type { App } from '../app.ts';

const statement = defineStatement({
  name: 'read_active_devices',
  text: `SELECT (
           (SELECT coalesce(sum(events), 0) FROM analytics.rollups
            WHERE owner_id = $1 AND grain = 'utc_day' AND dimension = 'devices' AND starts_on < ($2::timestamptz AT TIME ZONE 'UTC')::date)
           + (SELECT coalesce(sum(CASE WHEN is_active THEN 1 ELSE -1 END), 0) FROM analytics.device_changes
              WHERE application_id = $1 AND changed_at >= date_trunc('day', $2::timestamptz, 'UTC') AND changed_at < $2)
         )::int AS devices`,
});

/**
 * How many devices of an application were active just before a moment: the counted days before it, and the
 * changes of its own day.
 */
export async function readActiveDevices({ db }: Pick<App, 'db'>, applicationId: string, until: Date): Promise<number> {
  const { rows } = await runStatement<{ devices: number }>(db, statement, [applicationId, until]);
  return rows[0]?.devices ?? 0;
}
