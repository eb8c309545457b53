import { defineStatement, runStatement, type Tx } from '@platform/runtime';

const statement = defineStatement({
  name: 'count_device_changes',
  text: `INSERT INTO analytics.rollups (owner_id, grain, dimension, starts_on, value, events, uniques)
         SELECT $1, 'utc_day', 'devices', day, '',
                (SELECT coalesce(sum(CASE WHEN is_active THEN 1 ELSE -1 END), 0) FROM analytics.device_changes
                 WHERE application_id = $1 AND changed_at >= day::timestamp AT TIME ZONE 'UTC' AND changed_at < (day + 1)::timestamp AT TIME ZONE 'UTC'), 0
         FROM unnest($2::date[]) AS day
         ON CONFLICT (owner_id, grain, dimension, starts_on, value) DO UPDATE SET events = excluded.events`,
});

/** Counts by how many the active devices of an application became more or less on these days of UTC. */
export const countDeviceChanges = async (tx: Tx, applicationId: string, days: readonly string[]): Promise<void> => {
  await runStatement(tx, statement, [applicationId, days]);
};
