import type { Asset, Usage } from '@platform/contracts';
import { type Database, fail, type Tx } from '@platform/runtime';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { assetPath, assetUrl } from '../public/public-image.ts';
import { asset_usages, assets, authors, items, sites } from '../schema.ts';

export type AssetRow = typeof assets.$inferSelect;
export type AssetView = z.input<typeof Asset>;

export interface AssetTarget {
  site_id: string;
  asset_id: string;
}

/** The name of a cut for social networks at a former focal point. */
export const replacedCut = 'replaced_og';

/** Places that one answer lists. */
const maxUsages = 20;

/** How many uses an asset has, as a column of a select from `assets`. */
export const usageCount = sql<number>`(SELECT count(*)::int FROM cms.asset_usages WHERE asset_id = assets.id)`;

/** An uploaded file as administrators see it. */
export const toAsset = (app: Pick<App, 'config'>, row: AssetRow, usage_count: number): AssetView => ({
  ...row,
  url: assetUrl(app, row.file),
  path: assetPath(row.file),
  variants: row.variants
    .filter(({ name }) => name !== replacedCut)
    .map(({ name, file, width, height }) => ({ name, url: assetUrl(app, file), width, height })),
  usage_count,
  created_at: row.created_at.toISOString(),
});

export const isAsset = ({ site_id, asset_id }: AssetTarget) =>
  and(eq(assets.id, asset_id), eq(assets.site_id, site_id));

/**
 * An asset with its number of usages.
 * @throws `asset_not_found`
 */
export async function requireAsset(
  db: Database | Tx,
  target: AssetTarget,
): Promise<{ row: AssetRow; usage_count: number }> {
  const [asset] = await db.select({ row: assets, usage_count: usageCount }).from(assets).where(isAsset(target));
  return asset ?? fail('asset_not_found');
}

/** Names of the stored files of an asset. */
export const filesOf = ({ file, variants }: Pick<AssetRow, 'file' | 'variants'>): string[] => [
  file,
  ...variants.map((variant) => variant.file),
];

/** Places that use an asset, twenty at most. */
export async function readUsages(db: Database | Tx, asset_id: string): Promise<z.input<typeof Usage>[]> {
  const rows = await db
    .select({
      kind: asset_usages.owner_kind,
      id: asset_usages.owner_id,
      title: sql<string>`coalesce(${items.title}, ${sites.name}, ${authors.name}, '')`,
      field: asset_usages.field,
    })
    .from(asset_usages)
    .leftJoin(items, eq(items.id, asset_usages.owner_id))
    .leftJoin(sites, eq(sites.id, asset_usages.owner_id))
    .leftJoin(authors, eq(authors.id, asset_usages.owner_id))
    .where(eq(asset_usages.asset_id, asset_id))
    .orderBy(asc(asset_usages.owner_kind), asc(asset_usages.owner_id), asc(asset_usages.field))
    .limit(maxUsages);
  return rows as z.input<typeof Usage>[];
}
