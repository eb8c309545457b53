import type { assetEndpoints } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { readCursor, toPage } from '@platform/runtime';
import { and, desc, eq, ilike, lt } from 'drizzle-orm';
import type { App } from '../app.ts';
import { containing } from '../content/list-content.ts';
import { assets } from '../schema.ts';
import { requireSite } from '../sites/site.ts';
import { type AssetTarget, readUsages, requireAsset, toAsset, usageCount } from './asset.ts';

/** One page of the files of a site, newest first. */
export async function listAssets(
  app: Pick<App, 'db' | 'config'>,
  site_id: string,
  { cursor, limit, kind, q }: EndpointRequest<typeof assetEndpoints.listAssets>['query'],
) {
  await requireSite(app.db, site_id);
  const after = readCursor(cursor);
  const rows = await app.db
    .select({ id: assets.id, row: assets, usage_count: usageCount })
    .from(assets)
    .where(
      and(
        eq(assets.site_id, site_id),
        after ? lt(assets.id, after) : undefined,
        kind ? eq(assets.kind, kind) : undefined,
        q === undefined ? undefined : ilike(assets.file_name, containing(q)),
      ),
    )
    .orderBy(desc(assets.id))
    .limit(limit + 1);
  return toPage(rows, limit, ({ row, usage_count }) => toAsset(app, row, usage_count));
}

/** A file with its uses. */
export async function getAsset(app: Pick<App, 'db' | 'config'>, target: AssetTarget) {
  await requireSite(app.db, target.site_id);
  const { row, usage_count } = await requireAsset(app.db, target);
  return { ...toAsset(app, row, usage_count), usages: await readUsages(app.db, row.id) };
}
