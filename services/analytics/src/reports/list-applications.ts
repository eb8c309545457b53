import { runStatement } from '@platform/runtime';
import type { App } from '../app.ts';
import { type ReportedApplication, readSettings } from '../application.ts';

/** Applications of which anything is known, without reading every row of them: from one to the next in the index. */
const statement = {
  name: 'list_applications',
  text: `WITH RECURSIVE registered AS (
           (SELECT application_id FROM analytics.users ORDER BY application_id LIMIT 1)
           UNION ALL
           SELECT (SELECT u.application_id FROM analytics.users AS u WHERE u.application_id > r.application_id ORDER BY 1 LIMIT 1)
           FROM registered AS r WHERE r.application_id IS NOT NULL
         )
         SELECT application_id FROM registered WHERE application_id IS NOT NULL
         UNION SELECT application_id FROM analytics.event_names
         UNION SELECT application_id FROM analytics.application_settings`,
};

/** Every application that a report over all of them counts. Their codes nobody needs: it stands as the id. */
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
