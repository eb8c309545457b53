import { isUniqueViolation } from '@platform/runtime';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { App } from '../app.ts';
import { authors } from '../schema.ts';
import { publicSiteChanged, requireSite } from '../sites/site.ts';
import { freeTaxonSlug } from './free-taxon-slug.ts';

/** Authors of one run. */
const maxAuthors = 500;

/**
 * Backfill: gives a slug to authors without one, who came with an import or from the release before.
 * @returns how many authors got one
 */
export async function nameAuthors(app: Pick<App, 'db' | 'emit' | 'clock' | 'publicReads'>): Promise<number> {
  const rows = await app.db
    .select()
    .from(authors)
    .where(isNull(authors.slug))
    .orderBy(asc(authors.id))
    .limit(maxAuthors);
  let named = 0;
  for (const { id, site_id, name } of rows) {
    const site = await requireSite(app.db, site_id);
    try {
      await app.db.transaction(async (tx) => {
        const slug = await freeTaxonSlug(tx, authors, site_id, name);
        await tx
          .update(authors)
          .set({ slug, updated_at: app.clock.now() })
          .where(and(eq(authors.id, id), isNull(authors.slug)));
        await publicSiteChanged(app, tx, site);
      });
      named += 1;
    } catch (error) {
      // Another author took the slug meanwhile: the next run chooses another one.
      if (!isUniqueViolation(error, 'authors_slug')) throw error;
    }
  }
  return named;
}
