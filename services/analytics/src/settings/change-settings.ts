import { type AnalyticsSettings, catalog } from '@platform/contracts';
import { defineStatement, requireFound, runStatement } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { readSettings } from '../application.ts';

type Settings = z.output<typeof AnalyticsSettings>;

const upsert = defineStatement({
  name: 'set_analytics_settings',
  text: `INSERT INTO analytics.application_settings (application_id, timezone, retention_days, updated_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (application_id) DO UPDATE SET timezone = excluded.timezone, retention_days = excluded.retention_days, updated_at = excluded.updated_at`,
});

/**
 * One moment of every counted day and of the days around it, also of those to come, on which subscriptions end: noon, which
 * is the same day a few hours to either side. Zones are up to 26 hours apart, so an event may be of a date two days earlier. Of days whose events are gone, what other services announced moves to the
 * new zone.
 */
const markAllDays = defineStatement({
  name: 'note_all_days',
  text: `INSERT INTO analytics.stale_hours (owner_id, owner_kind, hour, noted_at)
         SELECT DISTINCT $1::uuid, 'application', starts_on + interval '12 hours' + around, $2::timestamptz
         FROM (SELECT DISTINCT starts_on FROM analytics.rollups WHERE owner_id = $1 AND grain = 'day') AS counted,
         unnest(ARRAY['-2 days', '-1 day', '0', '1 day']::interval[]) AS around`,
});

/**
 * The settings of an application for reports.
 * @throws `application_not_found`
 */
export async function getSettings(app: App, application_id: string): Promise<Settings> {
  requireFound(await app.ask(catalog.queries.getApplicationFacts, { application_id }), 'application');
  return readSettings(app, application_id);
}

/**
 * Changes settings; absent fields do not change. With another time zone every day is counted again: its
 * events as far as they are retained, and all that other services announced.
 * @throws AppError `application_not_found`
 */
export async function changeSettings(app: App, application_id: string, changes: Partial<Settings>): Promise<Settings> {
  requireFound(await app.ask(catalog.queries.getApplicationFacts, { application_id }), 'application');
  const now = app.clock.now();
  return app.db.transaction(async (tx) => {
    const before = await readSettings({ db: tx }, application_id);
    const after = { ...before, ...changes };
    await runStatement(tx, upsert, [application_id, after.timezone, after.retention_days, now]);
    if (after.timezone !== before.timezone) await runStatement(tx, markAllDays, [application_id, now]);
    await app.audit.record(tx, { before, after });
    return after;
  });
}
