import { maxSlugLength } from '@platform/contracts';
import { fail, isUniqueViolation, type Tx } from '@platform/runtime';
import { and, eq, inArray, like, ne, or, type SQL, sql } from 'drizzle-orm';
import { items, publications, revisions } from '../schema.ts';
import { localesSharing, publicPath, textsAt } from '../sites/public-url.ts';
import type { SiteRow } from '../sites/site-row.ts';
import { numberedSlug, slugOf } from './make-slug.ts';

/** The scope in which a slug is unique. */
export interface SlugScope {
  site_id: string;
  kind: (typeof items.kind.enumValues)[number];
  locale: string;
}

/** A LIKE pattern of the slugs that {@link numberedSlug} can make of this one. */
export const beginningOf = (slug: string): string => `${slug.slice(0, maxSlugLength - 8)}%`;

const heldBy = (
  table: typeof items | typeof publications,
  { site_id, kind, locale }: SlugScope,
  slug: SQL,
  locales = [locale],
) => and(eq(table.site_id, site_id), eq(table.kind, kind), inArray(table.locale, locales), slug);

/**
 * The slug made from a title, or with `-2` and so on behind it when others have it, also in a language that shares
 * its addresses. Another transaction may take it meanwhile: the unique index has the last word.
 */
export async function freeSlug(tx: Tx, site: SiteRow, scope: SlugScope, title: string): Promise<string> {
  const slug = slugOf(title);
  const locales = localesSharing(site, scope);
  const begin = beginningOf(slug);
  const rows = await Promise.all([
    tx
      .select({ slug: items.slug })
      .from(items)
      .where(heldBy(items, scope, like(items.slug, begin), locales)),
    tx
      .select({ slug: publications.slug })
      .from(publications)
      .where(heldBy(publications, scope, like(publications.slug, begin), locales)),
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

/**
 * Asserts that the address of a text leads to no other text of the site: one in another language or of another kind
 * whose template makes the same path. Texts of a site without an address have none. The lock on the path lasts until the end of the transaction.
 * @param isPublished compares published texts alone, and allows what readers find there already; else items are compared
 * @throws AppError `slug_taken`
 */
export async function requireFreeAddress(
  tx: Tx,
  site: SiteRow,
  scope: SlugScope,
  { slug, itemId, isPublished }: { slug: string; itemId: string; isPublished: boolean },
): Promise<void> {
  const path = publicPath(site, { ...scope, slug });
  if (path === null || site.website_url === null) return;
  const others = textsAt(site, path).filter(({ kind, locale }) => kind !== scope.kind || locale !== scope.locale);
  if (others.length === 0) return;
  if (isPublished) {
    const own = and(eq(publications.item_id, itemId), eq(publications.slug, slug));
    // What readers find there already stays: two texts may have shared the address before this rule.
    if ((await tx.select({ slug: publications.slug }).from(publications).where(own)).length > 0) return;
  }
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`cms.address.${site.id}.${path}`}, 0))`);
  const table = isPublished ? publications : items;
  const id = isPublished ? publications.item_id : items.id;
  const [holder] = await tx
    .select({ kind: table.kind, locale: table.locale })
    .from(table)
    .where(
      and(
        ne(id, itemId),
        or(
          ...others.map(({ kind, locale, slug }) =>
            heldBy(table, { ...scope, kind: kind as SlugScope['kind'], locale }, eq(table.slug, slug)),
          ),
        ),
      ),
    )
    .limit(1);
  if (holder)
    fail('slug_taken', {
      message: `The address ${path} belongs to a text of the kind ${holder.kind} in the language ${holder.locale}: choose another slug, or put {locale} into the template of the site.`,
    });
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
