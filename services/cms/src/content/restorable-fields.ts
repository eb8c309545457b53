import type { Tx } from '@platform/runtime';
import { and, eq, inArray } from 'drizzle-orm';
import { assets, authors, categories, items } from '../schema.ts';
import type { ItemRow } from './item.ts';
import type { Fields } from './kind.ts';
import type { ContentWarning } from './publication-warnings.ts';

interface Restorable {
  fields: Fields;
  /** What the revision named and is gone. */
  lost: ContentWarning[];
}

/**
 * The fields of an earlier revision without what was deleted since: category, author, cover and release notes entry are
 * null, and related texts are left out.
 */
export async function restorableFields(
  tx: Tx,
  { id: ownId, site_id, kind }: Pick<ItemRow, 'id' | 'site_id' | 'kind'>,
  restored: Fields,
): Promise<Restorable> {
  const fields = { ...restored };
  const lost: ContentWarning[] = [];
  const lose = (field: string, what: string) =>
    lost.push({ code: 'reference_missing', message: what, field, line: null });
  const idIn = (field: string): string | null => {
    const value = restored[field];
    return typeof value === 'string' ? value : null;
  };
  const drop = async (field: string, what: string, find: (id: string) => PromiseLike<unknown[]>) => {
    const id = idIn(field);
    if (id === null || (await find(id)).length > 0) return;
    fields[field] = null;
    lose(field, what);
  };
  await drop('category_id', 'Its category was deleted.', (id) =>
    tx
      .select({ id: categories.id })
      .from(categories)
      .where(and(eq(categories.id, id), eq(categories.site_id, site_id))),
  );
  await drop('author_id', 'Its author was deleted.', (id) =>
    tx
      .select({ id: authors.id })
      .from(authors)
      .where(and(eq(authors.id, id), eq(authors.site_id, site_id))),
  );
  await drop('cover_asset_id', 'Its cover was deleted, or is no image.', (id) =>
    tx
      .select({ id: assets.id })
      .from(assets)
      .where(and(eq(assets.id, id), eq(assets.site_id, site_id), inArray(assets.kind, ['image', 'svg']))),
  );
  await drop('changelog_entry_id', 'Its entry of the release notes was deleted.', (id) =>
    tx
      .select({ id: items.id })
      .from(items)
      .where(and(eq(items.id, id), eq(items.site_id, site_id), eq(items.kind, 'changelog_entry'))),
  );
  if (!Array.isArray(restored.related_ids) || restored.related_ids.length === 0) return { fields, lost };
  const named = restored.related_ids.map(String);
  const present = await tx
    .select({ id: items.id })
    .from(items)
    .where(and(inArray(items.id, named), eq(items.site_id, site_id), eq(items.kind, kind)));
  const ids = new Set(present.map(({ id }) => id));
  const related = named.filter((id) => ids.has(id) && id !== ownId);
  if (related.length === named.length) return { fields, lost };
  fields.related_ids = related;
  lose('related_ids', `${named.length - related.length} of its related texts are gone.`);
  return { fields, lost };
}
