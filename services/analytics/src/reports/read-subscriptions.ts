import { defineStatement, runStatement } from '@platform/runtime';
import type { App } from '../app.ts';

const statement = defineStatement({
  name: 'read_active_subscriptions',
  text: `SELECT count(DISTINCT user_id)::int AS users FROM analytics.payments
         WHERE application_id = $1 AND (expires_at >= $2 OR expires_at IS NULL) AND succeeded_at IS NOT NULL
         AND starts_at < $2 AND (fully_refunded_at IS NULL OR fully_refunded_at >= $2)`,
});

/** How many users of an application had a paid period just before a moment. */
export async function readActiveSubscriptions(
  { db }: Pick<App, 'db'>,
  applicationId: string,
  until: Date,
): Promise<number> {
  const { rows } = await runStatement<{ users: number }>(db, statement, [applicationId, until]);
  return rows[0]?.users ?? 0;
}
