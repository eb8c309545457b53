import { defineStatement, runStatement } from '@platform/runtime';
import type { App } from '../app.ts';
import { allowMinutes } from './allow-minutes.ts';

/** Users and hours of one transaction, so that none holds its locks for long. */
const usersAtOnce = 50_000;
const hoursAtOnce = 500;
/** After so long the next run goes on. */
const maxRunMs = 10_000;

const findMark = defineStatement({
  name: 'find_stale_paid_hour',
  text: 'SELECT FROM analytics.stale_paid_hours LIMIT 1',
});

/**
 * Puts the hours of a user's payments in the place of the marks of the user. A change is committed with its
 * mark, so the hours are those after it.
 */
const spreadMarks = defineStatement({
  name: 'note_hours_of_users',
  text: `WITH taken AS (
           DELETE FROM analytics.stale_paid_hours
           WHERE ctid = ANY (ARRAY (SELECT ctid FROM analytics.stale_paid_hours WHERE user_id IS NOT NULL LIMIT ${usersAtOnce}))
           RETURNING application_id, user_id, noted_at
         ), users AS (
           SELECT application_id, user_id, min(noted_at) AS noted_at FROM taken GROUP BY 1, 2
         )
         INSERT INTO analytics.stale_paid_hours (application_id, hour, noted_at)
         SELECT u.application_id, hour, min(u.noted_at) FROM users AS u, LATERAL (
           SELECT date_trunc('hour', moment, 'UTC') AS hour
           FROM analytics.payments AS p, unnest(ARRAY[p.starts_at, p.expires_at, p.fully_refunded_at]) AS moment
           WHERE p.application_id = u.application_id AND p.user_id = u.user_id AND moment IS NOT NULL
         ) AS hours GROUP BY 1, 2`,
});

/** Taken before the hours are counted, with every other mark of the same hours. */
const takeHours = defineStatement({
  name: 'take_stale_paid_hours',
  text: `WITH taken AS (
           DELETE FROM analytics.stale_paid_hours WHERE user_id IS NULL AND (application_id, hour) IN (
             SELECT DISTINCT application_id, hour FROM analytics.stale_paid_hours WHERE user_id IS NULL LIMIT ${hoursAtOnce}
           ) RETURNING application_id, hour
         )
         SELECT application_id, array_agg(DISTINCT hour) AS hours FROM taken GROUP BY application_id`,
});

/**
 * Counts the users of an application whose paid time begins, and those whose paid time ends, between two
 * moments (end exclusive). Periods of a user that overlap or follow each other are one paid time. A payment
 * counts once it succeeded and its term is known; one that was refunded before its term began counts nowhere.
 * Each user is looked up through the index, so that the cost is that of the payments of these users alone.
 */
export const countPaidTime = (application: string, from: string, until: string): string => {
  const usersWith = (moment: string) => `SELECT user_id FROM analytics.payments
    WHERE application_id = ${application} AND succeeded_at IS NOT NULL AND ${moment} >= ${from} AND ${moment} < ${until}`;
  const isWithin = (moment: string) => `${moment} >= ${from} AND ${moment} < ${until}`;
  return `SELECT count(*) FILTER (WHERE ${isWithin('lower(paid)')})::int AS begun, count(*) FILTER (WHERE ${isWithin('upper(paid)')})::int AS ended
    FROM (
      ${usersWith('starts_at')} UNION ${usersWith('expires_at')} UNION ${usersWith('fully_refunded_at')}
    ) AS users, LATERAL (
      SELECT unnest(range_agg(tstzrange(starts_at, least(expires_at, fully_refunded_at)))) AS paid FROM analytics.payments
      WHERE application_id = ${application} AND payments.user_id = users.user_id AND succeeded_at IS NOT NULL
      AND starts_at < coalesce(least(expires_at, fully_refunded_at), 'infinity')
    ) AS times`;
};

const countHours = defineStatement({
  name: 'count_paid_hours',
  text: `INSERT INTO analytics.paid_hours (application_id, hour, begun, ended)
         SELECT $1, hour, counted.* FROM unnest($2::timestamptz[]) AS hour,
           LATERAL (${countPaidTime('$1', 'hour', "hour + interval '1 hour'")}) AS counted
         ON CONFLICT (application_id, hour) DO UPDATE SET begun = excluded.begun, ended = excluded.ended`,
});

/**
 * Counts the hours again in which a paid time may begin or end by what changed since. Each portion is one
 * transaction with its marks, so a crash counts it again.
 * @returns how many hours were counted
 */
export async function countPaidHours({ db }: Pick<App, 'db'>): Promise<number> {
  if ((await runStatement(db, findMark, [])).rowCount === 0) return 0;
  const runUntil = performance.now() + maxRunMs;
  // Once: where payments change all the time there is always a further mark, and it has the next run.
  await db.transaction(async (tx) => {
    await allowMinutes(tx);
    await runStatement(tx, spreadMarks, []);
  });
  for (let counted = 0; ; ) {
    const portion = await db.transaction(async (tx) => {
      await allowMinutes(tx);
      const { rows } = await runStatement<{ application_id: string; hours: Date[] }>(tx, takeHours, []);
      for (const { application_id, hours } of rows) await runStatement(tx, countHours, [application_id, hours]);
      return rows.reduce((sum, { hours }) => sum + hours.length, 0);
    });
    counted += portion;
    if (portion === 0 || performance.now() > runUntil) return counted;
  }
}
