import { defineStatement, runStatement } from '@platform/runtime';
import type { App } from '../app.ts';

const statement = defineStatement({
  name: 'read_as_of',
  text: `SELECT least(
           (SELECT min(noted_at) FROM analytics.stale_hours WHERE owner_id = ANY($1)),
           (SELECT min(noted_at) FROM analytics.stale_site_hours WHERE site_id = ANY($1)),
           (SELECT min(noted_at) FROM analytics.stale_paid_hours WHERE application_id = ANY($1))
         ) AS noted_at`,
});

/**
 * The watermark of the rollups: everything stored before it is counted. Now, or the time of the oldest data
 * that is not counted yet.
 */
export async function readAsOf({ db, clock }: Pick<App, 'db' | 'clock'>, ownerIds: readonly string[]): Promise<Date> {
  const { rows } = await runStatement<{ noted_at: Date | null }>(db, statement, [ownerIds]);
  return rows[0]?.noted_at ?? clock.now();
}
