import type { assetEndpoints } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { assertVersion, cleanFileName, fail, invalidField, type Tx } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { assets, type ImageVariant } from '../schema.ts';
import { publicSiteChanged, requireSite, type SiteRow } from '../sites/site.ts';
import {
  type AssetRow,
  type AssetTarget,
  type AssetView,
  filesOf,
  foundAsset,
  requireAsset,
  toAsset,
  usageCount,
} from './asset.ts';
import type { NewVariant } from './process-image.ts';
import { lockAssetsOf, lockFiles, releaseFiles, storeFiles, useFiles } from './stored-files.ts';

type Changes = EndpointRequest<typeof assetEndpoints.updateAsset>['body'];
type Writer = Pick<App, 'db' | 'clock' | 'emit' | 'audit' | 'config' | 'publicReads' | 'files' | 'images'>;

/** Changes of one asset at once that a new cut outlives. */
const tries = 10;

/**
 * Changes text, name and focal point of a file; absent fields stay. Another focal point cuts the image for
 * social networks anew. Readers see it at once.
 * @param ifMatch the version that the change is based on; null when any will do
 * @throws AppError `site_not_found`, `asset_not_found`, `precondition_failed`, `service_unavailable`
 */
export async function updateAsset(
  app: Writer,
  target: AssetTarget,
  changes: Changes,
  ifMatch: number | null,
): Promise<AssetView> {
  const site = await requireSite(app.db, target.site_id);
  const wanted = normalized(changes);
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const { row } = await requireAsset(app.db, target);
    assertVersion(ifMatch, row.version);
    const cut = await cutAnew(app, row, { ...row, ...wanted });
    // The image is cut before the transaction; a change since then may have moved the point.
    const written = await app.db.transaction((tx) => write(app, tx, site, { row, wanted, cut, ifMatch }));
    if (written) return written;
  }
  return fail('service_unavailable');
}

/** The values as they are stored: a point to four digits, no text as null. */
function normalized(changes: Changes): Changes {
  const wanted = { ...changes };
  if (wanted.file_name !== undefined) wanted.file_name = cleanFileName(wanted.file_name);
  if (wanted.file_name === '') invalidField('file_name', 'has nothing but folders and control characters');
  if (wanted.alt === '') wanted.alt = null;
  for (const name of ['focal_x', 'focal_y'] as const)
    if (wanted[name] !== undefined) wanted[name] = Math.round(wanted[name] * 10_000) / 10_000;
  return wanted;
}

/** The cut at another focal point, stored; undefined where the present one stays. */
async function cutAnew(app: Writer, row: AssetRow, next: AssetRow): Promise<NewVariant | undefined> {
  const isMoved = next.focal_x !== row.focal_x || next.focal_y !== row.focal_y;
  if (row.kind !== 'image' || !isMoved || !row.variants.some(({ name }) => name === 'og')) return undefined;
  const load = async () =>
    (await app.files.get(row.file)) ?? fail('service_unavailable', { cause: new Error(`${row.file} is not there`) });
  const cut = await app.images.cut(row.site_id, load, next);
  if (!cut) return undefined;
  await storeFiles(app, [cut]);
  return cut;
}

/** Null when another change moved the focal point while the image was cut. */
async function write(
  app: Writer,
  tx: Tx,
  { id: site_id, ...site }: SiteRow,
  {
    row,
    wanted,
    cut,
    ifMatch,
  }: { row: AssetRow; wanted: Changes; cut: NewVariant | undefined; ifMatch: number | null },
): Promise<AssetView | null> {
  await lockAssetsOf(tx, site_id);
  // An item may begin to use the asset meanwhile: its key stays.
  const [found] = await tx
    .select({ current: assets, usage_count: usageCount })
    .from(assets)
    .where(foundAsset({ site_id, asset_id: row.id }))
    .for('no key update');
  if (!found) return fail('asset_not_found');
  const { current, usage_count } = found;
  assertVersion(ifMatch, current.version);
  const isPointSet = wanted.focal_x !== undefined || wanted.focal_y !== undefined;
  if (isPointSet && (current.focal_x !== row.focal_x || current.focal_y !== row.focal_y)) return null;
  const variants = current.variants.map((variant) => (cut && variant.name === 'og' ? toRow(cut) : variant));
  const next: AssetRow = { ...current, ...wanted, variants };
  const isChanged = (Object.keys(wanted) as (keyof Changes)[]).some((name) => next[name] !== current[name]);
  if (isChanged) {
    next.version += 1;
    const { id: _, ...columns } = next;
    await tx.update(assets).set(columns).where(eq(assets.id, current.id));
  }
  if (cut) {
    const names = [...filesOf(current), cut.name];
    await lockFiles(tx, names);
    await useFiles(tx, filesOf(next));
    await releaseFiles(tx, filesOf(current), app.clock.now());
  }
  const [before, after] = [toAsset(app, current, usage_count), toAsset(app, next, usage_count)];
  await app.audit.record(tx, { before, after, application_id: site.application_id });
  if (isChanged && usage_count > 0) await publicSiteChanged(app, tx, { id: site_id, ...site });
  return after;
}

const toRow = ({ variant, name, width, height }: NewVariant): ImageVariant => ({
  name: variant,
  file: name,
  width,
  height,
});
