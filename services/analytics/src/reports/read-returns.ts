import { boundsOf, dayBefore, dayOf, defineStatement, runStatement } from '@platform/runtime';
import type { App } from '../app.ts';
import type { ReportedApplication } from '../application.ts';
import { mondayOf } from '../calendar/range.ts';
import { cohortDimension } from '../rollups/count-application-day.ts';
import { countCohorts } from '../rollups/count-weeks.ts';
import { seeOneMoment } from './see-one-moment.ts';

const countRegistered = defineStatement({
  name: 'count_registered',
  text: `SELECT date_trunc($5, registered_at AT TIME ZONE $4)::date::text AS start, count(*)::int AS users
         FROM analytics.users WHERE application_id = $1 AND registered_at >= $2 AND registered_at < $3 GROUP BY 1`,
});
const readCounted = defineStatement({
  name: 'read_returns',
  text: `SELECT value AS cohort, starts_on::text AS period, uniques AS users FROM analytics.rollups
         WHERE owner_id = $1 AND grain = $2 AND dimension = '${cohortDimension}' AND starts_on >= $3 AND starts_on <= $4 AND value >= $3::date::text
         AND NOT (grain = 'week' AND starts_on = ANY($5::date[]))`,
});
const readStaleWeeks = defineStatement({
  name: 'read_stale_weeks',
  text: 'SELECT week::text FROM analytics.stale_weeks WHERE owner_id = $1 AND week >= $2 AND week <= $3',
});

export interface Returns {
  /** Registered users by the day (the Monday) of the cohort. */
  users: Map<string, number>;
  /** By the day of the cohort and the later day, with a blank between: users with an event then. */
  returns: Map<string, number>;
}

export interface ReturnsRange {
  unit: 'day' | 'week';
  /** First and last day of the registrations, `YYYY-MM-DD` in the zone of the application. */
  from: string;
  to: string;
  /** Last day of the returns. */
  last: string;
  now: Date;
}

/**
 * Registrations of a range of days or whole weeks, and their returns up to a later day. Days are counted with
 * everything else; weeks that are over have their own counts, and one that was not counted since a day of it
 * was is read from its events.
 */
export async function readReturns(
  app: Pick<App, 'db'>,
  { id, timezone }: ReportedApplication,
  { unit, from, to, last, now }: ReturnsRange,
): Promise<Returns> {
  const present = mondayOf(dayOf(now, timezone));
  const stale = unit === 'week' ? await staleWeeks(app, id, { from, last, present }) : [];
  const bounds = [boundsOf(from, timezone).starts_at, boundsOf(to, timezone).ends_at];
  const [registered, counted, recounted] = await Promise.all([
    runStatement<{ start: string; users: number }>(app.db, countRegistered, [id, ...bounds, timezone, unit]),
    runStatement<{ cohort: string; period: string; users: number }>(app.db, readCounted, [id, unit, from, last, stale]),
    stale.length === 0 ? [] : readWeeks(app, id, timezone, stale),
  ]);
  return {
    users: new Map(registered.rows.map(({ start, users }) => [start, users])),
    returns: new Map(
      [...counted.rows, ...recounted].map(({ cohort, period, users }) => [`${cohort} ${period}`, users] as const),
    ),
  };
}

/** Mondays of the first, the last and the present week. */
interface StaleRange {
  from: string;
  last: string;
  present: string;
}

/** Weeks that are over and not counted since one of their days was. The present week is not asked for. */
async function staleWeeks({ db }: Pick<App, 'db'>, id: string, { from, last, present }: StaleRange) {
  const before = dayBefore(present, 7);
  const { rows } = await runStatement<{ week: string }>(db, readStaleWeeks, [id, from, last < before ? last : before]);
  return rows.map(({ week }) => week);
}

/** One after another on one connection. */
const readWeeks = ({ db }: Pick<App, 'db'>, id: string, timezone: string, weeks: readonly string[]) =>
  seeOneMoment(db, async (tx) => {
    const returns: { cohort: string; period: string; users: number }[] = [];
    for (const week of weeks)
      for (const cohort of await countCohorts(tx, id, week, timezone)) returns.push({ ...cohort, period: week });
    return returns;
  });
