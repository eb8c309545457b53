import { runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { defaultRetentionDays, readSettings } from '../application.ts';
import { dayOf } from '../reports/range.ts';
import { countApplicationDay } from './count-application-day.ts';
import { countDeviceChanges } from './count-device-changes.ts';
import { countSiteDay } from './count-site-day.ts';
import { noteStaleWeeks } from './count-weeks.ts';
import { noteClients } from './note-clients.ts';

/** Days of one owner in one transaction. */
const daysAtOnce = 4;
/** An owner rests for so many times as long as one of its days took: a large day is counted less often, and is less fresh. */
const restFactor = 20;
const longestRestMs = 300_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

interface StaleOwner {
  owner_id: string;
  owner_kind: 'application' | 'site';
}

const findOwners = {
  name: 'find_stale_owners',
  text: 'SELECT DISTINCT owner_id, owner_kind FROM analytics.stale_hours',
};
const findHours = {
  name: 'find_stale_hours',
  text: 'SELECT DISTINCT hour FROM analytics.stale_hours WHERE owner_id = $1 ORDER BY hour DESC',
};
const takeHours = {
  name: 'take_stale_hours',
  text: 'DELETE FROM analytics.stale_hours WHERE owner_id = $1 AND hour = ANY($2)',
};

export interface Counter {
  /** Counts what is stale, unless its owner was counted too long just before. Answers how many days were counted. */
  countStaleDays(): Promise<number>;
}

/**
 * Makes what keeps the counted days up to date. One replica at a time runs it, as a job.
 *
 * The notes about an hour are taken away in the transaction that counts its day, and before it counts: an event is
 * stored together with its note, so one whose note is seen is seen too, and one that comes later leaves a note for the next time.
 */
export function createCounter(app: App): Counter {
  const restsUntil = new Map<string, number>();

  const settingsOf = async (id: string, kind: StaleOwner['owner_kind']) =>
    kind === 'site' ? { timezone: 'UTC', retention_days: defaultRetentionDays } : readSettings(app, id);

  const countOwner = async ({ owner_id, owner_kind }: StaleOwner): Promise<number> => {
    const { timezone, retention_days } = await settingsOf(owner_id, owner_kind);
    const oldest = dayOf(new Date(app.clock.now().getTime() - (retention_days - 1) * dayMs), timezone);
    const { rows } = await runStatement<{ hour: Date }>(app.db, findHours, [owner_id]);
    let counted = 0;
    for (const { days: noted, hours } of portionsOf(rows, timezone)) {
      // What was counted of a day stays when its events have gone.
      const days = noted.filter((day) => day >= oldest);
      await app.db.transaction(async (tx) => {
        await runStatement(tx, takeHours, [owner_id, hours]);
        if (owner_kind === 'site') for (const day of days) await countSiteDay(tx, owner_id, day);
        else await countDays(tx, { id: owner_id, timezone }, days, hours);
      });
      counted += days.length;
    }
    return counted;
  };

  return {
    async countStaleDays() {
      let counted = 0;
      const { rows: owners } = await runStatement<StaleOwner & object>(app.db, findOwners, []);
      for (const owner of owners) {
        if ((restsUntil.get(owner.owner_id) ?? 0) > performance.now()) continue;
        const began = performance.now();
        const days = await countOwner(owner);
        const ended = performance.now();
        const rest = ((ended - began) / Math.max(days, 1)) * restFactor;
        restsUntil.set(owner.owner_id, ended + Math.min(rest, longestRestMs));
        counted += days;
      }
      return counted;
    },
  };
}

async function countDays(
  tx: Tx,
  owner: { id: string; timezone: string },
  days: readonly string[],
  hours: readonly Date[],
): Promise<void> {
  for (const day of days) await countApplicationDay(tx, owner, day);
  await noteStaleWeeks(tx, owner.id, days);
  await noteClients(tx, owner.id, hours);
  await countDeviceChanges(tx, owner.id, [...new Set(hours.map((hour) => dayOf(hour, 'UTC')))]);
}

/** Stale hours by the days they belong to, the latest first. An hour of UTC may lie in two days of a zone with half hours. */
function* portionsOf(rows: readonly { hour: Date }[], timezone: string): Generator<{ days: string[]; hours: Date[] }> {
  let days = new Set<string>();
  let hours: Date[] = [];
  for (const { hour } of rows) {
    const its = [dayOf(hour, timezone), dayOf(new Date(hour.getTime() + hourMs - 1), timezone)];
    if (days.size >= daysAtOnce && its.some((day) => !days.has(day))) {
      yield { days: [...days], hours };
      days = new Set();
      hours = [];
    }
    for (const day of its) days.add(day);
    hours.push(hour);
  }
  if (hours.length > 0) yield { days: [...days], hours };
}
