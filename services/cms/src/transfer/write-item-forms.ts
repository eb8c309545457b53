import { isDeepStrictEqual } from 'node:util';
import type { ContentKind } from '@platform/contracts';
import { fail, type Tx } from '@platform/runtime';
import type { AppParts } from '../app.ts';
import { type ItemRow, lockItem, type RevisionRow, requireRevision } from '../content/item.ts';
import type { Fields } from '../content/kind.ts';
import { kinds } from '../content/kinds.ts';
import { writePublication } from '../content/publish-item.ts';
import { requireReferences, trackUsages } from '../content/references.ts';
import { renderPublication } from '../content/render-publication.ts';
import type { RenderedRevision } from '../content/render-revision.ts';
import { addRevision, insertItem, withUniqueErrors, writeItem } from '../content/save-item.ts';
import { requireFreeSlug } from '../content/slug.ts';
import { withdraw } from '../content/withdraw-item.ts';
import type { SiteRow } from '../sites/site-row.ts';

/** One form of an item, as its kind stores it. */
export interface ItemForm {
  slug: string;
  fields: Fields;
}

/** An item as it shall be. */
export interface WantedItem {
  id: string;
  kind: ContentKind;
  locale: string;
  /** Null for the first one of its translations. */
  group_id: string | null;
  folder_id: string | null;
  position: number;
  status: ItemRow['status'];
  scheduled_at: Date | null;
  unpublish_at: Date | null;
  /** When readers saw it first; the present where it is not known. */
  first_published_at: Date | null;
  forms: { draft: ItemForm; published: ItemForm | null; scheduled: ItemForm | null };
  /** E-mail of the administrator. */
  by: string;
}

/** The form that readers get at once; null for none. */
const shownForm = ({ status, forms }: WantedItem): ItemForm | null =>
  status === 'published' ? (forms.published ?? forms.draft) : null;

/**
 * Renders what readers get at once. It takes up to seconds, so no transaction is open.
 * @throws AppError `validation_failed` for a text that takes too long, `service_unavailable`
 */
export async function prepareForms(
  app: AppParts,
  site: SiteRow,
  wantedItem: WantedItem,
): Promise<RenderedRevision | null> {
  const form = shownForm(wantedItem);
  return form && renderPublication(app, { site, item: wantedItem, revision: form, purpose: 'import' });
}

interface FormsInput {
  site: SiteRow;
  wantedItem: WantedItem;
  rendered: RenderedRevision | null;
  /** The item that is there, as it was seen; null for a new one. */
  expected: ItemRow | null;
}

/**
 * Writes an item with its state and its revisions: published, scheduled and draft. A published item stays
 * published if the file has it as a draft.
 * @throws AppError `conflict` for an item that changed meanwhile, and the codes of {@link insertItem}
 */
export const writeItemForms = (
  app: AppParts,
  tx: Tx,
  { site, wantedItem, rendered, expected }: FormsInput,
): Promise<ItemRow> =>
  withUniqueErrors(async () => {
    const { forms, status } = wantedItem;
    const shown = shownForm(wantedItem);
    const first = shown ?? (status === 'archived' ? null : forms.scheduled) ?? forms.draft;
    let { item, revision } = expected
      ? await lockExpected(tx, expected)
      : await insert(app, tx, { site, wantedItem, form: first });
    const add = async (form: ItemForm) => {
      if (form.slug === revision.slug && isDeepStrictEqual(form.fields, revision.fields)) return;
      ({ item, revision } = await revise(app, tx, { before: item, form, author: wantedItem.by }));
    };
    await add(first);
    if (shown && rendered) {
      const at = wantedItem.first_published_at ?? app.clock.now();
      item = await writePublication(app, tx, {
        site,
        item,
        revision,
        rendered,
        at,
        by: wantedItem.by,
        status: 'published',
      });
    }
    if (forms.scheduled) await add(forms.scheduled);
    let scheduled_revision = wantedItem.scheduled_at !== null && forms.scheduled ? item.revision : null;
    await add(forms.draft);
    if (wantedItem.scheduled_at !== null) scheduled_revision ??= item.revision;
    return writeState(app, tx, site, { wantedItem, item, scheduled_revision });
  });

async function lockExpected(tx: Tx, expected: ItemRow): Promise<{ item: ItemRow; revision: RevisionRow }> {
  const item = await lockItem(tx, { site_id: expected.site_id, item_id: expected.id }, null);
  if (item.lock_version !== expected.lock_version) fail('conflict', { message: 'It was changed during the import.' });
  return { item, revision: await requireRevision(tx, item.id, item.revision) };
}

const insert = (
  app: AppParts,
  tx: Tx,
  { site, wantedItem, form: { slug, fields } }: { site: SiteRow; wantedItem: WantedItem; form: ItemForm },
) => {
  const { id, kind, locale, group_id, folder_id, position, by } = wantedItem;
  return insertItem(app, tx, {
    id,
    site_id: site.id,
    kind,
    locale,
    group_id,
    slug,
    fields,
    folder_id,
    position,
    author: by,
  });
};

async function revise(
  app: AppParts,
  tx: Tx,
  { before, form: { slug, fields }, author }: { before: ItemRow; form: ItemForm; author: string },
) {
  const kind = kinds[before.kind];
  await requireReferences(tx, before.site_id, kind.referencesOf(fields), fields);
  if (slug !== before.slug) await requireFreeSlug(tx, before, slug, before.id);
  const now = app.clock.now();
  const next = { ...before, slug, revision: before.revision + 1 };
  const revision = await addRevision(tx, next, fields, { author, note: null, now });
  const item = await writeItem(tx, before, {
    revision: revision.revision,
    slug,
    title: kind.titleOf(fields),
    unique_key: kind.uniqueKeyOf?.(fields) ?? null,
    updated_at: now,
    updated_by: author,
  });
  await trackUsages(tx, item);
  return { item, revision: revision as RevisionRow };
}

/** The state behind the texts: schedule, end and archive. */
async function writeState(
  app: AppParts,
  tx: Tx,
  site: SiteRow,
  {
    wantedItem,
    item,
    scheduled_revision,
  }: { wantedItem: WantedItem; item: ItemRow; scheduled_revision: number | null },
): Promise<ItemRow> {
  const { status, scheduled_at, unpublish_at, folder_id, position } = wantedItem;
  const first_published_at = item.first_published_at ?? wantedItem.first_published_at;
  const isMoved = item.kind === 'article' && (item.folder_id !== folder_id || item.position !== position);
  const movedItem = isMoved ? await writeItem(tx, item, { folder_id, position }) : item;
  if (status === 'archived') {
    const archived =
      movedItem.status === 'archived'
        ? movedItem
        : await withdraw(app, tx, { site, item: movedItem, status, reason: 'archived', by: wantedItem.by });
    return archived.first_published_at === first_published_at
      ? archived
      : writeItem(tx, archived, { first_published_at });
  }
  const isScheduled = scheduled_at !== null && scheduled_revision !== null;
  const isSame = !isScheduled && unpublish_at === null && first_published_at === movedItem.first_published_at;
  if (isSame) return movedItem;
  const changedItem = await writeItem(tx, movedItem, {
    ...(isScheduled ? { scheduled_at, scheduled_revision, schedule_error: null } : {}),
    ...(isScheduled && movedItem.status === 'draft' ? { status: 'scheduled' as const } : {}),
    unpublish_at,
    first_published_at,
  });
  await trackUsages(tx, changedItem);
  return changedItem;
}
