import type { assetEndpoints } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { columnsEqual, readPageRows, toPage } from '@platform/runtime';
import { and, ilike } from 'drizzle-orm';
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
  const rows = await readPageRows(
    app.db.select({ id: assets.id, row: assets, usage_count: usageCount }).from(assets),
    assets,
    and(columnsEqual(assets, { site_id, kind }), q === undefined ? undefined : ilike(assets.file_name, containing(q))),
    { limit, cursor },
  );
  return toPage(rows, limit, ({ row, usage_count }) => toAsset(app, row, usage_count));
}

/** A file with its uses. */
export async function getAsset(app: Pick<App, 'db' | 'config'>, target: AssetTarget) {
  await requireSite(app.db, target.site_id);
  const { row, usage_count } = await requireAsset(app.db, target);
  return { ...toAsset(app, row, usage_count), usages: await readUsages(app.db, row.id) };
}
