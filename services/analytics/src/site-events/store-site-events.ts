import { defineStatement, runStatement } from '@platform/runtime';
import type { App } from '../app.ts';
import { maxAgeMs } from '../ingest/judge-event.ts';
import { withPartitions } from '../ingest/store-events.ts';
import { type StoredOfOwner, selectStored, storedRowsOf } from '../ingest/stored-rows.ts';
import { siteColumns } from './site-columns.ts';
import type { SiteEventRow } from './site-ingest-state.ts';

/**
 * Within a week a unique index finds an id that is there; across the end of one, the look back does: a
 * subquery of one row runs for each event through the index, also on a new partition without statistics.
 */
const insert = defineStatement({
  name: 'store_site_events',
  text: `WITH stored AS (
    INSERT INTO analytics.site_events (${siteColumns.names('')})
    SELECT ${siteColumns.names('r.')} FROM json_to_recordset($1::json) AS r(${siteColumns.types}, is_named boolean)
    WHERE NOT is_named OR (
      SELECT true FROM analytics.site_events AS e WHERE e.site_id = r.site_id AND e.event_id = r.event_id AND e.occurred_at >= $3 LIMIT 1
    ) IS NULL
    ON CONFLICT DO NOTHING RETURNING site_id, event_id, occurred_at
  ), noted AS (
    INSERT INTO analytics.stale_site_hours (site_id, hour, noted_at)
    SELECT DISTINCT site_id, date_trunc('hour', occurred_at, 'UTC'), $2::timestamptz FROM stored
  )
  ${selectStored('site_id', '$4')}`,
});

/**
 * Stores events of sites that are not stored yet under their id, and marks the hours to be counted again, in
 * one statement.
 * @returns the rows that were new
 */
export async function storeSiteEvents(
  app: Pick<App, 'db' | 'pool' | 'clock'>,
  rows: readonly SiteEventRow[],
): Promise<SiteEventRow[]> {
  const now = app.clock.now();
  const payload = `[${rows.map(({ json }) => json).join(',')}]`;
  const since = new Date(now.getTime() - maxAgeMs);
  const { rows: storedRows } = await withPartitions(app, () =>
    runStatement<StoredOfOwner & object>(app.db, insert, [payload, now, since, rows.length]),
  );
  return storedRowsOf(rows, ({ site_id }) => site_id, storedRows);
}
