import { isDeepStrictEqual } from 'node:util';
import type { ContentKind } from '@platform/contracts';
import { fail, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { type ItemRow, lockItem, type RevisionRow, requireRevision } from '../content/item.ts';
import type { Fields } from '../content/kind.ts';
import { kinds } from '../content/kinds.ts';
import { writePublication } from '../content/publish-item.ts';
import { requireReferences, trackUsages } from '../content/references.ts';
import { type RenderedRevision, renderRevision } from '../content/render-revision.ts';
import { addRevision, insertItem, withUniqueErrors, writeItem } from '../content/save-item.ts';
import { requireFreeSlug } from '../content/slug.ts';
import { withdraw } from '../content/withdraw-item.ts';
import type { SiteRow } from '../sites/site.ts';

type Writer = Pick<App, 'db' | 'clock' | 'emit' | 'audit' | 'publicReads' | 'renderer' | 'config'>;

/** One form of an item, as its kind keeps it. */
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
export async function prepareForms(app: Writer, site: SiteRow, wanted: WantedItem): Promise<RenderedRevision | null> {
  const form = shownForm(wanted);
  return form && renderRevision(app, site, wanted, { fields: form.fields }, 'import');
}

interface FormsInput {
  site: SiteRow;
  wanted: WantedItem;
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
  app: Writer,
  tx: Tx,
  { site, wanted, rendered, expected }: FormsInput,
): Promise<ItemRow> =>
  withUniqueErrors(async () => {
    const { forms, status } = wanted;
    const shown = shownForm(wanted);
    const first = shown ?? (status === 'archived' ? null : forms.scheduled) ?? forms.draft;
    let { item, revision } = expected ? await lockExpected(tx, expected) : await insert(app, tx, site, wanted, first);
    const add = async (form: ItemForm) => {
      if (form.slug === revision.slug && isDeepStrictEqual(form.fields, revision.fields)) return;
      ({ item, revision } = await revise(app, tx, item, form, wanted.by));
    };
    await add(first);
    if (shown && rendered) {
      const at = wanted.first_published_at ?? app.clock.now();
      item = await writePublication(app, tx, {
        site,
        item,
        revision,
        rendered,
        at,
        by: wanted.by,
        status: 'published',
      });
    }
    if (forms.scheduled) await add(forms.scheduled);
    let scheduled_revision = wanted.scheduled_at !== null && forms.scheduled ? item.revision : null;
    await add(forms.draft);
    if (wanted.scheduled_at !== null) scheduled_revision ??= item.revision;
    return settle(app, tx, site, { wanted, item, scheduled_revision });
  });

async function lockExpected(tx: Tx, expected: ItemRow): Promise<{ item: ItemRow; revision: RevisionRow }> {
  const item = await lockItem(tx, { site_id: expected.site_id, item_id: expected.id }, null);
  if (item.lock_version !== expected.lock_version) fail('conflict', { message: 'It was changed during the import.' });
  return { item, revision: await requireRevision(tx, item.id, item.revision) };
}

const insert = (app: Writer, tx: Tx, site: SiteRow, wanted: WantedItem, { slug, fields }: ItemForm) => {
  const { id, kind, locale, group_id, folder_id, position, by } = wanted;
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

async function revise(app: Writer, tx: Tx, before: ItemRow, { slug, fields }: ItemForm, author: string) {
  const kind = kinds[before.kind];
  await requireReferences(tx, before.site_id, kind.referencesOf(fields));
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
async function settle(
  app: Writer,
  tx: Tx,
  site: SiteRow,
  { wanted, item, scheduled_revision }: { wanted: WantedItem; item: ItemRow; scheduled_revision: number | null },
): Promise<ItemRow> {
  const { status, scheduled_at, unpublish_at, folder_id, position } = wanted;
  const first_published_at = item.first_published_at ?? wanted.first_published_at;
  const isPlaced = item.kind === 'article' && (item.folder_id !== folder_id || item.position !== position);
  const placed = isPlaced ? await writeItem(tx, item, { folder_id, position }) : item;
  if (status === 'archived') {
    const archived =
      placed.status === 'archived'
        ? placed
        : await withdraw(app, tx, { site, item: placed, status, reason: 'archived', by: wanted.by });
    return archived.first_published_at === first_published_at
      ? archived
      : writeItem(tx, archived, { first_published_at });
  }
  const isScheduled = scheduled_at !== null && scheduled_revision !== null;
  const isSame = !isScheduled && unpublish_at === null && first_published_at === placed.first_published_at;
  if (isSame) return placed;
  const settled = await writeItem(tx, placed, {
    ...(isScheduled ? { scheduled_at, scheduled_revision, schedule_error: null } : {}),
    ...(isScheduled && placed.status === 'draft' ? { status: 'scheduled' as const } : {}),
    unpublish_at,
    first_published_at,
  });
  await trackUsages(tx, settled);
  return settled;
}
