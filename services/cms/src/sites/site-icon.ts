import { assertVersion, checkIcon, fail, findRow } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { nameFile } from '../assets/name-file.ts';
import { lockAssetsOf, lockFiles, releaseFiles, storeFiles, useFiles } from '../assets/stored-files.ts';
import { assetUrl } from '../public/public-image.ts';
import { sites } from '../schema.ts';
import { publicSiteChanged, requireSite, toSite } from './site.ts';

const contentTypes = { png: 'image/png', webp: 'image/webp', svg: 'image/svg+xml' } as const;

/**
 * Sets the icon of the site, sanitised. The bytes of the previous icon stay for a while, as those of every
 * file.
 * @param ifMatch the version that the change is based on; null for any version
 * @throws AppError `site_not_found`, `precondition_failed`, `unsupported_media_type` or `validation_failed` for a file that is no
 * icon
 */
export async function setSiteIcon(app: App, site_id: string, file: Buffer, ifMatch: number | null) {
  assertVersion(ifMatch, (await requireSite(app.db, site_id)).version);
  const { kind, bytes } = await checkIcon(file);
  const icon = nameFile(bytes, kind, contentTypes[kind]);
  await storeFiles(app, [icon]);
  return changeIcon(app, { site_id, ifMatch, name: icon.name });
}

/**
 * @param ifMatch the version that the change is based on; null for any version
 * @throws AppError `site_not_found`, `precondition_failed`
 */
export const removeSiteIcon = (app: App, site_id: string, ifMatch: number | null) =>
  changeIcon(app, { site_id, ifMatch, name: null });

interface IconChange {
  site_id: string;
  ifMatch: number | null;
  /** The name of the stored file; null for no icon. */
  name: string | null;
}

async function changeIcon(app: App, { site_id, ifMatch, name }: IconChange) {
  return app.db.transaction(async (tx) => {
    await lockAssetsOf(tx, site_id);
    const current = await findRow(tx, sites, { id: site_id }, 'update');
    if (!current) return fail('site_not_found');
    assertVersion(ifMatch, current.version);
    const icon_url = name === null ? null : assetUrl(app, name);
    const now = app.clock.now();
    const isChanged = icon_url !== current.icon_url;
    const row = isChanged ? { ...current, icon_url, version: current.version + 1, updated_at: now } : current;
    if (isChanged) {
      const { version, updated_at } = row;
      await tx.update(sites).set({ icon_url, version, updated_at }).where(eq(sites.id, site_id));
    }
    const before = current.icon_url?.split('/').at(-1);
    const names = [name, before].filter((one) => one !== null && one !== undefined);
    await lockFiles(tx, names);
    if (name !== null) await useFiles(tx, [name]);
    await releaseFiles(tx, names, now);
    if (isChanged) await publicSiteChanged(app, tx, row);
    const { application_id } = row;
    await app.audit.record(tx, { before: toSite(current), after: toSite(row), application_id });
    return toSite(row);
  });
}
