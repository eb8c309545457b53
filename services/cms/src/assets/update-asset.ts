import type { assetEndpoints } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { assertVersion, cleanFileName, fail, invalidField, type Tx } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { AppParts } from '../app.ts';
import { assets, type ImageVariant } from '../schema.ts';
import { publicSiteChanged, requireSite, siteChanged } from '../sites/site.ts';
import type { SiteRow } from '../sites/site-row.ts';
import {
  type AssetRow,
  type AssetTarget,
  type AssetView,
  filesOf,
  isAsset,
  replacedCut,
  requireAsset,
  toAsset,
  usageCount,
} from './asset.ts';
import type { FocalPoint, NewVariant } from './process-image.ts';
import { lockAssetsOf, lockFiles, releaseFiles, storeFiles, useFiles } from './stored-files.ts';

type Changes = EndpointRequest<typeof assetEndpoints.updateAsset>['body'];
/** Changes of one asset at once that a new cut outlives. */
const tries = 10;
/** Cuts of former focal points that are retained for texts that name them. */
const maxReplacedCuts = 20;

/**
 * Changes text, name and focal point of a file; absent fields keep their values. Another focal point cuts the
 * image for social networks again. Readers see it at once.
 * @param ifMatch the version that the change is based on; null for any version
 * @throws AppError `site_not_found`, `asset_not_found`, `precondition_failed`, `service_unavailable`
 */
export async function updateAsset(
  app: AppParts,
  target: AssetTarget,
  changes: Changes,
  ifMatch: number | null,
): Promise<AssetView> {
  const site = await requireSite(app.db, target.site_id);
  const newValues = normalized(changes);
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const { row } = await requireAsset(app.db, target);
    assertVersion(ifMatch, row.version);
    const cut = await cutAnew(app, row, { ...row, ...newValues });
    // A body with one coordinate takes the other from the row, which may have changed since the cut.
    const written = await app.db.transaction((tx) => write(app, tx, site, { row, newValues, cut, ifMatch }));
    if (written) return written;
  }
  return fail('service_unavailable');
}

/** The values as they are stored: a point to four digits, no text as null. */
function normalized(changes: Changes): Changes {
  const values = { ...changes };
  if (values.file_name !== undefined) values.file_name = cleanFileName(values.file_name);
  if (values.file_name === '')
    invalidField('file_name', 'contains only folders and control characters: send the name of a file');
  if (values.alt === '') values.alt = null;
  for (const name of ['focal_x', 'focal_y'] as const)
    if (values[name] !== undefined) values[name] = Math.round(values[name] * 10_000) / 10_000;
  return values;
}

/** The cut at another focal point, stored; undefined where the present one stays. */
async function cutAnew(app: AppParts, row: AssetRow, next: AssetRow): Promise<NewVariant | undefined> {
  if (row.kind !== 'image' || isSamePoint(next, row) || !row.variants.some(({ name }) => name === 'og'))
    return undefined;
  const load = async () =>
    (await app.files.get(row.file)) ?? fail('service_unavailable', { cause: new Error(`${row.file} is missing`) });
  const cut = await app.images.cut(row.site_id, load, next);
  if (!cut) return undefined;
  await storeFiles(app, [cut]);
  return cut;
}

/** Null when the image was cut at another point than the one that the change leads to. */
async function write(
  app: AppParts,
  tx: Tx,
  { id: site_id, ...site }: SiteRow,
  {
    row,
    newValues,
    cut,
    ifMatch,
  }: { row: AssetRow; newValues: Changes; cut: NewVariant | undefined; ifMatch: number | null },
): Promise<AssetView | null> {
  await lockAssetsOf(tx, site_id);
  // An item may begin to use the asset meanwhile: its key stays.
  const [asset] = await tx
    .select({ current: assets, usage_count: usageCount })
    .from(assets)
    .where(isAsset({ site_id, asset_id: row.id }))
    .for('no key update');
  if (!asset) return fail('asset_not_found');
  const { current, usage_count } = asset;
  assertVersion(ifMatch, current.version);
  const next: AssetRow = { ...current, ...newValues };
  const tried = { ...row, ...newValues };
  const isCutRight = isSamePoint(next, tried) && !isSamePoint(tried, row);
  if (!isSamePoint(next, current) && !isCutRight) return null;
  const isCutAnew = cut !== undefined && !isSamePoint(next, current);
  if (isCutAnew) next.variants = withCut(current.variants, cut, usage_count > 0);
  const isChanged = (Object.keys(newValues) as (keyof Changes)[]).some((name) => next[name] !== current[name]);
  if (isChanged) {
    next.version += 1;
    next.updated_at = app.clock.now();
    const { id: _, ...columns } = next;
    await tx.update(assets).set(columns).where(eq(assets.id, current.id));
  }
  if (isCutAnew) {
    const names = [...filesOf(current), cut.name];
    await lockFiles(tx, names);
    await useFiles(tx, filesOf(next));
    await releaseFiles(tx, filesOf(current), app.clock.now());
  }
  const [before, after] = [toAsset(app, current, usage_count), toAsset(app, next, usage_count)];
  await app.audit.record(tx, { before, after, application_id: site.application_id });
  if (isChanged) await (usage_count > 0 ? publicSiteChanged : siteChanged)(app, tx, { id: site_id, ...site });
  return after;
}

const isSamePoint = (a: FocalPoint, b: FocalPoint): boolean => a.focal_x === b.focal_x && a.focal_y === b.focal_y;

/** The variants with a new cut. Texts may name the one before, so it stays while the asset is used. */
function withCut(variants: readonly ImageVariant[], cut: NewVariant, isUsed: boolean): ImageVariant[] {
  const present = toRow(cut);
  const replaced = variants
    .filter(({ name, file }) => (name === 'og' || name === replacedCut) && file !== present.file)
    .map((variant) => ({ ...variant, name: replacedCut }));
  const others = variants.filter(({ name }) => name !== 'og' && name !== replacedCut);
  return [...others, present, ...(isUsed ? replaced.slice(0, maxReplacedCuts) : [])];
}

const toRow = ({ variant, name, width, height }: NewVariant): ImageVariant => ({
  name: variant,
  file: name,
  width,
  height,
});
