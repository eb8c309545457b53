import type { AnalyticsSettings } from '@platform/contracts';
import { runStatement } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { defaultRetentionDays, readSettings } from '../application.ts';
import { requireApplication } from '../require-application.ts';

type Settings = z.output<typeof AnalyticsSettings>;

const upsert = {
  name: 'set_analytics_settings',
  text: `INSERT INTO analytics.application_settings (application_id, timezone, retention_days, updated_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (application_id) DO UPDATE SET timezone = excluded.timezone, retention_days = excluded.retention_days, updated_at = excluded.updated_at`,
};

/** One moment of every counted day that still has its events: noon, which is the same day a few hours to either side. */
const noteAllDays = {
  name: 'note_all_days',
  text: `INSERT INTO analytics.stale_hours (owner_id, owner_kind, hour, noted_at)
         SELECT DISTINCT $1::uuid, 'application', starts_on + interval '12 hours' + around, $2::timestamptz
         FROM analytics.rollups, unnest(ARRAY['-1 day', '0', '1 day']::interval[]) AS around
         WHERE owner_id = $1 AND grain = 'day' AND starts_on > $3::date AND starts_on + around <= $2::timestamptz`,
};

/** The settings of an application for reports. Throws `application_not_found`. */
export async function getSettings(app: App, application_id: string): Promise<Settings> {
  await requireApplication(app, application_id);
  return readSettings(app, application_id);
}

/**
 * Changes settings; what is not named stays. With another time zone every day is counted anew, as far as its events are kept.
 * @throws AppError `application_not_found`
 */
export async function changeSettings(app: App, application_id: string, changes: Partial<Settings>): Promise<Settings> {
  await requireApplication(app, application_id);
  const now = app.clock.now();
  return app.db.transaction(async (tx) => {
    const before = await readSettings({ db: tx }, application_id);
    const after = { ...before, ...changes };
    await runStatement(tx, upsert, [application_id, after.timezone, after.retention_days, now]);
    if (after.timezone !== before.timezone) {
      const kept = Math.min(after.retention_days, before.retention_days, defaultRetentionDays);
      const oldest = new Date(now.getTime() - (kept - 2) * 86_400_000);
      await runStatement(tx, noteAllDays, [application_id, now, oldest]);
    }
    await app.audit.record(tx, { before, after });
    return after;
  });
}
