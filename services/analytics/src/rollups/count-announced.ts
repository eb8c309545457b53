import { boundsOf, defineStatement, runStatement, type Tx } from '@platform/runtime';
import { countMoney } from './count-money.ts';
import { foldRarest, type Tally } from './tally.ts';
import { replaceTallies } from './write-day.ts';

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

const countNewUsers = defineStatement({
  name: 'count_new_users',
  text: `SELECT coalesce(channel, 'direct') AS channel, count(*)::int AS users
         FROM analytics.users WHERE application_id = $1 AND registered_at >= $2 AND registered_at < $3 GROUP BY 1`,
});

/**
 * Counts of the events of other services for a day of an application: registrations and money.
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
  return [...money, ...foldRarest(newUsers, null)];
}

/** Recounts the announcements of a day whose events are dropped. The counts of its events stay. */
export async function countAnnouncedOfDay(tx: Tx, owner: { id: string; timezone: string }, day: string): Promise<void> {
  const { starts_at, ends_at } = boundsOf(day, owner.timezone);
  const tallies = await countAnnounced(tx, [owner.id, starts_at, ends_at]);
  await replaceTallies(tx, { ownerId: owner.id, day, tallies, dimensions });
}
