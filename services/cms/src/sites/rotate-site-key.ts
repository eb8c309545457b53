import { fail, findRow, hourMs, newId } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { site_keys, sites } from '../schema.ts';
import { liveSiteKeys, newSiteKey, siteChanged, toSiteKey } from './site.ts';

/**
 * Makes a new key, which is answered once. The present one stays valid for `graceHours`, keys that were
 * already ending keep their end.
 * @throws AppError `site_not_found`
 */
export async function rotateSiteKey(
  app: Pick<App, 'db' | 'emit' | 'clock' | 'audit' | 'publicReads'>,
  siteId: string,
  graceHours: number,
) {
  return app.db.transaction(async (tx) => {
    // Two rotations at once would leave two current keys; the second waits for the first.
    const row = await findRow(tx, sites, { id: siteId }, 'update');
    if (!row) return fail('site_not_found');
    const now = app.clock.now();
    const before = await liveSiteKeys(tx, siteId, now);
    const end = new Date(now.getTime() + graceHours * hourMs);
    for (const { id, valid_until } of before)
      if (valid_until === null) await tx.update(site_keys).set({ valid_until: end }).where(eq(site_keys.id, id));
    const { site_key, ...stored } = newSiteKey();
    await tx.insert(site_keys).values({ id: newId(), site_id: siteId, ...stored, created_at: now, valid_until: null });
    await siteChanged(app, tx, row);
    const after = { site_keys: (await liveSiteKeys(tx, siteId, now)).map(toSiteKey) };
    const { application_id } = row;
    await app.audit.record(tx, { before: { site_keys: before.map(toSiteKey) }, after, application_id });
    return { site_key, ...after };
  });
}
