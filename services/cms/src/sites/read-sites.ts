import { cms } from '@platform/contracts';
import type { EndpointRequest, PreparedBody } from '@platform/contracts/kit';
import { prepareBody, readCursor, toPage } from '@platform/runtime';
import { and, desc, eq, lt } from 'drizzle-orm';
import type { App } from '../app.ts';
import { sites } from '../schema.ts';
import { liveSiteKeys, requireSite, toSite, toSiteKey } from './site.ts';

/** One page of sites, newest first. */
export async function listSites(
  { db }: Pick<App, 'db'>,
  query: EndpointRequest<typeof cms.endpoints.listSites>['query'],
) {
  const after = readCursor(query.cursor);
  const rows = await db
    .select()
    .from(sites)
    .where(
      and(
        after ? lt(sites.id, after) : undefined,
        query.application_id ? eq(sites.application_id, query.application_id) : undefined,
        query.status ? eq(sites.status, query.status) : undefined,
      ),
    )
    .orderBy(desc(sites.id))
    .limit(query.limit + 1);
  return toPage(rows, query.limit, toSite);
}

/** A site with the hints of its live keys. Throws `site_not_found`. */
export async function getSite({ db, clock }: Pick<App, 'db' | 'clock'>, id: string) {
  const row = await requireSite(db, id);
  return { ...toSite(row), site_keys: (await liveSiteKeys(db, id, clock.now())).map(toSiteKey) };
}

/** Name, icon and address of a site, from memory while nothing changes. */
export const readPublicSite = (app: Pick<App, 'db' | 'publicReads'>, id: string): Promise<PreparedBody> =>
  app.publicReads.get(id, 'site', async () => prepareBody(cms.endpoints.readSite, await requireSite(app.db, id)));
