import { dayMs, defineStatement, runStatement } from '@platform/runtime';
import type { App } from '../app.ts';
import { allowMinutes } from '../rollups/allow-minutes.ts';
import { renameVisitors } from '../site-events/rename-visitors.ts';
import { renameUsers } from './rename-users.ts';

/** Users of one pass. More wait for the next one, which costs as much as one user. */
const usersAtOnce = 1_000;
/**
 * Until then an event of the user may still come in: tokens are cached, and services consume the erasure one
 * by one.
 */
const lastPassAfterMs = 60_000;
/** Clocks of devices may be behind: events before the registration. */
const earlierEventsMs = 8 * dayMs;

interface DueRow {
  user_id: string;
  application_id: string;
  pseudonym: string;
  is_merge: boolean;
  requested_at: Date;
}

const findDue = defineStatement({
  name: 'find_due_erasures',
  text: `SELECT user_id, application_id, pseudonym, is_merge, requested_at FROM analytics.erasures
         WHERE first_pass_at IS NULL OR requested_at <= $1 ORDER BY requested_at LIMIT ${usersAtOnce}`,
});
/** Null when some user never registered here: then it is not known since when there may be events. */
const findBegin = defineStatement({
  name: 'find_begin_of_erased',
  text: `SELECT CASE WHEN count(*) = cardinality($1::uuid[]) THEN min(registered_at) END AS begin FROM analytics.users WHERE user_id = ANY($1)`,
});
const listWeeks = defineStatement({
  name: 'list_event_weeks',
  text: `SELECT to_date(right(child.relname, 8), 'YYYYMMDD')::text AS week FROM pg_inherits
         JOIN pg_class AS child ON child.oid = inhrelid WHERE inhparent = 'analytics.events'::regclass
         AND ($1::timestamptz IS NULL OR to_date(right(child.relname, 8), 'YYYYMMDD') + 7 > ($1 AT TIME ZONE 'UTC')::date) ORDER BY 1`,
});
const renameEvents = defineStatement({
  name: 'rename_events',
  text: `WITH renamed AS (
           UPDATE analytics.events AS e SET user_id = erased.pseudonym,
             installation_id = CASE WHEN erased.is_merge THEN e.installation_id END, city = CASE WHEN erased.is_merge THEN e.city END,
             timezone = CASE WHEN erased.is_merge THEN e.timezone END, properties = CASE WHEN erased.is_merge THEN e.properties END
           FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::boolean[]) AS erased (application_id, user_id, pseudonym, is_merge)
           WHERE e.occurred_at >= $1::date::timestamp AT TIME ZONE 'UTC' AND e.occurred_at < ($1::date + 7)::timestamp AT TIME ZONE 'UTC'
           AND e.application_id = erased.application_id AND e.user_id = erased.user_id
           RETURNING e.application_id, e.occurred_at
         )
         INSERT INTO analytics.stale_hours (owner_id, owner_kind, hour, noted_at)
         SELECT DISTINCT application_id, 'application', date_trunc('hour', occurred_at, 'UTC'), $2::timestamptz FROM renamed`,
});
const markPass = defineStatement({
  name: 'note_erasure_pass',
  text: 'UPDATE analytics.erasures SET first_pass_at = coalesce(first_pass_at, $2) WHERE user_id = ANY($1)',
});
const finish = defineStatement({
  name: 'finish_erasure',
  text: 'DELETE FROM analytics.erasures WHERE user_id = ANY($1)',
});

/**
 * Puts pseudonyms in the place of erased users, and the user that stays in the place of merged ones, in every stored
 * event, and counts the touched days again. All
 * users that wait share one pass over the events: once as soon as the erasure is known and once more when no
 * event of theirs can come any longer, after which even the mark of the erasure is gone.
 * @returns how many users were finished
 */
export async function eraseUsers(app: Pick<App, 'db' | 'clock'>): Promise<number> {
  const now = app.clock.now();
  const lastPassBefore = new Date(now.getTime() - lastPassAfterMs);
  const { rows: due } = await runStatement<DueRow & object>(app.db, findDue, [lastPassBefore]);
  if (due.length === 0) return 0;
  const userIds = due.map(({ user_id }) => user_id);
  // First the projections, which have the registrations, then the events, week by week: no statement reads
  // more.
  await app.db.transaction((tx) => renameUsers(tx, userIds));
  for (const week of await weeksOf(app, due)) {
    await renameWeek(app, week, due, now);
    await renameVisitors(app, week, due);
  }
  const finishedIds = due.filter(({ requested_at }) => requested_at <= lastPassBefore).map(({ user_id }) => user_id);
  await app.db.transaction(async (tx) => {
    // Once more, for counts of a week before its rename.
    await renameUsers(tx, userIds);
    await runStatement(tx, markPass, [userIds, now]);
    await runStatement(tx, finish, [finishedIds]);
  });
  return finishedIds.length;
}

async function weeksOf({ db }: Pick<App, 'db'>, due: readonly DueRow[]): Promise<string[]> {
  const pseudonyms = due.map(({ pseudonym }) => pseudonym);
  const { rows: firstEvents } = await runStatement<{ begin: Date | null }>(db, findBegin, [pseudonyms]);
  const begin = firstEvents[0]?.begin ? new Date(firstEvents[0].begin.getTime() - earlierEventsMs) : null;
  const { rows } = await runStatement<{ week: string }>(db, listWeeks, [begin]);
  return rows.map(({ week }) => week);
}

async function renameWeek({ db }: Pick<App, 'db'>, week: string, due: readonly DueRow[], now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await allowMinutes(tx);
    await runStatement(tx, renameEvents, [
      week,
      now,
      due.map(({ application_id }) => application_id),
      due.map(({ user_id }) => user_id),
      due.map(({ pseudonym }) => pseudonym),
      due.map(({ is_merge }) => is_merge),
    ]);
  });
}
