import { defineStatement, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { countEach } from '../rollups/count-each.ts';
import { waitForCounting } from '../rollups/retention-watermark.ts';
import { askSiteZone } from './site-zones.ts';

/** Sites of one run: the next one comes seconds later. */
const sitesAtOnce = 100;

interface StaleSite {
  site_id: string;
  changes: number;
}

/** Sites that changed, and those with events of which nothing is known. */
const findStale = defineStatement({
  name: 'find_stale_site_zones',
  text: `SELECT site_id, changes FROM analytics.site_zones WHERE changes <> read_changes
         UNION ALL
         SELECT DISTINCT h.site_id, 0 FROM analytics.stale_site_hours AS h
         WHERE NOT EXISTS (SELECT FROM analytics.site_zones AS z WHERE z.site_id = h.site_id AND (z.timezone IS NOT NULL OR z.changes <> z.read_changes))
         LIMIT ${sitesAtOnce}`,
});
/** Waits for a running count in the zone of before, whose day is then among the counted ones. */
const lockZone = defineStatement({
  name: 'lock_site_zone',
  text: 'SELECT timezone FROM analytics.site_zones WHERE site_id = $1 FOR UPDATE',
});
/** A change that was announced after the list was read stays one that is to be asked for. */
const setZone = defineStatement({
  name: 'set_site_zone',
  text: `INSERT INTO analytics.site_zones (site_id, timezone, changes, read_changes) VALUES ($1, $2, $3, $3)
         ON CONFLICT (site_id) DO UPDATE SET timezone = excluded.timezone, read_changes = excluded.read_changes`,
});
/**
 * One moment of every counted day and of the days around it: see `note_all_days` of applications. Zones are up to 26 hours
 * apart, so an event may be of a date two days earlier.
 */
const markAllDays = defineStatement({
  name: 'note_all_days_of_site',
  text: `INSERT INTO analytics.stale_site_hours (site_id, hour, noted_at)
         SELECT DISTINCT $1::uuid, (starts_on + interval '12 hours' + around) AT TIME ZONE 'UTC', $2::timestamptz
         FROM (SELECT DISTINCT starts_on FROM analytics.rollups WHERE owner_id = $1 AND grain = 'day' AND dimension = '') AS counted,
         unnest(ARRAY['-2 days', '-1 day', '0', '1 day']::interval[]) AS around`,
});

/**
 * Asks the cms for the zones of sites that changed, or that have events for the first time. With another zone every day of
 * a site whose events are still there is counted again.
 * @returns how many sites were asked for
 * @throws AggregateError after the last one, when the cms did not answer for some
 */
export async function readSiteZones(app: Pick<App, 'db' | 'ask' | 'clock'>): Promise<number> {
  const { rows } = await runStatement<StaleSite & object>(app.db, findStale, []);
  return countEach(rows, (site) => readZone(app, site), 'the time zones of some sites could not be read');
}

async function readZone(app: Pick<App, 'db' | 'ask' | 'clock'>, { site_id, changes }: StaleSite): Promise<number> {
  const timezone = await askSiteZone(app, site_id);
  // The release of the cms before does not say it: a later run asks again.
  if (timezone === null) return 0;
  await app.db.transaction((tx) => storeZone(tx, { site_id, timezone, changes, now: app.clock.now() }));
  return 1;
}

async function storeZone(
  tx: Tx,
  { site_id, timezone, changes, now }: StaleSite & { timezone: string; now: Date },
): Promise<void> {
  await waitForCounting(tx);
  const { rows } = await runStatement<{ timezone: string | null }>(tx, lockZone, [site_id]);
  const before = rows[0]?.timezone ?? null;
  await runStatement(tx, setZone, [site_id, timezone, changes]);
  if (before !== null && before !== timezone) await runStatement(tx, markAllDays, [site_id, now]);
}
