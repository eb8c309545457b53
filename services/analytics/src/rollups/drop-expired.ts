import { runStatement } from '@platform/runtime';
import { DateTime } from 'luxon';
import type { App } from '../app.ts';
import { defaultRetentionDays } from '../application.ts';
import { weekMs } from '../ingest/weeks.ts';

/** Rows of one statement, so that none holds locks for long. */
const rowsAtOnce = 20_000;

const findShorter = {
  name: 'find_shorter_retention',
  text: 'SELECT application_id, retention_days FROM analytics.application_settings',
};
const dropPartitions = { name: 'drop_partitions', text: 'SELECT analytics.drop_partitions_before($1) AS dropped' };
const listWeeks = {
  name: 'list_expired_weeks',
  text: `SELECT to_date(right(child.relname, 8), 'YYYYMMDD')::timestamp AT TIME ZONE 'UTC' AS week FROM pg_inherits
         JOIN pg_class AS child ON child.oid = inhrelid WHERE inhparent = 'analytics.events'::regclass
         AND to_date(right(child.relname, 8), 'YYYYMMDD') < ($1::timestamptz AT TIME ZONE 'UTC')::date ORDER BY 1`,
};
/** Of one week, which is one table: only there a row can be taken by its place, without looking at all the others. */
const deleteEvents = {
  name: 'delete_expired_events',
  text: `DELETE FROM analytics.events WHERE occurred_at >= $2 AND occurred_at < $3 AND ctid = ANY (ARRAY (
           SELECT ctid FROM analytics.events WHERE application_id = $1 AND occurred_at >= $2 AND occurred_at < $3 LIMIT ${rowsAtOnce}
         )) AND application_id = $1`,
};

/**
 * Removes single events that nobody wants to keep any longer; what was counted of them stays. Weeks that are over for every
 * application go as tables. An application that keeps less than others has its rows deleted before.
 */
export async function dropExpired(app: Pick<App, 'db' | 'clock'>): Promise<void> {
  const today = DateTime.fromJSDate(app.clock.now(), { zone: 'UTC' }).startOf('day');
  const { rows } = await runStatement<{ application_id: string; retention_days: number }>(app.db, findShorter, []);
  const longest = Math.max(defaultRetentionDays, ...rows.map(({ retention_days }) => retention_days));
  await runStatement(app.db, dropPartitions, [today.minus({ days: longest }).toISODate()]);
  for (const { application_id, retention_days } of rows) {
    if (retention_days >= longest) continue;
    const before = today.minus({ days: retention_days }).toJSDate();
    const { rows: weeks } = await runStatement<{ week: Date }>(app.db, listWeeks, [before]);
    for (const { week } of weeks) {
      const end = new Date(Math.min(week.getTime() + weekMs, before.getTime()));
      for (let deleted: number | null = rowsAtOnce; deleted === rowsAtOnce; )
        ({ rowCount: deleted } = await runStatement(app.db, deleteEvents, [application_id, week, end]));
    }
  }
}
