import type { cms } from '@platform/contracts';
import { defineStatement, type ReceivedEvent, runStatement, type Tx } from '@platform/runtime';

const statement = defineStatement({
  name: 'project_site',
  text: `INSERT INTO analytics.site_zones AS z (site_id, changes) VALUES ($1, 1)
         ON CONFLICT (site_id) DO UPDATE SET changes = z.changes + 1`,
});

/** `site.created`, `site.updated`: the job `read-site-zones` asks the cms for the zone of the site. */
export async function projectSite(
  tx: Tx,
  { data }: ReceivedEvent<typeof cms.events.siteCreated | typeof cms.events.siteUpdated>,
): Promise<void> {
  await runStatement(tx, statement, [data.site_id]);
}
