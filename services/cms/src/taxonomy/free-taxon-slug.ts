import type { Database, Tx } from '@platform/runtime';
import { and, eq, like } from 'drizzle-orm';
import { slugOf } from '../content/make-slug.ts';
import { beginningOf, firstFree } from '../content/slug.ts';
import type { authors, categories } from '../schema.ts';

/** The slug made from a name, or with `-2` and so on behind it when others of the table have it. */
export async function freeTaxonSlug(
  db: Database | Tx,
  table: typeof authors | typeof categories,
  site_id: string,
  name: string,
): Promise<string> {
  const slug = slugOf(name);
  const rows = await db
    .select({ slug: table.slug })
    .from(table)
    .where(and(eq(table.site_id, site_id), like(table.slug, beginningOf(slug))));
  return firstFree(slug, new Set(rows.map((row) => String(row.slug))));
}
