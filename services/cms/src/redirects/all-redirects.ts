import { type Database, readCursor, type Tx, toPage } from '@platform/runtime';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { publications } from '../schema.ts';
import { publicPath } from '../sites/public-url.ts';
import { requireSite } from '../sites/site.ts';
import type { SiteRow } from '../sites/site-row.ts';

export interface RedirectView {
  id: string;
  from: string;
  to: string | null;
  status: number;
  source: 'slug' | 'manual';
  created_at: string;
}

interface StoredRedirect extends Record<string, unknown> {
  id: string;
  created_at: string;
  /** Of a manual one. */
  from_path: string | null;
  to_url: string | null;
  status: number;
  /** For the redirect of a renamed text: its previous and its present slug. */
  kind: string | null;
  locale: string;
  old_slug: string;
  slug: string;
}

const toView = (site: SiteRow, row: StoredRedirect): RedirectView => {
  const { id, status } = row;
  const created_at = new Date(row.created_at).toISOString();
  if (row.kind === null) return { id, from: row.from_path ?? '', to: row.to_url, status, source: 'manual', created_at };
  const { kind, locale } = row;
  const from = publicPath(site, { kind, locale, slug: row.old_slug }) ?? '';
  return { id, from, to: publicPath(site, { kind, locale, slug: row.slug }), status, source: 'slug', created_at };
};

/** Redirects of a site, newest first. A text without readers leads nowhere. */
async function readRows(db: Database | Tx, site: SiteRow, after: string | null, limit: number | null) {
  const beyond = after === null ? sql`` : sql`AND id < ${after}::uuid`;
  const { rows } = await db.execute<StoredRedirect>(sql`
    SELECT * FROM (
      SELECT id, created_at, from_path, to_url, status, NULL AS kind, '' AS locale, '' AS old_slug, '' AS slug
      FROM cms.redirects WHERE site_id = ${site.id}
      UNION ALL
      SELECT r.id, r.created_at, NULL, NULL, 301, r.kind, r.locale, r.slug, p.slug
      FROM cms.slug_redirects r JOIN cms.publications p ON p.item_id = r.item_id
      WHERE r.site_id = ${site.id} AND ${site.url_templates}::jsonb ? r.kind
    ) AS every WHERE true ${beyond}
    ORDER BY id DESC ${limit === null ? sql`` : sql`LIMIT ${limit}`}`);
  return rows;
}

/**
 * Every redirect of a site that its server follows. A manual one at the path of a published text is left out:
 * the text was named so later, and its own redirects lead there.
 * @throws `site_not_found`
 */
export async function readAllRedirects(db: Database | Tx, siteId: string): Promise<RedirectView[]> {
  const site = await requireSite(db, siteId);
  const all = (await readRows(db, site, null, null)).map((row) => toView(site, row));
  const live = await livePaths(
    db,
    site,
    all.filter(({ source }) => source === 'manual').map(({ from }) => from),
  );
  return all.filter(({ source, from }) => source === 'slug' || !live.has(from));
}

/** Those of these paths that published texts are at. */
export async function livePaths(db: Database | Tx, site: SiteRow, paths: readonly string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const slugs = [...new Set(paths.flatMap((path) => path.split('/').slice(-2)))];
  const texts = await db
    .select({ kind: publications.kind, slug: publications.slug, locale: publications.locale })
    .from(publications)
    .where(and(eq(publications.site_id, site.id), inArray(publications.slug, slugs)));
  const live = new Set(texts.map((text) => publicPath(site, text)));
  return new Set(paths.filter((path) => live.has(path)));
}

/** One page of redirects, newest first. */
export async function listRedirects(
  { db }: { db: Database },
  siteId: string,
  query: { limit: number; cursor?: string | undefined },
) {
  const site = await requireSite(db, siteId);
  const rows = await readRows(db, site, readCursor(query.cursor), query.limit + 1);
  return toPage(rows, query.limit, (row) => toView(site, row));
}
