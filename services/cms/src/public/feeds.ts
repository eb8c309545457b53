import type { PreparedBody } from '@platform/contracts/kit';
import { escapeHtml, etagOf, fail, invalidField, maxPageBytes } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import { Feed } from 'feed';
import type { App } from '../app.ts';
import { matchLocale } from '../sites/match-locale.ts';
import { publicUrl } from '../sites/public-url.ts';
import { requireSite } from '../sites/site.ts';
import type { SiteRow } from '../sites/site-row.ts';
import { assetUrl } from './public-image.ts';
import { htmlOfFeed } from './resolve-text.ts';

type Reader = Pick<App, 'db' | 'config' | 'publicReads'>;

/** The forms of the feed of posts. */
const feedFormats = {
  rss: (feed: Feed) => feed.rss2(),
  atom: (feed: Feed) => feed.atom1(),
  json: (feed: Feed) => feed.json1(),
} as const;
type FeedFormat = keyof typeof feedFormats;

/** Posts in a feed. */
const length = 20;

interface Row extends Record<string, unknown> {
  item_id: string;
  kind: string;
  locale: string;
  slug: string;
  title: string;
  excerpt: string | null;
  lead: string;
  html: string | null;
  published_at: string;
  updated_at: string;
  author: string | null;
  category: string | null;
  cover_file: string | null;
}

/**
 * The newest posts as a feed. The newest ones carry their texts, up to 1 MiB together; the others carry their
 * descriptions.
 * @param query.self_url address at which the site publishes the feed
 * @throws AppError `website_url_missing`: an entry of a feed is an address; `validation_failed` for a `self_url` of
 * another site
 */
export async function readFeed(
  app: Reader,
  siteId: string,
  format: keyof typeof feedFormats,
  { locale, self_url }: { locale?: string | undefined; self_url?: string | undefined },
): Promise<PreparedBody> {
  if (self_url === undefined) return cachedFeed(app, siteId, { format, locale, hasSelf: false });
  assertUnderSite(await requireSite(app.db, siteId), self_url);
  const { body } = await cachedFeed(app, siteId, { format, locale, hasSelf: true });
  const address = new URL(self_url).href;
  const written = format === 'json' ? JSON.stringify(address).slice(1, -1) : escapeHtml(address);
  const own = String(body).replaceAll(selfPlace, () => written);
  return { etag: etagOf(own), body: own };
}

/** Where the address of a feed is written. The cache holds one feed for all addresses. */
const selfPlace = 'https://self.invalid/feed';

const cachedFeed = (
  app: Reader,
  siteId: string,
  {
    format,
    locale: requestedLocale,
    hasSelf,
  }: {
    format: keyof typeof feedFormats;
    locale: string | undefined;
    hasSelf: boolean;
  },
): Promise<PreparedBody> =>
  app.publicReads.get(siteId, `feed ${format} ${requestedLocale ?? ''} ${hasSelf}`, async () => {
    const site = await requireSite(app.db, siteId);
    const locale = matchLocale(site, requestedLocale);
    const { rows } = await app.db.execute<Row>(sql`
      SELECT p.item_id, p.kind, p.locale, p.slug, p.title, p.fields ->> 'excerpt' AS excerpt, p.outline ->> 'lead' AS lead,
        CASE WHEN sum(octet_length(p.html)) OVER newest <= ${maxPageBytes} THEN p.html END AS html,
        p.published_at, p.updated_at, 
          coalesce(a.names ->> p.locale, a.name) AS author, coalesce(c.names ->> p.locale, c.name) AS category, f.file AS cover_file
      FROM (
        SELECT * FROM cms.publications p
        WHERE p.site_id = ${siteId} AND p.kind = 'post' AND p.locale = ${locale}
        ORDER BY p.published_at DESC, p.item_id DESC LIMIT ${length}
      ) AS p
      LEFT JOIN cms.authors a ON a.id = p.author_id
      LEFT JOIN cms.categories c ON c.id = p.category_id
      LEFT JOIN cms.assets f ON f.id = (p.fields ->> 'cover_asset_id')::uuid AND f.kind IN ('image', 'svg')
      WINDOW newest AS (ORDER BY p.published_at DESC, p.item_id DESC)
      ORDER BY p.published_at DESC, p.item_id DESC`);
    const feed = feedOf(app, { site, locale, format, rows });
    // Without it a reader follows no address that needs a key, and a validator finds no other address than the fetched one.
    if (hasSelf) feed.options.feedLinks = { [format]: selfPlace };
    const body = feedFormats[format](feed);
    return { etag: etagOf(body), body };
  });

/** @throws AppError `validation_failed` for an address that is not under the address of the site */
function assertUnderSite({ website_url }: Pick<SiteRow, 'website_url'>, self_url: string): void {
  if (website_url === null) return;
  const site = new URL(website_url);
  const { origin, pathname } = new URL(self_url);
  if (origin !== site.origin || !pathname.startsWith(`${site.pathname.replace(/\/$/, '')}/`))
    invalidField('query.self_url', `has to be an address under ${website_url}`);
}

/** Titles and descriptions of RSS and Atom are HTML; those of JSON Feed and titles of RSS are text. */
function feedOf(
  app: Reader,
  { site, locale, format, rows }: { site: SiteRow; locale: string; format: FeedFormat; rows: Row[] },
): Feed {
  const titleOf = (text: string) => asXmlText(format === 'atom' ? escapeHtml(text) : text);
  const summaryOf = (text: string) => asXmlText(format === 'json' ? text : escapeHtml(text));
  const website = site.website_url ?? fail('website_url_missing');
  const newest = rows.map(({ updated_at }) => new Date(updated_at).getTime());
  const feed = new Feed({
    title: asXmlText(site.name),
    description: asXmlText(site.description ?? site.name),
    id: website,
    link: website,
    language: locale,
    copyright: asXmlText(site.name),
    generator: 'Application Platform',
    updated: new Date(Math.max(site.created_at.getTime(), ...newest)),
    ...(site.icon_url === null ? {} : { favicon: site.icon_url }),
    // A feed of Atom has an author, or each entry has (RFC 4287, §4.1.1).
    author: { name: asXmlText(site.name), link: website },
  });
  for (const row of rows) {
    const link = publicUrl(site, row) ?? website;
    feed.addItem({
      title: titleOf(row.title),
      // A new slug makes no new entry.
      id: `urn:uuid:${row.item_id}`,
      link,
      description: summaryOf(row.excerpt || row.lead),
      ...(row.html === null ? {} : { content: asXmlText(htmlOfFeed(app, { ...row, site }, row.html)) }),
      date: new Date(row.updated_at),
      published: new Date(row.published_at),
      ...(row.author === null ? {} : { author: [{ name: asXmlText(row.author) }] }),
      ...(row.category === null ? {} : { category: [{ name: asAttribute(row.category) }] }),
      ...(row.cover_file === null ? {} : { image: assetUrl(app, row.cover_file) }),
    });
  }
  return feed;
}

/** Characters that XML 1.0 has no place for (§2.2). */
const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text that may stand in a CDATA section: the library ends one at every `]]>` but the first. */
const asXmlText = (text: string): string => text.replaceAll(illegal, '').replaceAll(']]>', ']]&gt;');

/** Text that may stand in an attribute, which the library writes as it is. */
const asAttribute = (text: string): string =>
  asXmlText(text).replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
