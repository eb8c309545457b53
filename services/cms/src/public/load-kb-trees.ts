import { boundedCache, singleFlight } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { pathTo } from '../knowledge-base/folder-path.ts';
import { matchLocale } from '../sites/match-locale.ts';
import { requireSite } from '../sites/site.ts';
import type { KbArticle, KbFolder, KbTree, KbTrees } from './kb-tree.ts';
import type { AddressedSite } from './published-text.ts';
import { beginningOf } from './seo-head.ts';

const maxBytes = 32 * 1024 * 1024;

/**
 * Reads trees, and caches each for as long as its site has the same `content_version`: after a change, the
 * pages of a thousand articles need the tree that one of them has read.
 */
export function createKbTrees({ db }: Pick<App, 'db'>): KbTrees {
  const trees = boundedCache<KbTree>({ maxBytes });
  const shareLoad = singleFlight();
  return {
    async read(siteId, requestedLocale) {
      const site = await requireSite(db, siteId);
      const locale = matchLocale(site, requestedLocale);
      const key = `${siteId} ${locale} ${site.content_version} ${site.version}`;
      return trees.get(key) ?? shareLoad(key, () => load(key, siteId, site, locale));
    },
  };

  async function load(key: string, siteId: string, site: AddressedSite, locale: string): Promise<KbTree> {
    const named = locale === '*' ? site.default_locale : locale;
    const [{ rows: folders }, { rows: articles }] = await Promise.all([
      db.execute<KbFolder & Record<string, unknown>>(sql`
        SELECT id, parent_id, coalesce(names ->> ${named}, name) AS name, description, position
        FROM cms.folders WHERE site_id = ${siteId} ORDER BY position, name COLLATE "C", id`),
      db.execute<KbArticle & { lead: string | null } & Record<string, unknown>>(sql`
        SELECT p.item_id, i.folder_id, i.position, p.locale, p.slug, p.title, nullif(p.fields ->> 'excerpt', '') AS excerpt,
          p.outline ->> 'lead' AS lead, p.updated_at
        FROM cms.publications p JOIN cms.items i ON i.id = p.item_id
        WHERE p.site_id = ${siteId} AND p.kind = 'article' AND ${locale} IN ('*', p.locale)
        ORDER BY i.position, p.title COLLATE "C", p.item_id`),
    ]);
    const described = articles.map(({ lead, ...article }) => ({
      ...article,
      excerpt: article.excerpt ?? beginningOf({ lead: lead ?? '' }),
    }));
    const tree = arrange(site, locale, folders, described);
    trees.set(key, tree);
    return tree;
  }
}

/** The tree of these rows, each kind in the order of its positions. */
function arrange(
  site: AddressedSite,
  locale: string,
  folders: readonly KbFolder[],
  articles: readonly KbArticle[],
): KbTree {
  const foldersIn = Map.groupBy(folders, ({ parent_id }) => parent_id);
  const articlesIn = Map.groupBy(articles, ({ folder_id }) => folder_id);
  const ordered: KbArticle[] = [];
  const walk = (id: string | null): void => {
    const ownArticles = [...(articlesIn.get(id) ?? [])];
    for (const folder of foldersIn.get(id) ?? []) {
      const behind = ownArticles.findIndex(({ position }) => position > folder.position);
      ordered.push(...ownArticles.splice(0, behind === -1 ? ownArticles.length : behind));
      walk(folder.id);
    }
    ordered.push(...ownArticles);
  };
  walk(null);
  return {
    site,
    locale,
    folders: new Map(folders.map((folder) => [folder.id, folder])),
    articles: ordered,
    indexes: new Map(ordered.map(({ item_id }, index) => [item_id, index])),
  };
}

/** The folders around an article, from the top. */
export const breadcrumbsOf = ({ folders }: KbTree, folder_id: string | null) =>
  pathTo(folders, folder_id).map(({ id, name }) => ({ id, name }));
