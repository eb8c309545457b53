import { cms } from '@platform/contracts';
import { createReadCache, defineStatement, errorText, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { defaultTimezone } from '../application.ts';

/** The time zones of sites. */
export interface SiteZones {
  /** The zone in which the days of a site are counted; UTC for a site whose zone is not known and cannot be asked for. */
  read(site_id: string): Promise<string>;
  /** The same, at most ten seconds old. */
  readCached(site_id: string): Promise<string>;
}

/** How long the cms is left alone after it did not answer: events must not wait for it one after another. */
const restMs = 5_000;
const cacheMs = 10_000;
const maxBytes = 4 * 1024 * 1024;

const findZone = defineStatement({
  name: 'find_site_zone',
  text: 'SELECT timezone FROM analytics.site_zones WHERE site_id = $1',
});
/** A zone that is there stays: another one makes the days of the site stale. */
const addZone = defineStatement({
  name: 'add_site_zone',
  text: `INSERT INTO analytics.site_zones AS z (site_id, timezone) VALUES ($1, $2)
         ON CONFLICT (site_id) DO UPDATE SET timezone = coalesce(z.timezone, excluded.timezone) RETURNING timezone`,
});

/** The stored zone of a site; null before the cms was asked for it. */
export async function findSiteZone({ db }: { db: Parameters<typeof runStatement>[0] }, site_id: string) {
  const { rows } = await runStatement<{ timezone: string | null }>(db, findZone, [site_id]);
  return rows[0]?.timezone ?? null;
}

const holdZone = defineStatement({
  name: 'hold_site_zone',
  text: 'SELECT timezone FROM analytics.site_zones WHERE site_id = $1 FOR KEY SHARE',
});

/** The stored zone of a site, which stays the same until the end of the transaction. Announcements of changes go on. */
export async function holdSiteZone(tx: Tx, site_id: string): Promise<string | null> {
  const { rows } = await runStatement<{ timezone: string | null }>(tx, holdZone, [site_id]);
  return rows[0]?.timezone ?? null;
}

/**
 * Asks the cms for the zone of a site.
 * @returns UTC for a site that the cms does not know; null from a release of the cms that does not say it
 * @throws AppError `service_unavailable`
 */
export async function askSiteZone({ ask }: Pick<App, 'ask'>, site_id: string): Promise<string | null> {
  const { site } = await ask(cms.queries.describeSite, { id: site_id });
  return site === null ? defaultTimezone : site.timezone;
}

/**
 * The zones of sites from the database of this service. The first read of a site asks the cms and stores the zone, so
 * that all processes have the same one.
 */
export function createSiteZones({ db, ask, log, clock }: Pick<App, 'db' | 'ask' | 'log' | 'clock'>): SiteZones {
  const zones = createReadCache<string>({ maxBytes, ttlMs: cacheMs, clock });
  let restsUntil = 0;

  const askOnce = async (site_id: string): Promise<string> => {
    if (restsUntil > performance.now()) return defaultTimezone;
    try {
      const timezone = await askSiteZone({ ask }, site_id);
      if (timezone === null) return defaultTimezone;
      const { rows } = await runStatement<{ timezone: string }>(db, addZone, [site_id, timezone]);
      return rows[0]?.timezone ?? timezone;
    } catch (error) {
      restsUntil = performance.now() + restMs;
      log.warn(
        { reason: errorText(error) },
        'the cms does not answer; days of a site without a known zone are those of UTC',
      );
      return defaultTimezone;
    }
  };

  const read = async (site_id: string) => (await findSiteZone({ db }, site_id)) ?? askOnce(site_id);
  return { read, readCached: (site_id) => zones.get('zones', site_id, () => read(site_id)) };
}
