import { cms, type SeoContentItem } from '@platform/contracts';
import type { Page } from '@platform/contracts/kit';
import { type Database, type PageQuery, readCursor, writeCursor } from '@platform/runtime';
import { and, count, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { shownUrl, urlKey } from '../crawl/url-key.ts';
import { hashUuid } from '../hash-uuid.ts';
import { requireSite } from '../scans/require-site.ts';
import { issues, keywords, pages, readiness_scores, scan_urls } from '../schema.ts';
import { findJudgedScan } from './judged-scan.ts';

type Item = z.input<typeof SeoContentItem>;

/**
 * One page of the published items of a site, by id, with what the last scan says of each.
 * @throws AppError `site_not_found`, `validation_failed`, `service_unavailable` while the cms does not answer
 */
export async function listContent(
  app: Pick<App, 'db' | 'ask'>,
  site_id: string,
  { limit, cursor }: PageQuery,
): Promise<Page<Item>> {
  const after = readCursor(cursor);
  await requireSite(app, site_id);
  const { items, next } = await app.ask(cms.queries.listContentPage, { site_id, after, limit });
  const ids = items.map(({ id }) => id);
  const urls = items.flatMap(({ url }) => url ?? []);
  const [itemPages, impressions, open, scores] = await Promise.all([
    findPages(app.db, site_id, urls),
    sumImpressions(app.db, site_id, urls),
    countOpen(app.db, site_id, ids),
    readScores(app.db, ids),
  ]);
  return {
    items: items.map(({ id, kind, locale, slug, fields, url, published_at }) => {
      const page = url === null ? undefined : itemPages.get(hashOf(url));
      return {
        item_id: id,
        kind,
        locale,
        slug,
        title: typeof fields.title === 'string' ? fields.title : null,
        url: url === null ? null : shownUrl(url),
        published_at,
        is_live: page ? page.status === 200 : null,
        page_id: page?.id ?? null,
        page_score: page?.page_score ?? null,
        seo_score: scores.get(id) ?? null,
        open_issues: open.get(id) ?? 0,
        impressions: impressions === null || url === null ? null : (impressions.get(hashOf(url)) ?? 0),
      };
    }),
    next_cursor: writeCursor(next),
  };
}

/** Key of an address in the frontier. */
export const hashOf = (url: string): string => hashUuid(urlKey(url) ?? url);

/** Pages of the last scan by the hashes of their addresses. */
export async function findPages(db: Database, site_id: string, urls: readonly string[]) {
  const scan = await findJudgedScan(db, site_id);
  if (!scan || urls.length === 0) return new Map<string, never>();
  const rows = await db
    .select({ id: pages.id, status: pages.status, page_score: pages.page_score, url_hash: scan_urls.url_hash })
    .from(scan_urls)
    .innerJoin(pages, and(eq(pages.scan_id, scan_urls.scan_id), eq(pages.number, scan_urls.number)))
    .where(and(eq(scan_urls.scan_id, scan.id), inArray(scan_urls.url_hash, urls.map(hashOf))));
  return new Map(rows.map((row) => [row.url_hash, row]));
}

/** Impressions by the hashes of addresses; null without data that name pages. */
async function sumImpressions(db: Database, site_id: string, urls: readonly string[]) {
  const isOfPages = and(eq(keywords.site_id, site_id), eq(keywords.source, 'google'), isNotNull(keywords.url));
  const [anyKeyword] = await db.select({ id: keywords.id }).from(keywords).where(isOfPages).limit(1);
  if (!anyKeyword) return null;
  const wantedUrls = [...new Set(urls.flatMap((url) => [url, urlKey(url) ?? url]))];
  const sums = new Map<string, number>();
  if (wantedUrls.length === 0) return sums;
  const rows = await db
    .select({ url: keywords.url, impressions: sql<number>`sum(${keywords.impressions})::int` })
    .from(keywords)
    .where(and(isOfPages, inArray(keywords.url, wantedUrls)))
    .groupBy(keywords.url);
  for (const { url, impressions } of rows)
    if (url !== null) sums.set(hashOf(url), (sums.get(hashOf(url)) ?? 0) + impressions);
  return sums;
}

async function readScores(db: Database, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { item_id, seo_score } = readiness_scores;
  const rows = await db
    .select({ item_id, seo_score })
    .from(readiness_scores)
    .where(inArray(item_id, [...ids]));
  return new Map(rows.map((row) => [row.item_id, row.seo_score]));
}

async function countOpen(db: Database, site_id: string, ids: readonly string[]): Promise<Map<string | null, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ item_id: issues.item_id, open: count() })
    .from(issues)
    .where(
      and(
        eq(issues.site_id, site_id),
        eq(issues.kind, 'seo'),
        eq(issues.status, 'open'),
        inArray(issues.item_id, [...ids]),
      ),
    )
    .groupBy(issues.item_id);
  return new Map(rows.map(({ item_id, open }) => [item_id, open]));
}
