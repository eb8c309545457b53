import { assertVersion, fail, findRow } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { assets } from '../schema.ts';
import { requireSite, siteChanged } from '../sites/site.ts';
import { type AssetTarget, filesOf, isAsset, readUsages, toAsset } from './asset.ts';
import { findLegalFiles, usagesIn } from './legal-files.ts';
import { lockAssetsOf, lockFiles, releaseFiles } from './stored-files.ts';

/**
 * Deletes a file that nothing uses, no legal text in a former version either. A new use locks its row first, so
 * one of the two waits for the other. Its bytes stay for a while, for pages that are in caches.
 * @param ifMatch the version that was seen; null for any version
 * @throws AppError `site_not_found`, `asset_not_found`, `precondition_failed`, `in_use` with `usages`,
 * `service_unavailable` while the legal texts cannot be read
 */
export async function deleteAsset(
  app: Pick<App, 'db' | 'clock' | 'audit' | 'config' | 'ask' | 'emit' | 'publicReads'>,
  target: AssetTarget,
  ifMatch: number | null,
): Promise<undefined> {
  const site = await requireSite(app.db, target.site_id);
  const legalFiles = await findLegalFiles(app, site);
  await app.db.transaction(async (tx) => {
    await lockAssetsOf(tx, target.site_id);
    const row = await findRow(tx, assets, isAsset(target), 'update');
    if (!row) return fail('asset_not_found');
    assertVersion(ifMatch, row.version);
    const usages = [...(await readUsages(tx, row.id)), ...usagesIn(legalFiles, filesOf(row))];
    if (usages.length > 0) return fail('in_use', { fields: { usages } });
    await tx.delete(assets).where(eq(assets.id, row.id));
    await lockFiles(tx, filesOf(row));
    await releaseFiles(tx, filesOf(row), app.clock.now());
    await siteChanged(app, tx, site);
    await app.audit.record(tx, { before: toAsset(app, row, 0), after: null, application_id: site.application_id });
  });
}
