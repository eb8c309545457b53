import { defineStatement, runStatement } from '@platform/runtime';
import type { App } from '../app.ts';
import { countPaidTime } from '../rollups/count-paid-hours.ts';

const fromPayments = `SELECT count(DISTINCT user_id) FROM analytics.payments
  WHERE application_id = $1 AND (expires_at >= $2 OR expires_at IS NULL) AND succeeded_at IS NOT NULL
  AND starts_at < $2 AND (fully_refunded_at IS NULL OR fully_refunded_at >= $2)`;
const fromHours = `SELECT (
    SELECT coalesce(sum(begun - ended), 0) FROM analytics.paid_hours
    WHERE application_id = $1 AND hour < date_trunc('hour', $2::timestamptz, 'UTC')
  ) + (SELECT begun - ended FROM (${countPaidTime('$1', "date_trunc('hour', $2::timestamptz, 'UTC')", '$2')}) AS of_this_hour)`;

/** Until every hour has its first count, the payments themselves are counted. */
const statement = defineStatement({
  name: 'read_active_subscriptions',
  text: `SELECT (CASE WHEN EXISTS (SELECT FROM analytics.stale_paid_hours WHERE application_id = $1 AND noted_at IS NULL)
           THEN (${fromPayments}) ELSE (${fromHours}) END)::int AS users`,
});

/**
 * How many users of an application had a paid period just before a moment: the counted hours before it, and
 * the payments of its own hour.
 */
export async function readActiveSubscriptions(
  { db }: Pick<App, 'db'>,
  applicationId: string,
  until: Date,
): Promise<number> {
  const { rows } = await runStatement<{ users: number }>(db, statement, [applicationId, until]);
  return rows[0]?.users ?? 0;
}
