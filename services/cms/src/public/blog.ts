import { cms } from '@platform/contracts';
import { prepareInTick } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireSite } from '../sites/site.ts';
import { type ListReader, listTexts, type TextsQuery } from './list-texts.ts';
import { readText } from './read-text.ts';
import { postParts, toTextEntry, toWholeText } from './shape-text.ts';

/**
 * Published posts.
 * @throws `validation_failed` for a cursor that is not of this list
 */
export const readPosts = (
  app: ListReader,
  siteId: string,
  query: TextsQuery & { category?: string | undefined; tag?: string | undefined },
) =>
  listTexts(app, cms.endpoints.readPosts, {
    scope: { siteId, kind: 'post' },
    query,
    shape: (row, format) => ({ ...toTextEntry(app, row, format), ...postParts(app, row) }),
    filters: [
      ...(query.tag === undefined ? [] : [sql`p.tags @> ARRAY[${query.tag}]`]),
      ...(query.category === undefined
        ? []
        : [
            sql`p.category_id = (SELECT id FROM cms.categories WHERE site_id = ${siteId} AND slug = ${query.category})`,
          ]),
    ],
  });

/**
 * A published post, or the draft that a preview token opens.
 * @throws `content_not_found`, `moved`
 */
export const readPost = (app: App, siteId: string, slug: string, query: Parameters<typeof readText>[2]['query']) =>
  readText(app, cms.endpoints.readPost, {
    text: { siteId, kind: 'post', slug },
    query,
    shape: (row, withHtml) => ({
      ...toWholeText(app, row, withHtml),
      ...postParts(app, row),
    }),
  });

/** Tags of published posts, most used first. */
export const readTags = (app: ListReader, siteId: string, { locale }: { locale?: string | undefined }) =>
  app.publicReads.get(siteId, `tags ${locale ?? ''}`, async () => {
    const site = await requireSite(app.db, siteId);
    const { rows } = await app.db.execute(sql`
      SELECT tag, count(*)::int AS posts
      FROM cms.publications p, unnest(p.tags) AS tag
      WHERE p.site_id = ${siteId} AND p.kind = 'post' AND (${locale ?? site.default_locale} IN ('*', p.locale))
      GROUP BY tag ORDER BY posts DESC, tag COLLATE "C"`);
    return prepareInTick(cms.endpoints.readTags, rows);
  });

/** Categories by position, with how many published posts each has. */
export const readCategories = (app: ListReader, siteId: string, { locale }: { locale?: string | undefined }) =>
  app.publicReads.get(siteId, `categories ${locale ?? ''}`, async () => {
    const site = await requireSite(app.db, siteId);
    const { rows } = await app.db.execute(sql`
      SELECT c.slug, c.name, c.description, count(p.item_id)::int AS posts
      FROM cms.categories c
      LEFT JOIN cms.publications p
        ON p.category_id = c.id AND p.kind = 'post' AND (${locale ?? site.default_locale} IN ('*', p.locale))
      WHERE c.site_id = ${siteId}
      GROUP BY c.id ORDER BY c.position, c.name COLLATE "C", c.id`);
    return prepareInTick(cms.endpoints.readCategories, rows);
  });
