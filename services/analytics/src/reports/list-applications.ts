import { defineStatement, runStatement } from '@platform/runtime';
import type { App } from '../app.ts';
import { type ReportedApplication, readSettings } from '../application.ts';

/** The applications of a table, without reading every row of it: from one to the next in the index. */
const applicationsIn = (table: string) => `
  SELECT application_id FROM (
    WITH RECURSIVE found AS (
      (SELECT application_id FROM analytics.${table} ORDER BY application_id LIMIT 1)
      UNION ALL
      SELECT (SELECT t.application_id FROM analytics.${table} AS t WHERE t.application_id > found.application_id ORDER BY 1 LIMIT 1)
      FROM found WHERE found.application_id IS NOT NULL
    )
    SELECT application_id FROM found WHERE application_id IS NOT NULL
  ) AS in_${table}`;

/** Applications with counts. Names of events do not decide: sites have theirs in the same table. */
const statement = defineStatement({
  name: 'list_applications',
  text: `${applicationsIn('users')} UNION ${applicationsIn('user_clients')}
         UNION SELECT application_id FROM analytics.application_settings`,
});

/**
 * Every application that a report over all of them counts. The code is not needed: the id stands in for it.
 */
export async function listApplications(app: Pick<App, 'db'>): Promise<ReportedApplication[]> {
  const { rows } = await runStatement<{ application_id: string }>(app.db, statement, []);
  return Promise.all(
    rows.map(async ({ application_id }) => ({
      id: application_id,
      code: application_id,
      ...(await readSettings(app, application_id)),
    })),
  );
}
