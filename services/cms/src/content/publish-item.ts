import { cms } from '@platform/contracts';
import { afterCommit, newId, type Tx } from '@platform/runtime';
import { and, desc, eq } from 'drizzle-orm';
import type { AppParts } from '../app.ts';
import { internal_links, publications, revisions, slug_redirects } from '../schema.ts';
import { publicUrl } from '../sites/public-url.ts';
import { countPublicChange, requireSite } from '../sites/site.ts';
import type { SiteRow } from '../sites/site-row.ts';
import {
  type ItemRow,
  type ItemTarget,
  lockItem,
  type RevisionRow,
  recordChange,
  requireItem,
  requireRevision,
  toEntry,
} from './item.ts';
import { kinds } from './kinds.ts';
import { assertMayPublish, type PublishingChange } from './may-publish.ts';
import { findWarnings } from './publication-warnings.ts';
import { trackUsages } from './references.ts';
import { recordRemoval, recordReturn } from './removed-texts.ts';
import { renderPublication } from './render-publication.ts';
import type { RenderedRevision } from './render-revision.ts';
import { withUniqueErrors, writeItem } from './save-item.ts';
import { requireFreeAddress, requireFreeSlug } from './slug.ts';
import { assertNotAhead, statedDate } from './stated-date.ts';
import { nextStatus } from './transitions.ts';

/**
 * Publishes the newest revision of an item. What readers see already is answered again, without an event.
 * @throws AppError `site_not_found`, `content_not_found`, `precondition_failed`, `invalid_transition`,
 * `slug_taken`, `version_exists`, `ad_marking_required`, `forbidden`, `validation_failed` for a publication time ahead
 */
export async function publishItem(app: AppParts, target: ItemTarget, { admin, if_match }: PublishingChange) {
  const site = await requireSite(app.db, target.site_id);
  assertMayPublish(site, admin);
  for (;;) {
    // Rendering takes up to seconds, so it is done before the item is locked.
    const unlocked = await requireItem(app.db, target);
    nextStatus(unlocked.status, 'publish');
    const revision = await requireRevision(app.db, unlocked.id, unlocked.revision);
    assertNotAhead(revision.fields, app.clock.now());
    const rendered = await renderPublication(app, { site, item: unlocked, revision, purpose: 'publication' });
    const published = await withUniqueErrors(() =>
      app.db.transaction(async (tx) => {
        const item = await lockItem(tx, target, if_match);
        if (item.revision !== unlocked.revision) return null;
        const status = nextStatus(item.status, 'publish');
        const isUnchanged =
          item.published_revision === item.revision &&
          item.scheduled_at === null &&
          (await isRendered(tx, item.id, rendered));
        const published = isUnchanged
          ? item
          : await writePublication(app, tx, {
              site,
              item,
              revision,
              rendered,
              at: app.clock.now(),
              by: admin.email,
              status,
            });
        await recordChange(app, tx, { site, before: { item, revision }, after: { item: published, revision } });
        const platform = app.config.PUBLIC_API_URL;
        return { published, warnings: await findWarnings(tx, { site, item: published, revision, rendered, platform }) };
      }),
    );
    // A newer draft was saved meanwhile: `If-Match: *` means the newest one.
    if (published) return { item: toEntry(site, published.published), warnings: published.warnings };
  }
}

/** Whether readers see a text as it would be rendered now: settings of the site may have changed. */
async function isRendered(tx: Tx, itemId: string, { html }: RenderedRevision): Promise<boolean> {
  const [row] = await tx.select({ html: publications.html }).from(publications).where(eq(publications.item_id, itemId));
  return row?.html === html;
}

/** The slug that readers know of an item, also from a publication that is over; null for a new one. */
async function knownSlug(tx: Tx, itemId: string): Promise<string | null> {
  const [now] = await tx.select({ slug: publications.slug }).from(publications).where(eq(publications.item_id, itemId));
  if (now) return now.slug;
  const [last] = await tx
    .select({ slug: revisions.slug })
    .from(revisions)
    .where(and(eq(revisions.item_id, itemId), revisions.was_published))
    .orderBy(desc(revisions.revision))
    .limit(1);
  return last?.slug ?? null;
}

interface PublicationInput {
  site: SiteRow;
  /** Locked. */
  item: ItemRow;
  revision: RevisionRow;
  rendered: RenderedRevision;
  /** The moment that readers see, unless the fields name one. */
  at: Date;
  /** E-mail of the administrator; null for the schedule. */
  by: string | null;
  status: ItemRow['status'];
}

/**
 * Shows a revision to readers, in the transaction of the change: the publication, the redirect that a renamed
 * text leaves, and the event.
 * @throws AppError `slug_taken`, `ad_marking_required`
 */
export async function writePublication(app: AppParts, tx: Tx, input: PublicationInput): Promise<ItemRow> {
  const { site, item, revision, rendered, at, by, status } = input;
  const kind = kinds[item.kind];
  kind.assertPublishable?.(revision.fields);
  await requireFreeSlug(tx, item, revision.slug, item.id);
  const now = app.clock.now();
  const before = await knownSlug(tx, item.id);
  await requireFreeAddress(tx, site, item, { slug: revision.slug, itemId: item.id, isPublished: true });
  const first_published_at = item.first_published_at ?? at;
  const { body: _, ...fields } = revision.fields;
  const date = statedDate(revision.fields) ?? first_published_at;
  const { site_id, locale, group_id } = item;
  const row = {
    item_id: item.id,
    site_id,
    kind: item.kind,
    locale,
    group_id,
    slug: revision.slug,
    revision: revision.revision,
    title: kind.titleOf(revision.fields),
    fields,
    body: kind.bodyOf(revision.fields),
    html: rendered.html,
    plain_text: rendered.plain_text,
    outline: rendered.outline,
    unique_key: kind.uniqueKeyOf?.(revision.fields) ?? null,
    category_id: null,
    author_id: null,
    tags: [],
    facet: null,
    channel: null,
    sort_key: null,
    starts_at: null,
    ends_at: null,
    is_indexable: true,
    ...kind.columnsOf(revision.fields),
    // A date ahead would be first in every list until then.
    published_at: date > now ? now : date,
    updated_at: now,
    search: rendered.search,
  };
  const [previous] = await tx
    .select({ slug: publications.slug })
    .from(publications)
    .where(eq(publications.item_id, item.id));
  await tx.insert(publications).values(row).onConflictDoUpdate({ target: publications.item_id, set: row });
  await recordReturn(tx, item, revision.slug);
  if (previous !== undefined && previous.slug !== revision.slug)
    await recordRemoval(tx, site, { item, slug: previous.slug, now });
  await moveSlug(tx, { item, before, slug: revision.slug, now });
  await tx.delete(internal_links).where(eq(internal_links.item_id, item.id));
  if (rendered.internal_paths.length > 0)
    await tx
      .insert(internal_links)
      .values(rendered.internal_paths.map((path) => ({ item_id: item.id, site_id, path })));
  await tx
    .update(revisions)
    .set({ was_published: true })
    .where(and(eq(revisions.item_id, item.id), eq(revisions.revision, revision.revision)));
  const published = await writeItem(tx, item, {
    status,
    published_revision: revision.revision,
    scheduled_revision: null,
    scheduled_at: null,
    // The end of an earlier schedule is no end of this publication.
    unpublish_at: item.unpublish_at !== null && item.unpublish_at > now ? item.unpublish_at : null,
    schedule_error: null,
    first_published_at,
    updated_at: now,
    updated_by: by ?? item.updated_by,
  });
  await trackUsages(tx, published);
  await emitPublished(app, tx, {
    site,
    item: published,
    revision,
    previousSlug: before,
    is_first: item.first_published_at === null,
  });
  await countPublicChange(tx, site_id, now);
  afterCommit(tx, () => app.publicReads.invalidate(site_id));
  return published;
}

/** Leaves a redirect at the slug that readers knew, and takes away the one at the slug that they know now. */
async function moveSlug(
  tx: Tx,
  { item, before, slug, now }: { item: ItemRow; before: string | null; slug: string; now: Date },
): Promise<void> {
  const { site_id, kind, locale } = item;
  const scope = and(
    eq(slug_redirects.site_id, site_id),
    eq(slug_redirects.kind, kind),
    eq(slug_redirects.locale, locale),
  );
  await tx.delete(slug_redirects).where(and(scope, eq(slug_redirects.slug, slug)));
  if (before === null || before === slug) return;
  const row = { site_id, kind, locale, slug: before, item_id: item.id, created_at: now };
  await tx
    .insert(slug_redirects)
    .values({ id: newId(), ...row })
    .onConflictDoUpdate({
      target: [slug_redirects.site_id, slug_redirects.kind, slug_redirects.locale, slug_redirects.slug],
      set: row,
    });
}

function emitPublished(
  app: AppParts,
  tx: Tx,
  {
    site,
    item,
    revision: { slug, revision },
    previousSlug,
    is_first,
  }: { site: SiteRow; item: ItemRow; revision: RevisionRow; previousSlug: string | null; is_first: boolean },
) {
  const { site_id, kind, locale } = item;
  const url = publicUrl(site, { kind, slug, locale });
  const previous_url = previousSlug === null ? null : publicUrl(site, { kind, slug: previousSlug, locale });
  const data = { site_id, item_id: item.id, kind, locale, slug, url, previous_url, revision, is_first };
  const about = { application_id: site.application_id, occurred_at: app.clock.now() };
  return app.emit(tx, cms.events.contentPublished, data, about);
}
