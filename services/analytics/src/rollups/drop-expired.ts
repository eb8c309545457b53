import { setTimeout as sleep } from 'node:timers/promises';
import { databaseError, dayMs, defineStatement, runStatement } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import { DateTime } from 'luxon';
import type { App } from '../app.ts';
import { defaultRetentionDays } from '../application.ts';
import { partitionOf, weekMs } from '../ingest/weeks.ts';
import { advanceRetentionWatermark } from './retention-watermark.ts';

/** Rows of one statement, so that none holds locks for long. */
const rowsAtOnce = 20_000;
/** A table is dropped once it has no reader: most reports take under a second, none more than 25. */
const dropTries = 10;
const dropPauseMs = 2_000;

type Table = 'events' | 'site_events';

const readRetention = defineStatement({
  name: 'read_retention',
  text: 'SELECT application_id, retention_days FROM analytics.application_settings',
});
const dropPartitions = defineStatement({
  name: 'drop_partitions_of',
  text: 'SELECT analytics.drop_partitions_before($1, $2)',
});
const listWeeks = defineStatement({
  name: 'list_expired_weeks',
  text: `SELECT to_date(right(child.relname, 8), 'YYYYMMDD')::timestamp AT TIME ZONE 'UTC' AS week FROM pg_inherits
         JOIN pg_class AS child ON child.oid = inhrelid WHERE inhparent = $2::text::regclass
         AND to_date(right(child.relname, 8), 'YYYYMMDD') < ($1::timestamptz AT TIME ZONE 'UTC')::date ORDER BY 1`,
});
/**
 * Of one week, which is one table: only there a row can be taken by its position, without reading all the
 * others.
 */
const deleteEvents = defineStatement({
  name: 'delete_expired_events',
  text: `DELETE FROM analytics.events WHERE occurred_at >= $2 AND occurred_at < $3 AND ctid = ANY (ARRAY (
           SELECT ctid FROM analytics.events WHERE application_id = $1 AND occurred_at >= $2 AND occurred_at < $3 LIMIT ${rowsAtOnce}
         )) AND application_id = $1`,
});

/** Owners of rows in a partition, by a loose index scan: not every row is read. */
const ownersIn = (partition: string, owner: string) => `
  WITH RECURSIVE found AS (
    (SELECT ${owner} AS id FROM analytics.${partition} ORDER BY ${owner} LIMIT 1)
    UNION ALL
    SELECT (SELECT ${owner} FROM analytics.${partition} WHERE ${owner} > found.id ORDER BY ${owner} LIMIT 1) FROM found WHERE found.id IS NOT NULL
  )
  SELECT id FROM found WHERE id IS NOT NULL`;

/**
 * Removes single events beyond the retention; their counts stay. Weeks that are over for every application
 * are dropped as tables. The rows of an application with a shorter retention than others are deleted before.
 * Events of sites are retained for {@link defaultRetentionDays}: the retention of an application does not apply.
 * @param pauseMs between two tries to drop a table that has a reader
 */
export async function dropExpired(app: Pick<App, 'db' | 'clock'>, pauseMs = dropPauseMs): Promise<void> {
  const today = DateTime.fromJSDate(app.clock.now(), { zone: 'UTC' }).startOf('day').toMillis();
  const expired = {
    events: await expireApplicationEvents(app, (days) => today - days * dayMs),
    site_events: await expireSiteEvents(app, today - defaultRetentionDays * dayMs),
  };
  for (const table of ['events', 'site_events'] as const) await dropWeeks(app, table, expired[table], pauseMs);
}

/**
 * Records the expired weeks, and deletes the rows of applications with a shorter retention than others.
 * @param daysAgo the beginning of the day so many days ago
 * @returns the moment before which whole weeks may go
 */
async function expireApplicationEvents(app: Pick<App, 'db'>, daysAgo: (days: number) => number): Promise<number> {
  const { rows } = await runStatement<{ application_id: string; retention_days: number }>(app.db, readRetention, []);
  const retention = new Map(rows.map(({ application_id, retention_days }) => [application_id, retention_days]));
  const longest = Math.max(defaultRetentionDays, ...retention.values());
  const shortest = Math.min(defaultRetentionDays, ...retention.values());
  for (const week of await weeksBefore(app, 'events', daysAgo(shortest))) {
    const isOverForAll = week + weekMs <= daysAgo(longest);
    for (const id of await ownersOf(app, partitionOf(week), 'application_id')) {
      const days = retention.get(id) ?? defaultRetentionDays;
      const end = Math.min(week + weekMs, daysAgo(days));
      if (end <= week || (days === longest && !isOverForAll)) continue;
      await advanceRetentionWatermark(app.db, id, new Date(end));
      if (!isOverForAll) await deleteRows(app, id, new Date(week), new Date(end));
    }
  }
  return daysAgo(longest);
}

/** The same for sites, of which weeks only ever go as tables. */
async function expireSiteEvents(app: Pick<App, 'db'>, before: number): Promise<number> {
  for (const week of await weeksBefore(app, 'site_events', before)) {
    if (week + weekMs > before) continue;
    for (const id of await ownersOf(app, `site_${partitionOf(week)}`, 'site_id'))
      await advanceRetentionWatermark(app.db, id, new Date(week + weekMs));
  }
  return before;
}

/** The weeks of a table that begin before a moment, the earliest first. */
async function weeksBefore({ db }: Pick<App, 'db'>, table: Table, before: number): Promise<number[]> {
  const { rows } = await runStatement<{ week: Date }>(db, listWeeks, [new Date(before), `analytics.${table}`]);
  return rows.map(({ week }) => week.getTime());
}

async function ownersOf({ db }: Pick<App, 'db'>, partition: string, owner: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql.raw(ownersIn(partition, owner)));
  return rows.map(({ id }) => id);
}

async function deleteRows({ db }: Pick<App, 'db'>, id: string, begin: Date, end: Date): Promise<void> {
  for (let deleted: number | null = rowsAtOnce; deleted === rowsAtOnce; )
    ({ rowCount: deleted } = await runStatement(db, deleteEvents, [id, begin, end]));
}

/** Drops the weeks of a table before a moment; a table with a long reader waits for the next run. */
async function dropWeeks({ db }: Pick<App, 'db'>, table: Table, before: number, pauseMs: number): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await runStatement(db, dropPartitions, [table, new Date(before).toISOString().slice(0, 10)]);
      return;
    } catch (error) {
      // 55P03: a lock was not to be had.
      if (databaseError(error)?.code !== '55P03') throw error;
      if (tries === dropTries) return;
    }
    await sleep(pauseMs);
  }
}
