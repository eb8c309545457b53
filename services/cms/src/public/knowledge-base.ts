import { cms, type TreeFolder } from '@platform/contracts';
import { dayBefore, dayOf, prepareInTick } from '@platform/runtime';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { items } from '../schema.ts';
import { publicUrl } from '../sites/public-url.ts';
import type { KbArticle, KbTree } from './kb-tree.ts';
import { type ListReader, listTexts, type TextsQuery } from './list-texts.ts';
import { breadcrumbsOf } from './load-kb-trees.ts';
import type { AddressedSite, TextRow } from './published-text.ts';
import { readText } from './read-text.ts';
import { toTextEntry, toWholeText } from './shape-text.ts';

type TreeView = z.input<typeof TreeFolder>;
interface Localized {
  locale?: string | undefined;
}

const addressOf = (site: AddressedSite, { slug, locale }: Pick<KbArticle, 'slug' | 'locale'>) =>
  publicUrl(site, { kind: 'article', slug, locale });

const toEntry = (site: AddressedSite, article: KbArticle) => ({
  slug: article.slug,
  locale: article.locale,
  title: article.title,
  excerpt: article.excerpt,
  url: addressOf(site, article),
  position: article.position,
  updated_at: new Date(article.updated_at).toISOString(),
});

/** Folders with their articles, nested. Folders without articles are left out. */
export const readTree = (app: Pick<App, 'publicReads' | 'kbTrees'>, siteId: string, { locale }: Localized) =>
  app.publicReads.get(siteId, `tree ${locale ?? ''}`, async () => {
    const tree = await app.kbTrees.read(siteId, locale);
    const articles = Map.groupBy(tree.articles, ({ folder_id }) => folder_id);
    const folders = Map.groupBy(tree.folders.values(), ({ parent_id }) => parent_id);
    const inFolder = (id: string | null) => (articles.get(id) ?? []).map((article) => toEntry(tree.site, article));
    const foldersIn = (id: string | null): TreeView[] =>
      (folders.get(id) ?? [])
        .map(({ id, name, description, position }) => ({
          id,
          name,
          description,
          position,
          articles: inFolder(id),
          folders: foldersIn(id),
        }))
        .filter(({ articles, folders }) => articles.length + folders.length > 0);
    return prepareInTick(cms.endpoints.readTree, { folders: foldersIn(null), articles: inFolder(null) });
  });

/**
 * Published articles.
 * @throws `validation_failed` for a cursor that is not of this list
 */
export const readArticles = (app: ListReader, siteId: string, query: TextsQuery) =>
  listTexts(app, cms.endpoints.readArticles, {
    scope: { siteId, kind: 'article' },
    query,
    shape: (row, format) => toTextEntry(app, row, format),
  });

/**
 * A published article, or the draft that a preview token opens.
 * @throws `content_not_found`, `moved`
 */
export const readArticle = (app: App, siteId: string, slug: string, query: Parameters<typeof readText>[2]['query']) =>
  readText(app, cms.endpoints.readArticle, {
    text: { siteId, kind: 'article', slug },
    query,
    shape: async (row, withHtml) => ({
      ...toWholeText(app, row, withHtml),
      ...(await readSurroundings(app, siteId, row)),
    }),
  });

/** The surroundings of an article in the tree of its language. A draft without readers has no neighbours. */
async function readSurroundings({ db, kbTrees }: Pick<App, 'db' | 'kbTrees'>, siteId: string, row: TextRow) {
  const tree = await kbTrees.read(siteId, row.locale);
  const index = tree.indexes.get(row.item_id);
  if (index === undefined) {
    const [item] = await db.select({ folder_id: items.folder_id }).from(items).where(eq(items.id, row.item_id));
    return { breadcrumbs: breadcrumbsOf(tree, item?.folder_id ?? null), previous: null, next: null };
  }
  const linkTo = (at: number) => toLink(tree, tree.articles[at]);
  const folder_id = tree.articles[index]?.folder_id ?? null;
  return { breadcrumbs: breadcrumbsOf(tree, folder_id), previous: linkTo(index - 1), next: linkTo(index + 1) };
}

const toLink = ({ site }: KbTree, article: KbArticle | undefined) =>
  article ? { slug: article.slug, title: article.title, url: addressOf(site, article) } : null;

const popularDays = 90;

/** Articles by their views of 90 days, today included; those without views are left out. */
export const readPopularArticles = (
  app: Pick<App, 'db' | 'clock' | 'publicReads' | 'kbTrees'>,
  siteId: string,
  { locale, limit }: Localized & { limit: number },
) =>
  app.publicReads.get(siteId, `popular ${locale ?? ''} ${limit}`, async () => {
    const tree = await app.kbTrees.read(siteId, locale);
    const since = dayBefore(dayOf(app.clock.now(), tree.site.timezone), popularDays - 1);
    const { rows } = await app.db.execute<{ item_id: string; view_count: number }>(sql`
      SELECT v.item_id, sum(v.views)::int AS view_count
      FROM cms.article_views v JOIN cms.publications p ON p.item_id = v.item_id
      WHERE v.site_id = ${siteId} AND v.day >= ${since} AND p.kind = 'article'
        AND ${tree.locale} IN ('*', p.locale)
      GROUP BY v.item_id ORDER BY view_count DESC, v.item_id LIMIT ${limit}`);
    const popular = rows.flatMap(({ item_id, view_count }) => {
      const article = tree.articles[tree.indexes.get(item_id) ?? -1];
      return article ? [{ ...toEntry(tree.site, article), view_count }] : [];
    });
    return prepareInTick(cms.endpoints.readPopularArticles, popular);
  });
