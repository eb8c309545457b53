import { afterCommit, fail, findRow } from '@platform/runtime';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { destroyFiles } from '../assets/destroy-files.ts';
import { findLegalFiles } from '../assets/legal-files.ts';
import { type Destruction, recordDestruction, requireConfirmation } from '../content/destroy-item.ts';
import { authors, items, publications, revisions } from '../schema.ts';
import { publicSiteChanged, requireSite } from '../sites/site.ts';
import { forgetImported } from '../transfer/forget-imported.ts';
import { type AuthorTarget, isAuthor, trackAvatar } from './manage-authors.ts';

type Destroyer = Pick<App, 'db' | 'clock' | 'emit' | 'audit' | 'publicReads' | 'ask' | 'log'>;

/**
 * Destroys an author for good. The posts stay, in every revision without an author. Identity writes the record of it.
 * @throws AppError `site_not_found`, `author_not_found`, `confirmation_required` without the slug of the author;
 * `service_unavailable` with `destroy_files` while the legal texts of the site cannot be read
 */
export async function destroyAuthor(
  app: Destroyer,
  target: AuthorTarget,
  { confirm, reason, destroy_files }: Destruction,
  admin: { id: string },
) {
  const site = await requireSite(app.db, target.site_id);
  const present = (await findRow(app.db, authors, isAuthor(target))) ?? fail('author_not_found');
  requireConfirmation(confirm, present.slug ?? present.name);
  const usedElsewhere = destroy_files ? await findLegalFiles(app, site) : new Map();
  return app.db.transaction(async (tx) => {
    // Posts are locked before the author everywhere.
    const named = and(eq(items.site_id, site.id), eq(items.kind, 'post'));
    // As the index of the table has it.
    const isNamed = sql`(${revisions.fields} -> 'author_id') = to_jsonb(${present.id}::text)`;
    await tx
      .select({ id: items.id })
      .from(items)
      .where(and(named, sql`EXISTS (SELECT FROM ${revisions} WHERE ${revisions.item_id} = ${items.id} AND ${isNamed})`))
      .orderBy(items.id)
      .for('update');
    const author = (await findRow(tx, authors, isAuthor(target), 'update')) ?? fail('author_not_found');
    const without = sql`jsonb_set(fields, '{author_id}', 'null')`;
    const ofSite = tx.select({ id: items.id }).from(items).where(named);
    await tx
      .update(revisions)
      .set({ fields: without })
      .where(and(inArray(revisions.item_id, ofSite), isNamed));
    const shown = await tx
      .update(publications)
      .set({ author_id: null, fields: without, updated_at: app.clock.now() })
      .where(eq(publications.author_id, author.id))
      .returning({ id: publications.item_id });
    await trackAvatar(tx, { id: author.id, avatar_asset_id: null });
    await forgetImported(tx, site.id, author.id);
    await tx.delete(authors).where(eq(authors.id, author.id));
    const ids = author.avatar_asset_id === null ? [] : [author.avatar_asset_id];
    const destroyed_files = destroy_files
      ? await destroyFiles(app, tx, { site_id: site.id, ids, names: [], usedElsewhere })
      : 0;
    await publicSiteChanged(app, tx, site);
    if (shown.length > 0) afterCommit(tx, () => app.publicReads.invalidate(site.id));
    return recordDestruction(app, tx, {
      site,
      person: 'site_author',
      object_id: author.id,
      admin_id: admin.id,
      reason,
      category: 'author_profile',
      destroyed_files,
    });
  });
}
