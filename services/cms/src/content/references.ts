import { fail, invalidField, type Tx } from '@platform/runtime';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { asset_usages, assets, authors, categories, folders, items, revisions } from '../schema.ts';
import type { ItemRow } from './item.ts';
import type { Fields, References } from './kind.ts';
import { kinds } from './kinds.ts';

/** Whether pages can show a file as an image. */
export const isImage = ({ kind }: Pick<typeof assets.$inferSelect, 'kind'>): boolean =>
  kind === 'image' || kind === 'svg';

/**
 * Asserts that everything that the fields of an item name is there, in the same site, and that a file for an image is
 * one. Categories, authors and files stay until the end of the transaction, also the files in texts of `fields`: all
 * files are locked in one order, so that a save and the destruction of files wait for each other without a deadlock.
 * @throws AppError `category_not_found`, `author_not_found`, `asset_not_found`, `content_not_found`,
 * `validation_failed` for a file that is no image
 */
export async function requireReferences(
  tx: Tx,
  site_id: string,
  references: References,
  fields: Fields,
): Promise<void> {
  const { category_id, author_id, items: named = [], assets: byField = {}, imageFields = [] } = references;
  const assetIds = [...new Set(Object.values(byField).filter((id) => id !== null))];
  const names = fileNamesIn([fields]);
  const [category, author, lockedAssets, foundItems] = await Promise.all([
    category_id
      ? tx
          .select({ id: categories.id })
          .from(categories)
          .where(and(eq(categories.id, category_id), eq(categories.site_id, site_id)))
          .for('key share')
      : null,
    author_id
      ? tx
          .select({ id: authors.id })
          .from(authors)
          .where(and(eq(authors.id, author_id), eq(authors.site_id, site_id)))
          .for('key share')
      : null,
    assetIds.length + names.length > 0
      ? tx
          .select({ id: assets.id, kind: assets.kind, content_type: assets.content_type })
          .from(assets)
          .where(and(or(inArray(assets.id, assetIds), hasFile(names)), eq(assets.site_id, site_id)))
          .orderBy(assets.id)
          .for('key share')
      : [],
    named.length > 0
      ? tx
          .select({ id: items.id, kind: items.kind })
          .from(items)
          .where(
            and(
              inArray(
                items.id,
                named.map(({ id }) => id),
              ),
              eq(items.site_id, site_id),
            ),
          )
      : [],
  ]);
  if (category?.length === 0) fail('category_not_found');
  if (author?.length === 0) fail('author_not_found');
  const foundAssets = lockedAssets.filter(({ id }) => assetIds.includes(id));
  if (foundAssets.length < assetIds.length) fail('asset_not_found');
  for (const field of imageFields) {
    const asset = foundAssets.find(({ id }) => id === byField[field]);
    if (asset && !isImage(asset))
      invalidField(
        field,
        `is a file of the type ${asset.content_type} and no image: name an uploaded JPEG, PNG, WebP, GIF, AVIF or SVG (a HEIC photo has to be converted)`,
      );
  }
  for (const { id, kind } of named)
    if (!foundItems.some((item) => item.id === id && item.kind === kind)) fail('content_not_found');
}

/**
 * Asserts that related items which an author adds to a text are there, in the same site and of the same kind.
 * Items that the text named before may be gone: readers are not shown them.
 * @throws AppError `content_not_found`, `validation_failed` for the text itself
 */
export async function requireRelated(
  tx: Tx,
  { id, site_id, kind }: Pick<ItemRow, 'site_id' | 'kind'> & { id?: string },
  before: Fields,
  after: Fields,
): Promise<void> {
  const formerIds = new Set(relatedOf(before));
  const added = [...new Set(relatedOf(after))].filter((id) => !formerIds.has(id));
  if (added.length === 0) return;
  if (id !== undefined && added.includes(id)) invalidField('related_ids', 'names the text itself: leave it out');
  const isRelated = and(inArray(items.id, added), eq(items.site_id, site_id), eq(items.kind, kind));
  const present = await tx.select({ id: items.id }).from(items).where(isRelated);
  if (present.length < added.length) fail('content_not_found');
}

const relatedOf = ({ related_ids }: Fields): string[] => (Array.isArray(related_ids) ? related_ids.map(String) : []);

/**
 * Asserts that a folder exists, and locks it until the end of the transaction.
 * @throws `folder_not_found`
 */
export async function requireFolder(tx: Tx, site_id: string, folder_id: string): Promise<void> {
  const [row] = await tx
    .select({ id: folders.id })
    .from(folders)
    .where(and(eq(folders.id, folder_id), eq(folders.site_id, site_id)))
    .for('key share');
  if (!row) fail('folder_not_found');
}

/** A name of a file: made of its content, and an ending. */
const assetPath = /\/assets\/cms\/([0-9a-f]{64}\.[a-z0-9]{1,8})/g;

/**
 * Writes which files the draft, the scheduled and the published revision of an item use, by field and in
 * texts. Called after each change of the item, in its transaction.
 */
export async function trackUsages(tx: Tx, item: ItemRow): Promise<void> {
  const numbers = [item.revision, item.scheduled_revision, item.published_revision].filter((number) => number !== null);
  const inUse = item.status === 'archived' ? [item.revision] : numbers;
  const rows = await tx
    .select({ fields: revisions.fields })
    .from(revisions)
    .where(and(eq(revisions.item_id, item.id), inArray(revisions.revision, [...new Set(inUse)])));
  const usages = new Map<string, { asset_id: string; field: string }>();
  for (const { fields } of rows)
    for (const [field, asset_id] of Object.entries(kinds[item.kind].referencesOf(fields).assets ?? {}))
      if (asset_id !== null) usages.set(`${asset_id} ${field}`, { asset_id, field });
  const names = fileNamesIn(rows.map(({ fields }) => fields));
  if (names.length > 0) {
    const inTexts = await tx
      .select({ id: assets.id })
      .from(assets)
      .where(and(eq(assets.site_id, item.site_id), hasFile(names)))
      .orderBy(assets.id)
      .for('key share');
    for (const { id } of inTexts) usages.set(`${id} body`, { asset_id: id, field: 'body' });
  }
  await tx.delete(asset_usages).where(and(eq(asset_usages.owner_kind, item.kind), eq(asset_usages.owner_id, item.id)));
  if (usages.size > 0)
    await tx
      .insert(asset_usages)
      .values([...usages.values()].map((usage) => ({ ...usage, owner_kind: item.kind, owner_id: item.id })));
}

/** Whether an asset has a file with one of these names. An index has each of both conditions. */
export const hasFile = (names: readonly string[]) =>
  names.length === 0
    ? undefined
    : or(
        sql`${assets.file} = ANY (${sql.param([...names])}::text[])`,
        sql`${assets.variants} @> ANY (${sql.param(names.map((file) => JSON.stringify([{ file }])))}::jsonb[])`,
      );

/** Names of our files in the texts of some revisions. */
export const fileNamesIn = (revisions: Fields[]): string[] => [
  ...new Set(
    revisions.flatMap((fields) =>
      Object.values(fields).flatMap((value) =>
        typeof value === 'string' ? [...value.matchAll(assetPath)].map(([, name]) => name ?? '') : [],
      ),
    ),
  ),
];
