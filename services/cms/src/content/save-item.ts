import { isDeepStrictEqual } from 'node:util';
import type { ContentKind } from '@platform/contracts';
import { fail, invalidField, isUniqueViolation, newId, randomBase62, type Tx } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { items, revisions, sites } from '../schema.ts';
import { publicSiteChanged, requireSite } from '../sites/site.ts';
import type { SiteRow } from '../sites/site-row.ts';
import {
  type Change,
  type Draft,
  type ItemRow,
  type ItemTarget,
  lockItem,
  recordChange,
  requireItem,
  requireRevision,
  toItem,
} from './item.ts';
import type { Fields, Kind, References } from './kind.ts';
import { kinds } from './kinds.ts';
import { requireFolder, requireReferences, requireRelated, trackUsages } from './references.ts';
import { freeSlug, requireFreeAddress, requireFreeSlug, retryGeneratedSlug } from './slug.ts';

/** What an author sends: fields of the kind, and what every kind has. */
export interface Written extends Fields {
  slug?: string | undefined;
  locale?: string | undefined;
  translation_of?: string | null;
  note?: string | null | undefined;
  /** The editor saves by itself. */
  autosave?: boolean | undefined;
  /** Folder and position of an article, which is in no revision. */
  folder_id?: string | null | undefined;
  position?: number | undefined;
}

/**
 * Writes a new item as a draft.
 * @throws AppError `site_not_found`, `slug_taken`, `version_exists`, `validation_failed`, or the code of a
 * missing reference: `content_not_found`, `category_not_found`, `author_not_found`, `folder_not_found`,
 * `asset_not_found`
 */
export async function createItem<K extends ContentKind>(
  app: App,
  { kind: kindName, site_id, written, author }: { kind: K; site_id: string; written: Written; author: string },
) {
  const kind = kinds[kindName];
  const {
    slug,
    locale,
    translation_of = null,
    note: _,
    autosave: __,
    folder_id = null,
    position = 0,
    ...rest
  } = written;
  const site = await requireSite(app.db, site_id);
  const fields = reviseFields(kind, {}, kind.fields.parse(rest) as Fields, new Set(Object.keys(rest)));
  const language = locale ?? site.default_locale;
  const scope = { site_id, kind: kindName, locale: language };
  return withUniqueErrors(() =>
    retryGeneratedSlug('items_slug', slug === undefined, () =>
      app.db.transaction(async (tx) => {
        const group_id =
          translation_of === null
            ? null
            : (await requireItem(tx, { site_id, item_id: translation_of, kind: kindName })).group_id;
        const folderPosition = { folder_id, position };
        await requireRelated(tx, scope, {}, fields);
        const draft = await insertItem(app, tx, {
          ...scope,
          id: newId(),
          group_id,
          slug,
          fields,
          ...folderPosition,
          author,
        });
        await recordChange(app, tx, { site, before: null, after: draft });
        return toItem<K>(app, site, draft);
      }),
    ),
  );
}

/** An item that is about to be written. */
export interface NewItem {
  id: string;
  site_id: string;
  kind: ContentKind;
  locale: string;
  /** Null for the first item of a group of translations. */
  group_id: string | null;
  /** Made from the title when absent. */
  slug: string | undefined;
  /** As parsed and completed by the kind. */
  fields: Fields;
  folder_id: string | null;
  position: number;
  /** E-mail of the administrator. */
  author: string;
}

/**
 * Inserts an item with its first revision as a draft.
 * @throws AppError `slug_taken`, `validation_failed` for a language that the site does not have, or the code
 * of a missing reference
 */
export async function insertItem(app: Pick<App, 'clock'>, tx: Tx, newItem: NewItem): Promise<Draft> {
  const { id, site_id, kind: kindName, locale, group_id, slug, fields, folder_id, position, author } = newItem;
  const kind = kinds[kindName];
  const scope = { site_id, kind: kindName, locale };
  const site = await requireLanguage(tx, site_id, locale);
  await requireReferences(tx, site_id, kind.referencesOf(fields), fields);
  if (folder_id !== null) await requireFolder(tx, site_id, folder_id);
  const now = app.clock.now();
  const title = kind.titleOf(fields);
  if (slug !== undefined) {
    await requireFreeSlug(tx, scope, slug, id);
    await requireFreeAddress(tx, site, scope, { slug, itemId: id, isPublished: false });
  }
  const [item] = await tx
    .insert(items)
    .values({
      ...scope,
      id,
      group_id: group_id ?? id,
      status: 'draft',
      lock_version: 1,
      revision: 1,
      slug: slug ?? (await freeSlug(tx, site, scope, title)),
      title,
      unique_key: kind.uniqueKeyOf?.(fields) ?? null,
      folder_id,
      position,
      access_token: kindName === 'document' ? randomBase62(32) : null,
      created_at: now,
      updated_at: now,
      updated_by: author,
    })
    .returning();
  if (!item) return fail('internal_error');
  const revision = await addRevision(tx, item, fields, { author, note: null, now });
  await trackUsages(tx, item);
  return { item, revision };
}

/**
 * Changes the draft of an item: a new revision, unless nothing changes. The folder and position of an article take effect
 * at once.
 * @throws AppError `site_not_found`, `content_not_found`, `precondition_failed`, and the codes of
 * {@link createItem}
 */
export const updateItem = <K extends ContentKind>(
  app: App,
  target: Required<ItemTarget<K>>,
  written: Written,
  change: Change,
) => reviseItem(app, target, () => written, change);

/**
 * {@link updateItem} for a change that follows from the fields of the draft.
 * @param writtenFor gets the fields under the lock of the item
 */
export async function reviseItem<K extends ContentKind>(
  app: App,
  target: Required<ItemTarget<K>>,
  writtenFor: (current: Fields) => Written,
  { admin, if_match }: Change,
) {
  const kind = kinds[target.kind];
  const site = await requireSite(app.db, target.site_id);
  return withUniqueErrors(() =>
    app.db.transaction(async (tx) => {
      const item = await lockItem(tx, target, if_match);
      const current = await requireRevision(tx, item.id, item.revision);
      const written = writtenFor(current.fields);
      const { slug, note, autosave = false, folder_id, position, locale: _, translation_of: __, ...changes } = written;
      const changed = new Set(
        Object.keys(changes).filter((name) => !isDeepStrictEqual(changes[name], current.fields[name])),
      );
      const fields = reviseFields(kind, current.fields, { ...current.fields, ...changes }, changed);
      const next = { item, revision: current };
      const now = app.clock.now();
      if (changed.size > 0 || (slug !== undefined && slug !== item.slug)) {
        await requireReferences(tx, item.site_id, newReferences(kind, current.fields, fields), fields);
        await requireRelated(tx, item, current.fields, fields);
        if (slug !== undefined && slug !== item.slug) {
          await requireFreeSlug(tx, item, slug, item.id);
          await requireFreeAddress(tx, site, item, { slug, itemId: item.id, isPublished: false });
        }
        const autosaved_since = autosave
          ? ((await supersedeAutosaved(tx, { item, revision: current }, { author: admin.email, now })) ?? now)
          : null;
        next.revision = await addRevision(
          tx,
          { ...item, slug: slug ?? item.slug, revision: item.revision + 1 },
          fields,
          { author: admin.email, note: note ?? null, now, autosaved_since },
        );
      }
      const folderPosition = { folder_id: folder_id ?? item.folder_id, position: position ?? item.position };
      if (folder_id === null) folderPosition.folder_id = null;
      const isInOther = folderPosition.folder_id !== item.folder_id;
      const isMoved = isInOther || folderPosition.position !== item.position;
      // The present folder is not locked: its deletion waits for the lock of this item.
      if (isInOther && folderPosition.folder_id !== null)
        await requireFolder(tx, item.site_id, folderPosition.folder_id);
      if (isMoved || next.revision !== current)
        next.item = await writeItem(tx, item, {
          ...folderPosition,
          revision: next.revision.revision,
          slug: next.revision.slug,
          title: kind.titleOf(fields),
          unique_key: kind.uniqueKeyOf?.(fields) ?? null,
          ...(isMoved ? { context_changed_at: now } : {}),
          updated_at: now,
          updated_by: admin.email,
        });
      if (next.revision !== current) await trackUsages(tx, next.item);
      if (isMoved && next.item.published_revision !== null) await publicSiteChanged(app, tx, site);
      await recordChange(app, tx, { site, before: { item, revision: current }, after: next });
      return toItem<K>(app, site, next);
    }),
  );
}

/**
 * What a change names. Items that the draft named before may be gone, as related ones, and a file that it named before
 * may be no image: the publication warns.
 */
function newReferences(kind: Kind, before: Fields, after: Fields): References {
  const references = kind.referencesOf(after);
  const former = kind.referencesOf(before);
  const formerIds = new Set(former.items?.map(({ id }) => id));
  return {
    ...references,
    items: references.items?.filter(({ id }) => !formerIds.has(id)) ?? [],
    imageFields: references.imageFields?.filter((field) => references.assets?.[field] !== former.assets?.[field]) ?? [],
  };
}

/** Applies the rules of the kind to the fields of an item: derives dependent fields, then checks all. */
function reviseFields(kind: Kind, before: Fields, after: Fields, changed: ReadonlySet<string>): Fields {
  const fields = changed.size > 0 && kind.revise ? kind.revise(before, after, changed) : after;
  kind.check?.(fields);
  return fields;
}

/**
 * Asserts that a site has this language. The row lock keeps the language until the end of the transaction.
 */
async function requireLanguage(tx: Tx, site_id: string, locale: string): Promise<SiteRow> {
  const [site] = await tx.select().from(sites).where(eq(sites.id, site_id)).for('key share');
  return site?.locales.includes(locale)
    ? site
    : invalidField('locale', 'is not a language of the site: add it to `locales` of the site first');
}

/** Writes the changed columns of an item, and increments its `lock_version`. */
export async function writeItem(tx: Tx, item: ItemRow, columns: Partial<ItemRow>): Promise<ItemRow> {
  const [row] = await tx
    .update(items)
    .set({ ...columns, lock_version: item.lock_version + 1 })
    .where(eq(items.id, item.id))
    .returning();
  return row ?? fail('content_not_found');
}

/** How long autosaved revisions of an author take the place of each other. */
const autosaveMs = 10 * 60_000;

/**
 * Takes the present draft out of the lists of revisions where a new autosaved one takes its place: one that the same author
 * autosaved within ten minutes, and that nobody published or scheduled. Its row stays for whoever reads it now.
 * @returns since when the author autosaves; null where the draft stays
 */
async function supersedeAutosaved(
  tx: Tx,
  { item, revision }: Draft,
  { author, now }: { author: string; now: Date },
): Promise<Date | null> {
  const { autosaved_since, was_published } = revision;
  const isRecent = autosaved_since !== null && now.getTime() - autosaved_since.getTime() < autosaveMs;
  const isPinned = was_published || [item.published_revision, item.scheduled_revision].includes(revision.revision);
  if (!isRecent || isPinned || revision.author !== author) return null;
  await tx
    .update(revisions)
    .set({ superseded_at: now })
    .where(and(eq(revisions.item_id, item.id), eq(revisions.revision, revision.revision)));
  return autosaved_since;
}

/** Writes a revision with the number and the slug of `item`. */
export async function addRevision(
  tx: Tx,
  { id, revision, slug }: Pick<ItemRow, 'id' | 'revision' | 'slug'>,
  fields: Fields,
  {
    author,
    note,
    now,
    autosaved_since = null,
  }: { author: string; note: string | null; now: Date; autosaved_since?: Date | null },
): Promise<Draft['revision']> {
  const row = {
    item_id: id,
    revision,
    slug,
    fields,
    author,
    note,
    was_published: false,
    created_at: now,
    autosaved_since,
    superseded_at: null,
  };
  await tx.insert(revisions).values(row);
  return row;
}

/** Maps a unique violation, from a lost race, to the error of the check before it. */
export async function withUniqueErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'items_slug') || isUniqueViolation(error, 'publications_slug'))
      return fail('slug_taken', { cause: error });
    if (isUniqueViolation(error, 'items_unique_key') || isUniqueViolation(error, 'publications_unique_key'))
      return fail('version_exists', { cause: error });
    if (isUniqueViolation(error, 'items_translation'))
      return invalidField('translation_of', 'has a translation in this language already: change that one');
    throw error;
  }
}
