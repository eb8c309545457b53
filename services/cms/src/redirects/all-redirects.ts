import { trimEndCharacters } from '@platform/contracts/trim-characters';
import { type Database, mapInSlices, readCursor, type Tx, toPage } from '@platform/runtime';
import { and, type Column, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { items, publications, redirects, slug_redirects } from '../schema.ts';
import { createFormerPaths, slugPeriods, textsOnceAt } from '../sites/former-templates.ts';
import { publicPath, textsAt } from '../sites/public-url.ts';
import { requireSite } from '../sites/site.ts';
import type { SiteRow } from '../sites/site-row.ts';
import { chooseRedirects, type DatedRedirect, type PathRedirect } from './choose-redirects.ts';

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
  const moved = new Date(row.created_at);
  const created_at = moved.toISOString();
  if (row.kind === null) return { id, from: row.from_path ?? '', to: row.to_url, status, source: 'manual', created_at };
  const { kind, locale } = row;
  // The path as it was when the text left it.
  const then = site.former_templates.find(({ until }) => new Date(until) > moved) ?? site;
  const from = publicPath(then, { kind, locale, slug: row.old_slug }) ?? '';
  return { id, from, to: publicPath(site, { kind, locale, slug: row.slug }), status, source: 'slug', created_at };
};

/** Stored redirects of a site, newest first. A text without readers leads nowhere. */
async function readRows(db: Database | Tx, site: SiteRow, after: string | null, limit: number) {
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
    ORDER BY id DESC LIMIT ${limit}`);
  return rows;
}

/** Redirects in one answer; the newest come first. */
const maxRedirects = 50_000;

/**
 * Every redirect of a site that its server follows, one for each path, newest first. A published text at a path
 * hides the redirects from it. Among the others the newest one has the path: a text that was named later than a
 * manual redirect was made leads to its new address. The event loop serves others meanwhile.
 * @throws `site_not_found`
 */
export async function readAllRedirects(db: Database | Tx, siteId: string): Promise<PathRedirect[]> {
  const site = await requireSite(db, siteId);
  const manual = await db.select().from(redirects).where(eq(redirects.site_id, siteId)).orderBy(desc(redirects.id));
  const ofTexts = await readTextRedirects(db, site);
  const live = await readLivePaths(db, site);
  return chooseRedirects([...manual.map(toDated), ...ofTexts], live, maxRedirects);
}

const toDated = ({ from_path, to_url, status, created_at }: typeof redirects.$inferSelect): DatedRedirect => ({
  from: from_path,
  to: to_url,
  status,
  created_at,
});

/** The one of {@link readAllRedirects} from a path, read without the others; undefined where the server follows none. */
export async function findRedirect(db: Database | Tx, site: SiteRow, from: string): Promise<PathRedirect | undefined> {
  if ((await livePaths(db, site, [from])).size > 0) return undefined;
  const manual = await findManualRedirects(db, site.id, [from]);
  const ofTexts = (await readTextRedirects(db, site, from)).filter((redirect) => redirect.from === from);
  const [redirect] = await chooseRedirects([...manual.map(toDated), ...ofTexts], new Set(), 1);
  return redirect;
}

/**
 * Redirects from every path that published texts had to the present ones, also by former templates.
 * @param from only those of texts that may have had this path
 */
async function readTextRedirects(db: Database | Tx, site: SiteRow, from?: string): Promise<DatedRedirect[]> {
  const { item_id, kind, locale, slug } = publications;
  const named = from === undefined ? null : textsOnceAt(site, from);
  if (named?.length === 0) return [];
  const hasSlug = (columns: { kind: Column; locale: Column; slug: Column }) =>
    named &&
    or(
      ...named.map((text) =>
        and(eq(columns.kind, text.kind), eq(columns.locale, text.locale), eq(columns.slug, text.slug)),
      ),
    );
  const movedTo = and(eq(slug_redirects.site_id, site.id), hasSlug(slug_redirects) ?? undefined);
  const movedItems = db.select({ item_id: slug_redirects.item_id }).from(slug_redirects).where(movedTo);
  const kinds = Object.keys(site.url_templates) as (typeof kind.enumValues)[number][];
  const hasMoved = sql`EXISTS (SELECT FROM cms.slug_redirects r WHERE r.item_id = ${item_id})`;
  const texts = await db
    .select({ item_id, kind, locale, slug, first_published_at: items.first_published_at })
    .from(publications)
    .innerJoin(items, eq(items.id, item_id))
    .where(
      and(
        eq(publications.site_id, site.id),
        inArray(kind, kinds),
        named === null ? undefined : or(hasSlug(publications) ?? undefined, inArray(item_id, movedItems)),
        site.former_templates.length === 0 ? hasMoved : undefined,
      ),
    )
    .orderBy(sql`${publications.published_at} DESC`, item_id);
  const ofTexts =
    named === null
      ? eq(slug_redirects.site_id, site.id)
      : inArray(
          slug_redirects.item_id,
          texts.map((text) => text.item_id),
        );
  const moves = await db
    .select({ item_id: slug_redirects.item_id, slug: slug_redirects.slug, created_at: slug_redirects.created_at })
    .from(slug_redirects)
    .where(ofTexts);
  const movesByItem = Map.groupBy(moves, (move) => move.item_id);
  const pathsOfPeriod = createFormerPaths(site);
  const byText = await mapInSlices(texts, (text) => {
    const to = publicPath(site, text);
    return slugPeriods(text, movesByItem.get(text.item_id) ?? [])
      .flatMap(pathsOfPeriod)
      .filter(({ path }) => path !== to)
      .map(({ path, movedAt }) => ({ from: path, to, status: 301, created_at: movedAt }));
  });
  return byText.flat();
}

/** The path of a target on the same site; null for another site and for no target. */
export function pathOnSite({ website_url }: Pick<SiteRow, 'website_url'>, to: string | null): string | null {
  const base = trimEndCharacters(website_url ?? '', '/');
  return base !== '' && to?.startsWith(`${base}/`) ? to.slice(base.length) : to;
}

/** The paths of all published texts of a site. */
async function readLivePaths(db: Database | Tx, site: SiteRow): Promise<Set<string>> {
  const { kind, slug, locale } = publications;
  const texts = await db.select({ kind, slug, locale }).from(publications).where(eq(publications.site_id, site.id));
  const paths = await mapInSlices(texts, (text) => publicPath(site, text));
  return new Set(paths.filter((path) => path !== null));
}

/** Those of these paths that published texts are at. */
export async function livePaths(db: Database | Tx, site: SiteRow, paths: readonly string[]): Promise<Set<string>> {
  const named = (await mapInSlices(paths, (path) => textsAt(site, path))).flat();
  if (named.length === 0) return new Set();
  const slugs = [...new Set(named.map(({ slug }) => slug))];
  const texts = await db
    .select({ kind: publications.kind, slug: publications.slug, locale: publications.locale })
    .from(publications)
    .where(and(eq(publications.site_id, site.id), sql`${publications.slug} = ANY (${sql.param(slugs)}::text[])`));
  const live = new Set(texts.map((text) => publicPath(site, text)));
  return new Set(paths.filter((path) => live.has(path)));
}

/** Manual redirects from any of these paths. */
export const findManualRedirects = (db: Database | Tx, siteId: string, paths: readonly string[]) =>
  db
    .select()
    .from(redirects)
    .where(and(eq(redirects.site_id, siteId), inArray(redirects.from_path, [...paths])));

/** Every path that leads to an item: its present one first, then those that it had. Empty without readers. */
export async function pathsOfItem(db: Database | Tx, site: SiteRow, itemId: string): Promise<string[]> {
  const { kind, locale, slug } = publications;
  const [text] = await db
    .select({ kind, locale, slug, first_published_at: items.first_published_at })
    .from(publications)
    .innerJoin(items, eq(items.id, publications.item_id))
    .where(eq(publications.item_id, itemId));
  const path = text && publicPath(site, text);
  if (!text || !path) return [];
  const moves = await db.select().from(slug_redirects).where(eq(slug_redirects.item_id, itemId));
  const former = slugPeriods(text, moves).flatMap(createFormerPaths(site));
  return [...new Set([path, ...former.map((each) => each.path)])];
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
