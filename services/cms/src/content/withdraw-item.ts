import { cms } from '@platform/contracts';
import { afterCommit, type Tx } from '@platform/runtime';
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { App } from '../app.ts';
import { pathsOfItem } from '../redirects/all-redirects.ts';
import { asset_usages, internal_links, items, publications } from '../schema.ts';
import { publicUrl } from '../sites/public-url.ts';
import { countPublicChange, requireSite } from '../sites/site.ts';
import type { SiteRow } from '../sites/site-row.ts';
import {
  type Change,
  type ItemRow,
  type ItemTarget,
  lockItem,
  recordChange,
  requireRevision,
  toEntry,
} from './item.ts';
import { findLegalLinks } from './legal-links.ts';
import { findWakingRedirects } from './publication-warnings.ts';
import { trackUsages } from './references.ts';
import { lockTranslations, regroupTranslations } from './regroup-translations.ts';
import { recordRemoval } from './removed-texts.ts';
import { writeItem } from './save-item.ts';
import { type Action, nextStatus } from './transitions.ts';

type Withdrawer = Pick<App, 'db' | 'clock' | 'emit' | 'audit' | 'publicReads'>;
type Unpublisher = Withdrawer & Pick<App, 'ask' | 'renderer' | 'log'>;
type Reason = 'unpublished' | 'archived' | 'expired';

const unreadLegalTexts = {
  code: 'legal_texts_unread',
  message: 'The legal texts of the site could not be read: check whether they link to this text.',
  field: null,
  line: null,
};

/**
 * Takes an item from its readers; it becomes a draft.
 * @returns the item, the published items and legal texts that link to it, and redirects that take effect again as
 * warnings
 * @throws AppError `site_not_found`, `content_not_found`, `precondition_failed`, `invalid_transition`
 */
export async function unpublishItem(app: Unpublisher, target: ItemTarget, change: Change) {
  const { site, paths, item, inbound_links, warnings } = await changeStatus(app, target, 'unpublish', change);
  const inbound_legal_documents = await findLegalLinks(app, site, paths);
  return {
    item,
    inbound_links,
    inbound_legal_documents: inbound_legal_documents ?? [],
    warnings: inbound_legal_documents === null ? [...warnings, unreadLegalTexts] : warnings,
  };
}

/**
 * Takes an item from its readers and from the work of its authors.
 * @throws as {@link unpublishItem}
 */
export const archiveItem = (app: Withdrawer, target: ItemTarget, change: Change) =>
  changeStatus(app, target, 'archive', change).then(({ item }) => item);

/**
 * Makes an archived item a draft again.
 * @throws as {@link unpublishItem}
 */
export const unarchiveItem = (app: Withdrawer, target: ItemTarget, change: Change) =>
  changeStatus(app, target, 'unarchive', change).then(({ item }) => item);

async function changeStatus(
  app: Withdrawer,
  target: ItemTarget,
  action: Extract<Action, 'unpublish' | 'archive' | 'unarchive'>,
  { admin, if_match }: Change,
) {
  const site = await requireSite(app.db, target.site_id);
  return app.db.transaction(async (tx) => {
    const item = await lockItem(tx, target, if_match);
    const status = nextStatus(item.status, action);
    const revision = await requireRevision(tx, item.id, item.revision);
    const paths = action === 'unpublish' ? await pathsOfItem(tx, site, item.id) : [];
    const inbound_links = await inboundLinks(tx, site, item, paths);
    const warnings = await findWakingRedirects(tx, site, paths);
    const reason = action === 'archive' ? 'archived' : 'unpublished';
    const withdrawn = await withdraw(app, tx, { site, item, status, reason, by: admin.email });
    await recordChange(app, tx, { site, before: { item, revision }, after: { item: withdrawn, revision } });
    return { site, paths, item: toEntry(site, withdrawn), inbound_links, warnings };
  });
}

interface Withdrawal {
  site: SiteRow;
  /** Locked. */
  item: ItemRow;
  status: ItemRow['status'];
  reason: Reason;
  /** E-mail of the administrator; null for the end of its time. */
  by: string | null;
}

/** Gives an item another status in which readers do not find it. An event follows when they did. */
export async function withdraw(
  app: Withdrawer,
  tx: Tx,
  { site, item, status, reason, by }: Withdrawal,
): Promise<ItemRow> {
  const now = app.clock.now();
  const [published] = await tx
    .delete(publications)
    .where(eq(publications.item_id, item.id))
    .returning({ slug: publications.slug });
  await tx.delete(internal_links).where(eq(internal_links.item_id, item.id));
  if (published) await recordRemoval(tx, site, { item, slug: published.slug, now });
  const withdrawn = await writeItem(tx, item, {
    status,
    published_revision: null,
    scheduled_revision: null,
    scheduled_at: null,
    unpublish_at: null,
    schedule_error: null,
    ...(published ? { context_changed_at: now } : {}),
    updated_at: now,
    updated_by: by ?? item.updated_by,
  });
  await trackUsages(tx, withdrawn);
  if (!published) return withdrawn;
  const { site_id, kind, locale } = item;
  const { slug } = published;
  const data = { site_id, item_id: item.id, kind, locale, slug, url: publicUrl(site, { kind, slug, locale }), reason };
  await app.emit(tx, cms.events.contentUnpublished, data, { application_id: site.application_id, occurred_at: now });
  await countPublicChange(tx, site_id, now);
  afterCommit(tx, () => app.publicReads.invalidate(site_id));
  return withdrawn;
}

/** Published items that link to an address of this one, with or without a slash at the end. */
async function inboundLinks(tx: Tx, site: SiteRow, item: ItemRow, paths: readonly string[]) {
  if (paths.length === 0) return [];
  const written = paths.flatMap((path) => [path, path.endsWith('/') ? path.slice(0, -1) : `${path}/`]);
  return tx
    .selectDistinct({ item_id: items.id, kind: items.kind, title: publications.title, slug: publications.slug })
    .from(internal_links)
    .innerJoin(items, eq(items.id, internal_links.item_id))
    .innerJoin(publications, eq(publications.item_id, items.id))
    .where(and(eq(internal_links.site_id, site.id), inArray(internal_links.path, written), ne(items.id, item.id)))
    .orderBy(items.id)
    .limit(100);
}

/**
 * Destroys an item that readers never saw; archives one that they did.
 * @throws AppError `site_not_found`, `content_not_found`, `precondition_failed`
 */
export async function deleteItem(app: Withdrawer, target: ItemTarget, { admin, if_match }: Change): Promise<undefined> {
  const site = await requireSite(app.db, target.site_id);
  await app.db.transaction(async (tx) => {
    await lockTranslations(tx, target);
    const item = await lockItem(tx, target, if_match);
    const revision = await requireRevision(tx, item.id, item.revision);
    const before = { item, revision };
    if (item.first_published_at === null) {
      await tx
        .delete(asset_usages)
        .where(and(eq(asset_usages.owner_kind, item.kind), eq(asset_usages.owner_id, item.id)));
      await regroupTranslations(tx, item);
      await tx.delete(items).where(eq(items.id, item.id));
      await recordChange(app, tx, { site, before, after: null });
      return;
    }
    const archived =
      item.status === 'archived'
        ? item
        : await withdraw(app, tx, { site, item, status: 'archived', reason: 'archived', by: admin.email });
    await recordChange(app, tx, { site, before, after: { item: archived, revision } });
  });
}
