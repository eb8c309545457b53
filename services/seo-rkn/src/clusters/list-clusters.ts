import type { seoRkn } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { columnsEqual, isBehind, toPage } from '@platform/runtime';
import { and, asc, desc } from 'drizzle-orm';
import type { App } from '../app.ts';
import { impressionsCursor, impressionsCursorOf } from '../impressions-cursor.ts';
import { requireSite } from '../scans/require-site.ts';
import { clusters } from '../schema.ts';
import { toCluster } from './cluster.ts';

type Query = EndpointRequest<typeof seoRkn.endpoints.listClusters>['query'];

/** One page of the clusters of the newest generation. */
export async function listClusters(
  app: Pick<App, 'db' | 'ask'>,
  site_id: string,
  { limit, cursor, relation, decision }: Query,
) {
  const after = impressionsCursor.parse(cursor);
  await requireSite(app, site_id);
  const rows = await app.db
    .select()
    .from(clusters)
    .where(
      and(
        columnsEqual(clusters, { site_id, is_current: true, relation, decision }),
        isBehind(clusters.impressions, clusters.id, after),
      ),
    )
    .orderBy(desc(clusters.impressions), asc(clusters.id))
    .limit(limit + 1);
  return toPage(rows, limit, toCluster, impressionsCursorOf);
}
