import { maxSlugLength } from '@platform/contracts';
import { fail, isUniqueViolation, type Tx } from '@platform/runtime';
import { and, eq, like, ne, or, type SQL } from 'drizzle-orm';
import { items, publications, revisions } from '../schema.ts';
import { numberedSlug, slugOf } from './make-slug.ts';

/** The scope in which a slug is unique. */
export interface SlugScope {
  site_id: string;
  kind: (typeof items.kind.enumValues)[number];
  locale: string;
}

/** A LIKE pattern of the slugs that {@link numberedSlug} can make of this one. */
export const beginningOf = (slug: string): string => `${slug.slice(0, maxSlugLength - 8)}%`;

const heldBy = (table: typeof items | typeof publications, { site_id, kind, locale }: SlugScope, slug: SQL) =>
  and(eq(table.site_id, site_id), eq(table.kind, kind), eq(table.locale, locale), slug);

/**
 * The slug made from a title, or with `-2` and so on behind it when others have it. Another transaction may
 * take it meanwhile: the unique index has the last word.
 */
export async function freeSlug(tx: Tx, scope: SlugScope, title: string): Promise<string> {
  const slug = slugOf(title);
  const begin = beginningOf(slug);
  const rows = await Promise.all([
    tx
      .select({ slug: items.slug })
      .from(items)
      .where(heldBy(items, scope, like(items.slug, begin))),
    tx
      .select({ slug: publications.slug })
      .from(publications)
      .where(heldBy(publications, scope, like(publications.slug, begin))),
  ]);
  return firstFree(slug, new Set(rows.flat().map((row) => row.slug)));
}

/** A slug that is not taken: this one, or with the smallest number behind it. */
export function firstFree(slug: string, takenSlugs: ReadonlySet<string>): string {
  let free = slug;
  for (let number = 2; takenSlugs.has(free); number += 1) free = numberedSlug(slug, number);
  return free;
}

/**
 * Asserts that no other item has this slug: in its draft, in its schedule, or before its readers.
 * @throws AppError `slug_taken`
 */
export async function requireFreeSlug(tx: Tx, scope: SlugScope, slug: string, itemId: string): Promise<void> {
  const [holder] = await tx
    .select({ id: items.id })
    .from(items)
    .leftJoin(publications, eq(publications.item_id, items.id))
    .leftJoin(revisions, and(eq(revisions.item_id, items.id), eq(revisions.revision, items.scheduled_revision)))
    .where(
      and(
        ne(items.id, itemId),
        heldBy(items, scope, or(eq(items.slug, slug), eq(publications.slug, slug), eq(revisions.slug, slug)) as SQL),
      ),
    )
    .limit(1);
  if (holder) fail('slug_taken');
}

const tries = 20;

/**
 * Repeats a creation when a concurrent one took its generated slug: one of them succeeds with the next
 * number.
 * @param constraint the unique constraint of the slug
 * @param isGenerated false for a slug that the author chose, which is not retried
 */
export async function retryGeneratedSlug<T>(
  constraint: string,
  isGenerated: boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isGenerated || attempt === tries || !isUniqueViolation(error, constraint)) throw error;
    }
  }
}
