import { runStatement, type Tx } from '@platform/runtime';
import { boundsOf } from '../reports/range.ts';
import { countMoney } from './count-money.ts';
import { keepMostFrequent, type Tally } from './tally.ts';

/** Everything that is counted of what other services announced; all other dimensions come from events. */
const dimensions = [
  'new_users',
  'revenue',
  'channel_revenue',
  'refunds',
  'payments',
  'subscriptions',
  'payers',
  'channel_payers',
];

const countNewUsers = {
  name: 'count_new_users',
  text: `SELECT coalesce(channel, 'direct') AS channel, count(*)::int AS users
         FROM analytics.users WHERE application_id = $1 AND registered_at >= $2 AND registered_at < $3 GROUP BY 1`,
};

/** As a whole day is replaced, but for what was counted of its events. */
const replaceAnnounced = {
  name: 'replace_announced',
  text: `WITH gone AS (
           DELETE FROM analytics.rollups WHERE owner_id = $1 AND grain = 'day' AND starts_on = $2 AND dimension = ANY($8)
           AND NOT EXISTS (
             SELECT FROM unnest($3::text[], $4::text[]) AS kept (dimension, value)
             WHERE kept.dimension = rollups.dimension AND kept.value = rollups.value
           )
         ), stale AS (
           INSERT INTO analytics.stale_months (owner_id, month) VALUES ($1, date_trunc('month', $2::date)::date)
           ON CONFLICT (owner_id, month) DO UPDATE SET month = excluded.month
         )
         INSERT INTO analytics.rollups (owner_id, grain, starts_on, dimension, value, events, uniques, sketch)
         SELECT $1, 'day', $2, * FROM unnest($3::text[], $4::text[], $5::bigint[], $6::int[], $7::bytea[])
         ON CONFLICT (owner_id, grain, dimension, starts_on, value)
         DO UPDATE SET events = excluded.events, uniques = excluded.uniques, sketch = excluded.sketch`,
};

/**
 * What other services announced of a day of an application: who registered, and the money.
 * @param bounds application id, beginning of the day, its end (exclusive)
 */
export async function countAnnounced(tx: Tx, bounds: readonly unknown[]): Promise<Tally[]> {
  const money = await countMoney(tx, bounds);
  const { rows } = await runStatement<{ channel: string; users: number }>(tx, countNewUsers, [...bounds]);
  const newUsers = rows.map(({ channel, users }) => ({
    dimension: 'new_users',
    value: channel,
    events: users,
    uniques: users,
    sketch: null,
  }));
  return [...money, ...keepMostFrequent(newUsers, null)];
}

/** Counts anew what was announced of a day whose events are gone. What was counted of them stays. */
export async function countAnnouncedOfDay(tx: Tx, owner: { id: string; timezone: string }, day: string): Promise<void> {
  const { starts_at, ends_at } = boundsOf(day, owner.timezone);
  const tallies = await countAnnounced(tx, [owner.id, starts_at, ends_at]);
  await runStatement(tx, replaceAnnounced, [
    ...[owner.id, day],
    tallies.map(({ dimension }) => dimension),
    tallies.map(({ value }) => value),
    tallies.map(({ events }) => events),
    tallies.map(({ uniques }) => uniques),
    tallies.map(({ sketch }) => sketch?.toBytes() ?? null),
    dimensions,
  ]);
}
