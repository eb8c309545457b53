import { randomBase62 } from '@platform/runtime';
import type { App } from '../app.ts';
import { documentUrl, lockItem } from '../content/item.ts';
import { writeItem } from '../content/save-item.ts';
import { publicSiteChanged, requireSite } from '../sites/site.ts';

/**
 * Gives a document a new public address. The old one ends at once: addresses are read from the database at
 * each read.
 * @param change.if_match the version that the change is based on; null for any version
 * @throws AppError `site_not_found`, `content_not_found`, `precondition_failed`
 */
export async function rotateDocumentToken(
  app: App,
  target: { site_id: string; item_id: string },
  { updated_by, if_match }: { updated_by: string; if_match: number | null },
) {
  const site = await requireSite(app.db, target.site_id);
  const access_token = randomBase62(32);
  await app.db.transaction(async (tx) => {
    const item = await lockItem(tx, { ...target, kind: 'document' }, if_match);
    const now = app.clock.now();
    await writeItem(tx, item, { access_token, context_changed_at: now, updated_at: now, updated_by });
    const after = { id: item.id, rotated_at: now.toISOString() };
    await app.audit.record(tx, { before: null, after, application_id: site.application_id });
    await publicSiteChanged(app, tx, site);
  });
  return { public_url: documentUrl(app, access_token) };
}
