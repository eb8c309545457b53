import type { PreparedBody } from '@platform/contracts/kit';
import { trimEndCharacters } from '@platform/contracts/trim-characters';
import { etagOf, fail } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { publicUrl } from '../sites/public-url.ts';
import { requireSite } from '../sites/site.ts';
import type { SiteRow } from '../sites/site-row.ts';

/** Addresses that a sitemap may have, <https://www.sitemaps.org/protocol.html>. */
const maxAddresses = 50_000;

interface Row extends Record<string, unknown> {
  kind: string;
  locale: string;
  slug: string;
  group_id: string;
  updated_at: string;
  canonical_url: string | null;
}

/**
 * Addresses of the texts that search engines may keep, each with its other languages.
 * @throws AppError `website_url_missing`
 */
export const readSitemap = (app: Pick<App, 'db' | 'publicReads'>, siteId: string): Promise<PreparedBody> =>
  app.publicReads.get(siteId, 'sitemap', async () => {
    const site = await requireSite(app.db, siteId);
    if (site.website_url === null) return fail('website_url_missing');
    const { rows } = await app.db.execute<Row>(sql`
      SELECT kind, locale, slug, group_id, updated_at, nullif(fields ->> 'canonical_url', '') AS canonical_url FROM cms.publications
      WHERE site_id = ${siteId} AND is_indexable AND ${site.url_templates}::jsonb ? kind
      ORDER BY updated_at DESC, item_id LIMIT ${maxAddresses}`);
    const body = sitemapOf(site, rows);
    return { etag: etagOf(body), body };
  });

/** The document. */
function sitemapOf(
  site: Pick<SiteRow, 'website_url' | 'url_templates' | 'default_locale'>,
  rows: readonly Row[],
): string {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.group_id, [...(groups.get(row.group_id) ?? []), row]);
  const urls = rows.flatMap((row) => {
    const address = publicUrl(site, row);
    // Search engines want canonical addresses alone: a text with another one is that of another page.
    if (address === null || !isCanonical(row, address)) return [];
    const group = (groups.get(row.group_id) ?? []).filter((other) => isCanonical(other, publicUrl(site, other)));
    const links = group.length < 2 ? [] : group.map((other) => alternate(other.locale, publicUrl(site, other)));
    const main = group.length < 2 ? undefined : group.find(({ locale }) => locale === site.default_locale);
    if (main) links.push(alternate('x-default', publicUrl(site, main)));
    const lastmod = new Date(row.updated_at).toISOString();
    return [`<url><loc>${escapeXml(address)}</loc><lastmod>${lastmod}</lastmod>${links.join('')}</url>`];
  });
  const namespaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${namespaces}>\n${urls.join('\n')}\n</urlset>\n`;
}

/** Whether the address of a text is the one that search engines keep. */
const isCanonical = ({ canonical_url }: Row, address: string | null): boolean =>
  canonical_url === null ||
  (address !== null && trimEndCharacters(canonical_url, '/') === trimEndCharacters(new URL(address).href, '/'));

const alternate = (hreflang: string, href: string | null): string =>
  `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeXml(href ?? '')}"/>`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
