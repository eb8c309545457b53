import { defineStatement, runStatement } from '@platform/runtime';
import type { App } from '../app.ts';
import { allowMinutes } from './allow-minutes.ts';

/**
 * Rows of a version and day with more than one row, or with the sum zero. The comparison of versions allows a
 * hash join; IS NOT DISTINCT FROM does not.
 */
const statement = defineStatement({
  name: 'compact_client_days',
  text: `WITH several AS (
           SELECT application_id, platform, app_version, day FROM analytics.client_days
           GROUP BY 1, 2, 3, 4 HAVING count(*) > 1 OR sum(users) = 0
         ), gone AS (
           DELETE FROM analytics.client_days AS c USING several AS s
           WHERE c.application_id = s.application_id AND c.day = s.day AND c.platform = s.platform
           AND (c.app_version IS NULL) = (s.app_version IS NULL) AND coalesce(c.app_version, '') = coalesce(s.app_version, '')
           RETURNING c.*
         )
         INSERT INTO analytics.client_days (application_id, platform, app_version, day, users)
         SELECT application_id, platform, app_version, day, sum(users) FROM gone GROUP BY 1, 2, 3, 4 HAVING sum(users) <> 0`,
});

/**
 * Sums up the changes of each version and day: one row is left, or none. A statement sees one moment, so
 * changes that come meanwhile stay beside the sum.
 */
export async function compactClientDays({ db }: Pick<App, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    await allowMinutes(tx);
    await runStatement(tx, statement, []);
  });
}
