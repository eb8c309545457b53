import { cms, type ErasureCategory, type ErasureReason } from '@platform/contracts';
import { fail, newId, type Tx } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { destroyFiles } from '../assets/destroy-files.ts';
import { findLegalFiles } from '../assets/legal-files.ts';
import { lockAssetsOf } from '../assets/stored-files.ts';
import { asset_usages, items, revisions } from '../schema.ts';
import { requireSite, siteChanged } from '../sites/site.ts';
import type { SiteRow } from '../sites/site-row.ts';
import { forgetImported } from '../transfer/forget-imported.ts';
import { type ItemTarget, lockItem } from './item.ts';
import { kinds } from './kinds.ts';
import { fileNamesIn } from './references.ts';
import { lockTranslations, markTranslations, regroupTranslations } from './regroup-translations.ts';
import { withdraw } from './withdraw-item.ts';

type Destroyer = Pick<App, 'db' | 'clock' | 'emit' | 'audit' | 'publicReads' | 'ask' | 'log'>;

/** What an owner asks for. */
export interface Destruction {
  /** The slug of what is destroyed. */
  confirm?: string | undefined;
  reason: ErasureReason;
  destroy_files: boolean;
}

interface Destroyed {
  erasure_id: string;
  destroyed_files: number;
}

/**
 * Destroys an item with all of its revisions for good: readers get 404 from now on. Identity writes the record of it.
 * Its translations stay, and other items may still have its id among their related ones, which no reader gets.
 * @throws AppError `site_not_found`, `content_not_found`, `confirmation_required` without its slug;
 * `service_unavailable` with `destroy_files` while the legal texts of the site cannot be read
 */
export async function destroyItem(
  app: Destroyer,
  target: ItemTarget,
  { confirm, reason, destroy_files }: Destruction,
  admin: { id: string; email: string },
): Promise<Destroyed> {
  const site = await requireSite(app.db, target.site_id);
  const usedElsewhere = destroy_files ? await findLegalFiles(app, site) : new Map();
  return app.db.transaction(async (tx) => {
    // Before the row of the site, as every change of a file locks them.
    if (destroy_files) await lockAssetsOf(tx, site.id);
    await lockTranslations(tx, target);
    const item = await lockItem(tx, target, null);
    requireConfirmation(confirm, item.slug);
    await withdraw(app, tx, { site, item, status: 'archived', reason: 'archived', by: admin.email });
    const rows = await tx.select({ fields: revisions.fields }).from(revisions).where(eq(revisions.item_id, item.id));
    const fields = rows.map((row) => row.fields);
    await tx
      .delete(asset_usages)
      .where(and(eq(asset_usages.owner_kind, item.kind), eq(asset_usages.owner_id, item.id)));
    if (item.published_revision !== null) await markTranslations(tx, item, app.clock.now());
    await regroupTranslations(tx, item);
    await forgetImported(tx, site.id, item.id);
    await tx.delete(items).where(eq(items.id, item.id));
    const ids = fields
      .flatMap((each) => Object.values(kinds[item.kind].referencesOf(each).assets ?? {}))
      .filter((id) => id !== null);
    const destroyed_files = destroy_files
      ? await destroyFiles(app, tx, { site_id: site.id, ids, names: fileNamesIn(fields), usedElsewhere })
      : 0;
    if (destroyed_files > 0) await siteChanged(app, tx, site);
    return recordDestruction(app, tx, {
      site,
      person: 'site_text',
      object_id: item.id,
      admin_id: admin.id,
      reason,
      category: 'published_text',
      destroyed_files,
    });
  });
}

/** @throws AppError `confirmation_required` with the value that `confirm` has to have */
export function requireConfirmation(confirm: string | undefined, expected: string): void {
  if (confirm !== expected)
    fail('confirmation_required', {
      message: `What is destroyed cannot be brought back. To do it, repeat the request with \`confirm\`: \`${expected}\`.`,
      fields: { confirm: expected },
    });
}

interface DestructionRecord {
  site: SiteRow;
  person: 'site_text' | 'site_author';
  object_id: string;
  admin_id: string;
  reason: ErasureReason;
  category: ErasureCategory;
  destroyed_files: number;
}

/** Emits the event by which identity writes the record of the erasure, and writes the audit record. */
export async function recordDestruction(
  app: Pick<App, 'emit' | 'audit' | 'clock'>,
  tx: Tx,
  { site, person, object_id, admin_id, reason, category, destroyed_files }: DestructionRecord,
): Promise<Destroyed> {
  const erasure_id = newId();
  const categories: ErasureCategory[] = [category, ...(destroyed_files > 0 ? (['site_files'] as const) : [])];
  const about = { application_id: site.application_id, occurred_at: app.clock.now() };
  const data = {
    erasure_id,
    site_id: site.id,
    person,
    object_id,
    categories,
    erased_by: 'admin' as const,
    admin_id,
    reason,
  };
  await app.emit(tx, cms.events.contentDestroyed, data, about);
  const after = { reason, categories, destroyed_files };
  await app.audit.record(tx, { before: null, after, application_id: site.application_id });
  return { erasure_id, destroyed_files };
}
