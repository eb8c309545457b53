import type { SeoCluster, seoRkn } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { fail, findRow } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireSite } from '../scans/require-site.ts';
import { clusters } from '../schema.ts';
import { toCluster } from './cluster.ts';

type Body = EndpointRequest<typeof seoRkn.endpoints.decideCluster>['body'];

/** Stores the decision of a person about a cluster. */
export async function decideCluster(
  app: Pick<App, 'db' | 'ask' | 'audit'>,
  { site_id, cluster_id }: { site_id: string; cluster_id: string },
  { decision, page_url }: Body,
): Promise<SeoCluster> {
  const { application_id } = await requireSite(app, site_id);
  return app.db.transaction(async (tx) => {
    const isAsked = and(eq(clusters.id, cluster_id), eq(clusters.site_id, site_id), eq(clusters.is_current, true));
    const row = await findRow(tx, clusters, isAsked, 'update');
    const before = toCluster(row ?? fail('cluster_not_found'));
    const set = { decision, ...(page_url === undefined ? {} : { page_url }) };
    const [changed] = await tx.update(clusters).set(set).where(isAsked).returning();
    const after = changed ? toCluster(changed) : before;
    await app.audit.record(tx, { before, after, application_id });
    return after;
  });
}
