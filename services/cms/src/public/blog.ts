import { cms } from '@platform/contracts';
import { prepareInTick } from '@platform/runtime';
import { type SQL, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { tagSlugOf } from '../content/tag-slug.ts';
import { matchLocale } from '../sites/match-locale.ts';
import { requireSite } from '../sites/site.ts';
import type { SiteRow } from '../sites/site-row.ts';
import { type ListReader, listTexts, type TextsQuery } from './list-texts.ts';
import { readText } from './read-text.ts';
import { postParts, toPublicAuthor, toTextEntry, toWholeText } from './shape-text.ts';
import { namedTags, readTagSpellings } from './tag-spellings.ts';

/**
 * Published posts.
 * @throws `validation_failed` for a cursor that is not of this list
 */
export const readPosts = (
  app: ListReader,
  siteId: string,
  query: TextsQuery & {
    category?: string | undefined;
    tag?: string | undefined;
    author?: string | undefined;
    featured?: boolean | undefined;
  },
) =>
  listTexts(app, cms.endpoints.readPosts, {
    scope: { siteId, kind: 'post' },
    query,
    shape: (row, format) => ({ ...toTextEntry(app, row, format), ...postParts(app, row) }),
    filters: async (site) => [
      ...(query.tag === undefined ? [] : [await hasTags(app, site, query.tag)]),
      ...(query.category === undefined
        ? []
        : [
            sql`p.category_id = (SELECT id FROM cms.categories WHERE site_id = ${siteId} AND slug = ${query.category})`,
          ]),
      ...(query.author === undefined
        ? []
        : [sql`p.author_id = (SELECT id FROM cms.authors WHERE site_id = ${siteId} AND slug = ${query.author})`]),
      ...(query.featured === undefined
        ? []
        : [sql`coalesce((p.fields ->> 'is_featured')::boolean, false) = ${query.featured}`]),
    ],
  });

/** Posts with each of these tags in any of its spellings, which is named by one of them or by its slug. */
async function hasTags({ db }: ListReader, site: SiteRow, filter: string): Promise<SQL> {
  const alternatives = namedTags(await readTagSpellings(db, site), filter).map((tags) =>
    sql.join([sql`true`, ...tags.map((spellings) => sql`p.tags && ${sql.param(spellings)}::text[]`)], sql` AND `),
  );
  return sql`(${sql.join(alternatives, sql` OR `)})`;
}

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

/** Tags of published posts, most used first. Spellings with one slug are one tag, named by the most used one. */
export const readTags = (app: ListReader, siteId: string, { locale: wanted }: { locale?: string | undefined }) =>
  app.publicReads.get(siteId, `tags ${wanted ?? ''}`, async () => {
    const site = await requireSite(app.db, siteId);
    const { rows } = await app.db.execute<{ tag: string; posts: number }>(sql`
      SELECT tag, count(*)::int AS posts
      FROM cms.publications p, unnest(p.tags) AS tag
      WHERE p.site_id = ${siteId} AND p.kind = 'post' AND (${matchLocale(site, wanted)} IN ('*', p.locale))
      GROUP BY tag ORDER BY posts DESC, tag COLLATE "C"`);
    const bySlug = Map.groupBy(rows, ({ tag }) => tagSlugOf(tag));
    const tags = [...bySlug].map(([slug, spellings]) => ({
      tag: spellings[0]?.tag ?? slug,
      slug,
      posts: spellings.reduce((sum, { posts }) => sum + posts, 0),
    }));
    const sorted = tags.toSorted((a, b) => b.posts - a.posts);
    return prepareInTick(cms.endpoints.readTags, sorted);
  });

/** Categories by position, with how many published posts each has, in the language of the request. */
export const readCategories = (app: ListReader, siteId: string, { locale: wanted }: { locale?: string | undefined }) =>
  app.publicReads.get(siteId, `categories ${wanted ?? ''}`, async () => {
    const site = await requireSite(app.db, siteId);
    const locale = matchLocale(site, wanted);
    const { rows } = await app.db.execute(sql`
      SELECT c.slug, coalesce(c.names ->> ${locale}, c.name) AS name,
        coalesce(c.descriptions ->> ${locale}, c.description) AS description, count(p.item_id)::int AS posts
      FROM cms.categories c
      LEFT JOIN cms.publications p ON p.category_id = c.id AND p.kind = 'post' AND (${locale} IN ('*', p.locale))
      WHERE c.site_id = ${siteId}
      GROUP BY c.id ORDER BY c.position, c.name COLLATE "C", c.id`);
    return prepareInTick(cms.endpoints.readCategories, rows);
  });

interface AuthorRow extends Record<string, unknown> {
  slug: string | null;
  name: string;
  bio: string | null;
  url: string | null;
  avatar_file: string | null;
  posts: number;
}

/** Authors of published posts by name, in the language of the request. */
export const readAuthors = (app: ListReader, siteId: string, { locale: wanted }: { locale?: string | undefined }) =>
  app.publicReads.get(siteId, `authors ${wanted ?? ''}`, async () => {
    const locale = matchLocale(await requireSite(app.db, siteId), wanted);
    const { rows } = await app.db.execute<AuthorRow>(sql`
      SELECT a.slug, coalesce(a.names ->> ${locale}, a.name) AS name, coalesce(a.bios ->> ${locale}, a.bio) AS bio,
        a.url, f.file AS avatar_file, count(p.item_id)::int AS posts
      FROM cms.authors a
      JOIN cms.publications p ON p.author_id = a.id AND p.kind = 'post' AND (${locale} IN ('*', p.locale))
      LEFT JOIN cms.assets f ON f.id = a.avatar_asset_id AND f.kind IN ('image', 'svg')
      WHERE a.site_id = ${siteId}
      GROUP BY a.id, f.file ORDER BY 2, a.id`);
    const authors = rows.map(({ posts, ...author }) => ({ ...toPublicAuthor(app, author), posts }));
    return prepareInTick(cms.endpoints.readAuthors, authors);
  });
