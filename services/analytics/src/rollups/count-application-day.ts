import { boundsOf, dayBefore, defineStatement, runStatement, type Tx } from '@platform/runtime';
import { countAnnounced } from './count-announced.ts';
import { precisionOf } from './sketch.ts';
import { createTallies, slicesOf } from './tally.ts';
import { writeDay } from './write-day.ts';

const countHours = defineStatement({
  name: 'count_hours',
  text: `SELECT date_trunc('hour', occurred_at, $4) AS hour, count(*)::int AS events, count(DISTINCT user_id) FILTER (WHERE from_back_end IS NOT TRUE)::int AS uniques
         FROM analytics.events WHERE application_id = $1 AND occurred_at >= $2 AND occurred_at < $3 GROUP BY 1`,
});

const groupEvents = defineStatement({
  name: 'group_events',
  text: `SELECT g.*, coalesce(u.channel, 'direct') AS channel,
                CASE WHEN u.registered_at >= $6 AND u.registered_at < $3 THEN (u.registered_at AT TIME ZONE $7)::date::text END AS cohort
         FROM (
           SELECT user_id, event, coalesce(platform, '') AS platform, coalesce(app_version, '') AS app_version,
                  coalesce(country_code, '') AS country_code, from_back_end IS TRUE AS from_back_end, count(*)::int AS events
           FROM analytics.events
           WHERE application_id = $1 AND occurred_at >= $2 AND occurred_at < $3 AND get_byte(uuid_send(user_id), 15) % $4 = $5
           GROUP BY 1, 2, 3, 4, 5, 6
         ) g LEFT JOIN analytics.users u ON u.user_id = g.user_id ORDER BY g.user_id`,
});

interface HourRow {
  hour: Date;
  events: number;
  uniques: number;
}

interface GroupRow {
  user_id: string;
  event: string;
  platform: string;
  app_version: string;
  country_code: string;
  from_back_end: boolean;
  channel: string;
  /** Day of the registration, null when that is longer ago than anyone asks for. */
  cohort: string | null;
  events: number;
}

/**
 * Users of a day by the day they registered: what retention needs. So many days back, which is less than the
 * values that a dimension counts apart.
 */
export const cohortDimension = 'cohort';
export const cohortDays = 90;

/**
 * Counts a day of an application again, from every event, registration and payment that is known now, and
 * puts the result in the place of its earlier counts. So it is idempotent.
 * @param day `YYYY-MM-DD` in `timezone`
 */
export async function countApplicationDay(
  tx: Tx,
  owner: { id: string; timezone: string },
  day: string,
): Promise<{ events: number }> {
  const { starts_at, ends_at } = boundsOf(day, owner.timezone);
  const bounds = [owner.id, starts_at, ends_at];
  const { rows: hours } = await runStatement<HourRow & object>(tx, countHours, [...bounds, owner.timezone]);
  const events = hours.reduce((sum, hour) => sum + hour.events, 0);
  const tallies = createTallies((dimension) => (dimension === cohortDimension ? null : precisionOf(dimension)));
  const oldestCohort = boundsOf(dayBefore(day, cohortDays), owner.timezone).starts_at;
  const slices = slicesOf(events);
  for (let slice = 0; slice < slices; slice += 1) {
    const { rows } = await runStatement<GroupRow & object>(tx, groupEvents, [
      ...bounds,
      slices,
      slice,
      oldestCohort,
      owner.timezone,
    ]);
    for (const { user_id, events, event, from_back_end, ...client } of rows) {
      const { platform, app_version, country_code, channel, cohort } = client;
      if (from_back_end) {
        // What a server reports is no act of the person.
        tallies.addEvents(events, { '': '' });
        tallies.add(user_id, events, { event });
        continue;
      }
      tallies.add(user_id, events, { '': '', event, platform, app_version, country_code, channel });
      if (cohort !== null) tallies.add(user_id, events, { [cohortDimension]: cohort });
    }
  }
  const counted = [...tallies.result(), ...(await countAnnounced(tx, bounds))];
  await writeDay(tx, { ownerId: owner.id, day, starts_at, ends_at }, counted, hours);
  return { events };
}
