import {
  boundsOf,
  type Database,
  dayBefore,
  dayOf,
  defineStatement,
  hourMs,
  runStatement,
  type Tx,
} from '@platform/runtime';
import type { App } from '../app.ts';
import { readSettings } from '../application.ts';
import { mondayOf } from '../calendar/range.ts';
import { allowMinutes } from './allow-minutes.ts';
import { cohortDimension } from './count-application-day.ts';
import { countEach } from './count-each.ts';
import { holdRetentionWatermark } from './retention-watermark.ts';

/** Number of weeks (columns) in a retention report. */
export const cohortWeeks = 90;

/** An existing mark is written again, so that it gets another `xmin` (version). */
const markStale = defineStatement({
  name: 'note_stale_weeks',
  text: `INSERT INTO analytics.stale_weeks (owner_id, week) SELECT $1, unnest($2::date[])
         ON CONFLICT (owner_id, week) DO UPDATE SET week = excluded.week`,
});
/** Weeks that are over in every time zone. */
const findStale = defineStatement({
  name: 'find_stale_weeks',
  text: 'SELECT owner_id, week::text, xmin::text AS version FROM analytics.stale_weeks WHERE week < $1 ORDER BY week DESC LIMIT 500',
});
/**
 * Deletes only the version of the mark that was found. This statement is the last one of its transaction: the
 * count of a day writes the mark of its week and must not wait for minutes.
 */
const takeStale = defineStatement({
  name: 'take_stale_week',
  text: `WITH taken AS (
           SELECT owner_id, week FROM analytics.stale_weeks WHERE owner_id = $1 AND week = $2 AND xmin::text = $3 FOR UPDATE SKIP LOCKED
         )
         DELETE FROM analytics.stale_weeks AS note USING taken WHERE note.owner_id = taken.owner_id AND note.week = taken.week`,
});
/**
 * Joins distinct active users instead of their events, which allows an index-only scan in partitions whose
 * index has `from_back_end`.
 */
const readCohorts = defineStatement({
  name: 'read_cohorts_of_week',
  text: `SELECT date_trunc('week', u.registered_at AT TIME ZONE $5)::date::text AS cohort, count(*)::int AS users
         FROM (
           SELECT DISTINCT user_id FROM analytics.events
           WHERE application_id = $1 AND occurred_at >= $2 AND occurred_at < $3 AND from_back_end IS NOT TRUE
         ) AS active
         JOIN analytics.users AS u ON u.user_id = active.user_id AND u.application_id = $1
         WHERE u.registered_at >= $4 AND u.registered_at < $3 GROUP BY 1`,
});
const replaceWeek = defineStatement({
  name: 'replace_week',
  text: `WITH gone AS (
           DELETE FROM analytics.rollups WHERE owner_id = $1 AND grain = 'week' AND dimension = '${cohortDimension}' AND starts_on = $2
           AND value <> ALL($3::text[])
         )
         INSERT INTO analytics.rollups (owner_id, grain, dimension, starts_on, value, events, uniques)
         SELECT $1, 'week', '${cohortDimension}', $2, cohort, 0, users FROM unnest($3::text[], $4::int[]) AS counted (cohort, users)
         ON CONFLICT (owner_id, grain, dimension, starts_on, value) DO UPDATE SET uniques = excluded.uniques`,
});

interface StaleWeek {
  owner_id: string;
  week: string;
  version: string;
}

export interface CohortOfWeek {
  /** Monday of the week in which the users registered. */
  cohort: string;
  users: number;
}

/** Marks the weeks of these days as stale, in the transaction that counts the days. */
export async function markStaleWeeks(tx: Tx, ownerId: string, days: readonly string[]): Promise<void> {
  await runStatement(tx, markStale, [ownerId, [...new Set(days.map(mondayOf))]]);
}

/**
 * Counts the active users of each stale week that is over, by the week of their registration. A user with
 * events on several days counts once, so a week is not the sum of its days.
 * @returns how many weeks were counted
 */
export async function countStaleWeeks(app: Pick<App, 'db' | 'clock'>): Promise<number> {
  const now = app.clock.now();
  // Twelve hours back, so that the weeks before are over in every time zone.
  const current = mondayOf(dayOf(new Date(now.getTime() - 12 * hourMs), 'UTC'));
  const { rows } = await runStatement<StaleWeek & object>(app.db, findStale, [current]);
  const countWeek = ({ owner_id, week, version }: StaleWeek): Promise<number> =>
    app.db.transaction(async (tx) => {
      await allowMinutes(tx);
      const { timezone } = await readSettings({ db: tx }, owner_id);
      // The counts of a week stay when its events are dropped.
      if (boundsOf(week, timezone).starts_at.getTime() >= (await holdRetentionWatermark(tx, owner_id))) {
        const cohorts = await countCohorts(tx, owner_id, week, timezone);
        await runStatement(tx, replaceWeek, [
          owner_id,
          week,
          cohorts.map(({ cohort }) => cohort),
          cohorts.map(({ users }) => users),
        ]);
      }
      await runStatement(tx, takeStale, [owner_id, week, version]);
      return 1;
    });
  return countEach(rows, countWeek, 'some weeks could not be counted');
}

/** Different users with an event in a week, by the week they registered, from every event that is stored. */
export async function countCohorts(
  db: Database | Tx,
  applicationId: string,
  week: string,
  timezone: string,
): Promise<CohortOfWeek[]> {
  const { rows } = await runStatement<CohortOfWeek & object>(db, readCohorts, [
    applicationId,
    boundsOf(week, timezone).starts_at,
    boundsOf(dayBefore(week, -7), timezone).starts_at,
    boundsOf(dayBefore(week, cohortWeeks * 7), timezone).starts_at,
    timezone,
  ]);
  return rows;
}
