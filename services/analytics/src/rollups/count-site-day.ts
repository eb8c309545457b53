import { boundsOf, defineStatement, runStatement, type Tx } from '@platform/runtime';
import { createTallies, slicesOf } from './tally.ts';
import { writeDay } from './write-day.ts';

/** Hours from the beginning of the day on: those of UTC may lie in two days. */
const countHours = defineStatement({
  name: 'count_site_hours',
  text: `SELECT date_bin('1 hour', occurred_at, $2) AS hour, count(*)::int AS events, count(DISTINCT visitor_id)::int AS uniques
         FROM analytics.site_events WHERE site_id = $1 AND occurred_at >= $2 AND occurred_at < $3 GROUP BY 1`,
});

const groupEvents = defineStatement({
  name: 'group_site_events',
  text: `SELECT visitor_id, event, path, coalesce(utm_source, referrer_host, 'direct') AS source,
                coalesce(country_code, '') AS country_code, count(*)::int AS events
         FROM analytics.site_events WHERE site_id = $1 AND occurred_at >= $2 AND occurred_at < $3
         AND get_byte(uuid_send(visitor_id), 15) % $4 = $5 GROUP BY 1, 2, 3, 4, 5 ORDER BY visitor_id`,
});

interface GroupRow {
  visitor_id: string;
  event: string;
  path: string;
  source: string;
  country_code: string;
  events: number;
}

/** The event that counts as a view of a page. */
export const pageView = 'page_viewed';

/**
 * Counts a day of a site again, as {@link countApplicationDay} does for an application. Visitors of two days are never
 * the same, so days are only added and need no sketches.
 * @param day `YYYY-MM-DD` in `timezone`
 */
export async function countSiteDay(tx: Tx, site: { id: string; timezone: string }, day: string): Promise<void> {
  const { starts_at, ends_at } = boundsOf(day, site.timezone);
  const bounds = [site.id, starts_at, ends_at];
  const { rows: hours } = await runStatement<{ hour: Date; events: number; uniques: number }>(tx, countHours, bounds);
  const tallies = createTallies(() => null);
  const slices = slicesOf(hours.reduce((sum, { events }) => sum + events, 0));
  for (let slice = 0; slice < slices; slice += 1) {
    const { rows } = await runStatement<GroupRow & object>(tx, groupEvents, [...bounds, slices, slice]);
    for (const { visitor_id, event, path, source, country_code, events } of rows) {
      tallies.add(visitor_id, events, { '': '', event, source, country_code });
      if (event === pageView) tallies.add(visitor_id, events, { views: '', page: path, source_views: source });
    }
  }
  await writeDay(tx, { ownerId: site.id, day, starts_at, ends_at }, tallies.result(), hours);
}
