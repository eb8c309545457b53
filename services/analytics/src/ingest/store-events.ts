import {
  databaseError,
  defineStatement,
  hourMs,
  isRetryableConflict,
  runStatement,
  type Statement,
} from '@platform/runtime';
import type pg from 'pg';
import type { App } from '../app.ts';
import { siteColumns } from '../site-events/site-columns.ts';
import type { EventRow } from './ingest-state.ts';
import { maxAgeMs, maxAheadMs } from './judge-event.ts';
import { ensurePartitions } from './partitions.ts';
import { type StoredOfOwner, selectStored, storedRowsOf } from './stored-rows.ts';
import { partitionOf, weekMs, weekOf, weeksBetween } from './weeks.ts';

/** Columns of a row in {@link EventRow.json}, beside `is_named`. */
const columns = {
  application_id: 'uuid',
  event_id: 'uuid',
  event: 'text',
  user_id: 'uuid',
  occurred_at: 'timestamptz',
  received_at: 'timestamptz',
  installation_id: 'uuid',
  platform: 'text',
  app_version: 'text',
  country_code: 'text',
  city: 'text',
  timezone: 'text',
  properties: 'jsonb',
  from_back_end: 'boolean',
} as const;

/**
 * Stores events that are not stored yet under their id, and marks the hours to be counted again, in one
 * transaction and one round trip. Resolves when it is committed.
 *
 * Within a week a unique index finds an existing id. Across weeks there is no such index, so each event with
 * an id from the client is looked up in the other weeks that are possible for it. Two concurrent writers
 * would not see each other there: so a writer into another week than the present one runs alone, and writers
 * into the present one may run together. Around the end of a week writers may disagree about the present
 * week, so they run one at a time.
 * @returns the rows that were new
 */
export async function storeEvents(
  app: Pick<App, 'db' | 'pool' | 'clock'>,
  rows: readonly EventRow[],
): Promise<EventRow[]> {
  const once = withoutTwins(rows);
  return withPartitions(app, () => insert(app, once));
}

/** Tries again what a missing partition, which is then made, or a deadlock has stopped. */
export async function withPartitions<T>(app: Pick<App, 'pool' | 'clock'>, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries >= 3) throw error;
      // 23514: no partition for a row; 42P01: no partition to look into.
      if (['23514', '42P01'].includes(databaseError(error)?.code ?? '')) {
        if ((await ensurePartitions(app)) === 0) throw error;
      } else if (!isDeadlock(error)) throw error;
    }
  }
}

const isDeadlock = (error: unknown): boolean =>
  isRetryableConflict(error) && ['40P01', '40001'].includes(databaseError(error)?.code ?? '');

/**
 * The rows in the order of their ids, so that writers of the same ids wait for each other in one direction,
 * and each id once: of two in one statement, no look-up finds the other.
 */
function withoutTwins(rows: readonly EventRow[]): EventRow[] {
  const byId = new Map<string, EventRow>();
  for (const row of rows) {
    const id = `${row.event_id} ${row.application_id}`;
    if (!byId.has(id)) byId.set(id, row);
  }
  return [...byId.keys()].toSorted().flatMap((id) => byId.get(id) ?? []);
}

async function insert({ db, clock }: Pick<App, 'db' | 'clock'>, rows: EventRow[]): Promise<EventRow[]> {
  const now = clock.now().getTime();
  const weeks = new Set(weeksBetween(now - maxAgeMs, now + maxAheadMs));
  // A row that was judged a moment ago may lie just outside by now.
  for (const row of rows) weeks.add(weekOf(row.occurred_at));
  const lock = lockFor(rows, now);
  const payload = `[${rows.map(({ json }) => json).join(',')}]`;
  const onSites = rows.flatMap(({ site }) => site ?? []);
  let locked: Promise<unknown> | undefined;
  let stored: Promise<pg.QueryResult<StoredOfOwner>> | undefined;
  try {
    await db.transaction(async (tx) => {
      if (lock) locked = runStatement(tx, lock, []);
      locked?.catch(() => {});
      const statement = insertInto(
        [...weeks].toSorted((a, b) => a - b),
        onSites.length > 0,
      );
      const values = [payload, new Date(now), rows.length, ...(onSites.length > 0 ? [`[${onSites.join(',')}]`] : [])];
      stored = runStatement<StoredOfOwner & object>(tx, statement, values);
      // Not waited for: the COMMIT leaves with the rest. When one fails, PostgreSQL rolls back.
      stored.catch(() => {});
    });
  } catch (error) {
    // These name the fault; the transaction error only says that it was rolled back.
    await locked;
    await stored;
    throw error;
  }
  return storedRowsOf(rows, ({ application_id }) => application_id, (await stored)?.rows ?? []);
}

/** Clocks of our machines differ by less. */
const clockMarginMs = hourMs;
const key = `hashtextextended('analytics.events.weeks', 0)`;
const together = defineStatement({ name: 'events_together', text: `SELECT pg_advisory_xact_lock_shared(${key})` });
const alone = defineStatement({ name: 'events_alone', text: `SELECT pg_advisory_xact_lock(${key})` });

/** The lock under which these rows may be written; none where every id is new. See {@link storeEvents}. */
function lockFor(rows: readonly EventRow[], now: number): Statement | null {
  const namedRows = rows.filter(({ is_named }) => is_named);
  if (namedRows.length === 0) return null;
  const present = weekOf(now);
  const isNearEnd = weekOf(now - clockMarginMs) !== present || weekOf(now + clockMarginMs) !== present;
  return isNearEnd || namedRows.some(({ occurred_at }) => weekOf(occurred_at) !== present) ? alone : together;
}

const insertOnSites = `on_sites AS (
    INSERT INTO analytics.site_events (${siteColumns.names('')})
    SELECT ${siteColumns.names('r.')} FROM json_to_recordset($4::json) AS r(application_id uuid, ${siteColumns.types})
    JOIN stored ON stored.application_id = r.application_id AND stored.event_id = r.event_id
    ON CONFLICT DO NOTHING RETURNING site_id, occurred_at
  ), noted_on_sites AS (
    INSERT INTO analytics.stale_site_hours (site_id, hour, noted_at)
    SELECT DISTINCT site_id, date_trunc('hour', occurred_at, 'UTC'), $2::timestamptz FROM on_sites
  )`;

const statements = new Map<string, Statement>();

/**
 * The statement for these weeks. It names their partitions, so that what it costs does not grow with the
 * others.
 * @param hasSites whether some of the events happened on a site: those that are new are events of the site as
 * well
 */
function insertInto(weeks: readonly number[], hasSites: boolean): Statement {
  const name = `store_events_${hasSites ? 'sites_' : ''}${weeks.map((week) => partitionOf(week).slice('events_'.length)).join('_')}`;
  const present = statements.get(name);
  if (present) return present;
  const names = Object.keys(columns).join(', ');
  const types = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  // A subquery of one row runs for each event through the index, also on a new partition without statistics.
  const isNew = weeks.map((week) => {
    const [begin, end] = [week, week + weekMs].map((moment) => `'${new Date(moment).toISOString()}'`);
    return `((r.occurred_at >= ${begin} AND r.occurred_at < ${end}) OR (SELECT true FROM analytics.${partitionOf(week)} AS e
      WHERE e.application_id = r.application_id AND e.event_id = r.event_id LIMIT 1) IS NULL)`;
  });
  const text = `WITH stored AS (
    INSERT INTO analytics.events (${names})
    SELECT ${names} FROM json_to_recordset($1::json) AS r(${types.join(', ')}, is_named boolean)
    WHERE NOT is_named OR (${isNew.join(' AND ')})
    ON CONFLICT DO NOTHING RETURNING application_id, event_id, occurred_at
  ), noted AS (
    INSERT INTO analytics.stale_hours (owner_id, owner_kind, hour, noted_at)
    SELECT DISTINCT application_id, 'application', date_trunc('hour', occurred_at, 'UTC'), $2::timestamptz FROM stored
  )${hasSites ? `, ${insertOnSites}` : ''}
  ${selectStored('application_id', '$3')}`;
  const statement = { name, text };
  // A process lives longer than a statement is of use.
  if (statements.size > 20) statements.clear();
  statements.set(name, statement);
  return statement;
}
