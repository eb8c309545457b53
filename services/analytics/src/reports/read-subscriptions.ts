import { runStatement } from '@platform/runtime';
import type { App } from '../app.ts';
import type { DayRange } from './range.ts';

export interface SubscriptionsOfRange {
  active_subscriptions: number;
  new_subscriptions: number;
  renewed_subscriptions: number;
  ended_subscriptions: number;
}

/** When a paid period is over: by expiry, or earlier by a full refund. */
const endOf = (payment: string) => `least(${payment}.expires_at, ${payment}.fully_refunded_at)`;

const readActive = {
  name: 'read_active_subscriptions',
  text: `SELECT count(DISTINCT user_id)::int AS users FROM analytics.payments AS p
         WHERE application_id = $1 AND (expires_at >= $2 OR expires_at IS NULL) AND succeeded_at IS NOT NULL
         AND starts_at < $2 AND (fully_refunded_at IS NULL OR fully_refunded_at >= $2)`,
};
const readBegun = {
  name: 'read_begun_subscriptions',
  text: `SELECT count(*) FILTER (WHERE NOT continues)::int AS begun, count(*) FILTER (WHERE continues)::int AS renewed FROM (
           SELECT EXISTS (
             SELECT FROM analytics.payments AS other
             WHERE other.application_id = p.application_id AND other.user_id = p.user_id AND other.payment_id <> p.payment_id
             AND (other.succeeded_at, other.payment_id) < (p.succeeded_at, p.payment_id)
             AND (${endOf('other')} IS NULL OR ${endOf('other')} >= p.starts_at)
           ) AS continues
           FROM analytics.payments AS p WHERE p.application_id = $1 AND p.succeeded_at >= $2 AND p.succeeded_at < $3
         ) AS periods`,
};
const readEnded = {
  name: 'read_ended_subscriptions',
  text: `SELECT count(DISTINCT user_id)::int AS users FROM (
           SELECT * FROM analytics.payments WHERE application_id = $1 AND expires_at >= $2 AND expires_at < $3
           UNION
           SELECT * FROM analytics.payments WHERE application_id = $1 AND fully_refunded_at >= $2 AND fully_refunded_at < $3
         ) AS p
         WHERE p.succeeded_at IS NOT NULL AND ${endOf('p')} >= $2 AND ${endOf('p')} < $3
         AND NOT EXISTS (
           SELECT FROM analytics.payments AS other
           WHERE other.application_id = p.application_id AND other.user_id = p.user_id AND other.payment_id <> p.payment_id
           AND other.succeeded_at IS NOT NULL AND other.starts_at <= ${endOf('p')}
           AND (${endOf('other')} IS NULL OR ${endOf('other')} > ${endOf('p')})
         )`,
};

/** Paid periods of a range. @param now a range that ends later is looked at as far as it has gone */
export async function readSubscriptions(
  { db }: Pick<App, 'db'>,
  applicationId: string,
  range: DayRange,
  now: Date,
): Promise<SubscriptionsOfRange> {
  const until = range.ends_at < now ? range.ends_at : now;
  const [active, begun, ended] = await Promise.all([
    runStatement<{ users: number }>(db, readActive, [applicationId, until]),
    runStatement<{ begun: number; renewed: number }>(db, readBegun, [applicationId, range.starts_at, range.ends_at]),
    runStatement<{ users: number }>(db, readEnded, [applicationId, range.starts_at, until]),
  ]);
  return {
    active_subscriptions: active.rows[0]?.users ?? 0,
    new_subscriptions: begun.rows[0]?.begun ?? 0,
    renewed_subscriptions: begun.rows[0]?.renewed ?? 0,
    ended_subscriptions: ended.rows[0]?.users ?? 0,
  };
}
