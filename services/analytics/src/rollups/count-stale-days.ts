import { boundsOf, type Database, dayOf, defineStatement, hourMs, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { readSettings } from '../application.ts';
import { findSiteZone, holdSiteZone } from '../site-zones/site-zones.ts';
import { allowMinutes } from './allow-minutes.ts';
import { countAnnouncedOfDay } from './count-announced.ts';
import { countApplicationDay } from './count-application-day.ts';
import { countDeviceChanges } from './count-device-changes.ts';
import { countEach } from './count-each.ts';
import { countSiteDay } from './count-site-day.ts';
import { markStaleWeeks } from './count-weeks.ts';
import { recordClients } from './record-clients.ts';
import { longestRestMs, restFactor } from './resting.ts';
import { holdRetentionWatermark } from './retention-watermark.ts';

/** Days of one owner in one transaction. */
const daysAtOnce = 4;
/** After so long the others run, however many days an owner has left. */
const maxOwnerMs = 5_000;

interface StaleOwner {
  owner_id: string;
  owner_kind: 'application' | 'site';
}

const findOwners = defineStatement({
  name: 'find_stale_owners',
  text: `SELECT DISTINCT owner_id, 'application' AS owner_kind FROM analytics.stale_hours
         UNION ALL SELECT DISTINCT site_id, 'site' FROM analytics.stale_site_hours`,
});
const findHours = {
  application: defineStatement({
    name: 'find_stale_hours',
    text: 'SELECT DISTINCT hour FROM analytics.stale_hours WHERE owner_id = $1 ORDER BY hour DESC',
  }),
  site: defineStatement({
    name: 'find_stale_site_hours',
    text: 'SELECT DISTINCT hour FROM analytics.stale_site_hours WHERE site_id = $1 ORDER BY hour DESC',
  }),
};
const takeHours = {
  application: defineStatement({
    name: 'take_stale_hours',
    text: 'DELETE FROM analytics.stale_hours WHERE owner_id = $1 AND hour = ANY($2)',
  }),
  site: defineStatement({
    name: 'take_stale_site_hours',
    text: 'DELETE FROM analytics.stale_site_hours WHERE site_id = $1 AND hour = ANY($2)',
  }),
};

export interface Counter {
  /**
   * Counts stale days, unless the last count of their owner took too long. Resolves to the number of counted
   * days. Rejects when an owner could not be counted, after all the others were.
   */
  countStaleDays(): Promise<number>;
}

/**
 * Makes the counter that updates the counted days. One replica at a time runs it, as a job.
 *
 * The marks about an hour are taken away in the transaction that counts its day, and before it counts: an
 * event is stored together with its mark, so an event with a visible mark is visible too, and a later one
 * leaves a mark for the next run. The same holds for another time zone, which is read after the marks were
 * taken. The marks of a site wait until its zone is known.
 */
export function createCounter(app: Pick<App, 'db' | 'clock'>): Counter {
  const restsUntil = new Map<string, number>();

  /** Null for a site for whose zone the cms was not asked yet. */
  const timezoneOf = async (db: Database | Tx, { owner_id, owner_kind }: StaleOwner): Promise<string | null> =>
    owner_kind === 'site' ? findSiteZone({ db }, owner_id) : (await readSettings({ db }, owner_id)).timezone;

  const countPortion = (owner: StaleOwner, hours: readonly Date[]): Promise<number> =>
    app.db.transaction(async (tx) => {
      await allowMinutes(tx);
      await runStatement(tx, takeHours[owner.owner_kind], [owner.owner_id, hours]);
      const timezone =
        owner.owner_kind === 'site' ? await holdSiteZone(tx, owner.owner_id) : await timezoneOf(tx, owner);
      if (timezone === null) throw new Error('the zone of a site is not known any more');
      const since = await holdRetentionWatermark(tx, owner.owner_id);
      const days = [...new Set(hours.flatMap((hour) => daysOfHour(hour, timezone)))];
      // Counts stay when their events are dropped.
      const wholeDays = days.filter((day) => boundsOf(day, timezone).starts_at.getTime() >= since);
      const counted = { id: owner.owner_id, timezone };
      if (owner.owner_kind === 'site') for (const day of wholeDays) await countSiteDay(tx, counted, day);
      else await countDays(tx, counted, { days, wholeDays, hours });
      return days.length;
    });

  const countOwner = async (owner: StaleOwner): Promise<{ counted: number; isDone: boolean }> => {
    const countUntil = performance.now() + maxOwnerMs;
    const timezone = await timezoneOf(app.db, owner);
    if (timezone === null) return { counted: 0, isDone: true };
    const { rows } = await runStatement<{ hour: Date }>(app.db, findHours[owner.owner_kind], [owner.owner_id]);
    let counted = 0;
    for (const hours of portionsOf(rows, timezone)) {
      if (performance.now() > countUntil) return { counted, isDone: false };
      counted += await countPortion(owner, hours);
    }
    return { counted, isDone: true };
  };

  /** Counts days of an owner and lets it rest: a large day is counted less often, and is less fresh. */
  const countAndRest = async (owner: StaleOwner): Promise<number> => {
    const began = performance.now();
    const rest = (days: number) => {
      const ended = performance.now();
      const needed = ((ended - began) / Math.max(days, 1)) * restFactor;
      restsUntil.set(owner.owner_id, ended + Math.min(needed, longestRestMs));
    };
    try {
      const { counted, isDone } = await countOwner(owner);
      if (isDone) rest(counted);
      return counted;
    } catch (error) {
      rest(1);
      throw error;
    }
  };

  return {
    async countStaleDays() {
      const { rows: owners } = await runStatement<StaleOwner & object>(app.db, findOwners, []);
      const rested = owners.filter(({ owner_id }) => (restsUntil.get(owner_id) ?? 0) <= performance.now());
      return countEach(rested, countAndRest, 'days of some owners could not be counted');
    },
  };
}

interface StaleDays {
  days: readonly string[];
  /** Those of which every event is there. */
  wholeDays: readonly string[];
  hours: readonly Date[];
}

async function countDays(
  tx: Tx,
  owner: { id: string; timezone: string },
  { days, wholeDays, hours }: StaleDays,
): Promise<void> {
  for (const day of days)
    if (wholeDays.includes(day)) await countApplicationDay(tx, owner, day);
    else await countAnnouncedOfDay(tx, owner, day);
  await markStaleWeeks(tx, owner.id, wholeDays);
  await recordClients(tx, owner.id, hours);
  await countDeviceChanges(tx, owner.id, [...new Set(hours.map((hour) => dayOf(hour, 'UTC')))]);
}

/**
 * An hour of UTC may lie in two days of a zone with half hours. Days follow each other, so none is between
 * its first and its last moment.
 */
const daysOfHour = (hour: Date, timezone: string): string[] => [
  dayOf(hour, timezone),
  dayOf(new Date(hour.getTime() + hourMs - 1), timezone),
];

/** Stale hours by the days they belong to, the latest first. */
function* portionsOf(rows: readonly { hour: Date }[], timezone: string): Generator<Date[]> {
  let days = new Set<string>();
  let hours: Date[] = [];
  for (const { hour } of rows) {
    const its = daysOfHour(hour, timezone);
    if (days.size >= daysAtOnce && its.some((day) => !days.has(day))) {
      yield hours;
      days = new Set();
      hours = [];
    }
    for (const day of its) days.add(day);
    hours.push(hour);
  }
  if (hours.length > 0) yield hours;
}
