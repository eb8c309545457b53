import { z } from 'zod';
import { HttpUrl, pageQuery, SiteCodeParams, Timestamp, timeFrom } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import { Locale, siteCache } from './fields.ts';
import { siteRead } from './public-endpoint.ts';

/** How readers and programs find the texts of a site: search, feeds, sitemap. */

const SearchResult = z
  .object({
    kind: z.enum(['post', 'article', 'document', 'changelog_entry']).describe('Kind of the text'),
    slug: z.string().describe('Part of its address'),
    locale: z.string().describe('Language'),
    title: z.string().describe('Title'),
    url: z.string().nullable().describe('Its address'),
    snippet: z
      .string()
      .describe('Matching excerpt as HTML: matching words are in `<mark>`, everything else is escaped'),
  })
  .meta({ id: 'SearchResult' });

const searchQuery = {
  q: z.string().trim().min(2).max(200).describe('Words; the last one may be the beginning of a word'),
  locale: Locale.optional().describe('Language; the default one of the site when absent'),
  kind: SearchResult.shape.kind.optional().describe('Only with this kind'),
};

const howItSearches =
  'Finds texts with all of the words, in any of their forms, in the title, the text, the tags or the name of the category. The last word, of three letters or more, may be the beginning of a word: a page can search while its reader types. If there are no such texts, finds those with all of the words that the same keys are in the other keyboard layout, Russian or Latin (`yfcnhjqrf` is `настройка`). If there are none either, finds texts with any of the words, and then with any of those of the other layout. `ё` and `е` are equal. The first 32 different words count. Texts with the words in the title are ranked first, then the newest ones. While too many searches run, further ones are refused with 503 and `Retry-After`; other reads are answered.';

const search = siteRead(
  '/search',
  {},
  {
    summary: 'Search posts, articles, documents and changelog',
    description: `${howItSearches} \`…/search/results\` has the same results in pages, and their number.`,
    query: z.object({
      ...searchQuery,
      limit: z.coerce.number().int().min(1).max(50).default(20).describe('Results'),
    }),
    response: z.array(SearchResult),
  },
);

const searchResults = siteRead(
  '/search/results',
  {},
  {
    summary: 'Search posts, articles, documents and changelog, in pages',
    description: `${howItSearches} The results end at 1,000; \`X-Total-Count\` is then 1000.`,
    paginated: true,
    query: z.object({
      ...searchQuery,
      limit: z.coerce.number().int().min(1).max(50).default(20).describe('Results in a page'),
      cursor: pageQuery.cursor,
    }),
    response: SearchResult,
  },
);

const feedQuery = z.object({
  locale: Locale.optional().describe('Language; the default one of the site when absent'),
  public_key: z.string().max(64).optional().describe('Public key of the site, instead of the header'),
  self_url: HttpUrl.optional().describe(
    'Address at which your site publishes this feed; it is under `website_url`. The feed names it as its own (`rel="self"`), and has no such link when absent: this address of the platform opens for no reader without a key',
  ),
});

const removedTexts = siteRead(
  '/removed-texts',
  {},
  {
    summary: 'List addresses of texts that are gone, for incremental builds',
    description:
      'A text is listed at the slug at which readers do not find it any more: it was unpublished, or it has another slug. It leaves the list when a text is published there again, and after 90 days.',
    query: z.object({
      since: timeFrom('Removed').describe(
        'Removed at this time or later; it is rounded down to the minute. A day counts from its first moment in the time zone of the site',
      ),
      kind: SearchResult.shape.kind.optional().describe('Only with this kind'),
    }),
    response: z
      .object({
        texts: z
          .array(
            z.object({
              kind: SearchResult.shape.kind.describe('Kind of the text'),
              locale: z.string().describe('Language'),
              slug: z.string().describe('Part of its address'),
              url: z.string().nullable().describe('Its address until then'),
              removed_at: Timestamp.describe('Time of the removal'),
            }),
          )
          .describe('Oldest first, up to 5,000'),
        is_complete: z
          .boolean()
          .describe('False where more texts were removed since then than the list has: build everything again'),
      })
      .meta({ id: 'RemovedTexts' }),
  },
);

/** Programs that read feeds send no headers: the key may stand in the address. */
const feed = {
  method: 'GET',
  auth: 'site_key',
  rate: 'public_sites',
  cache: siteCache,
  params: SiteCodeParams,
  query: feedQuery,
  errors: ['website_url_missing'],
} as const;

export const discoveryEndpoints = feature('Search and feeds', 'Full-text search, feeds and the sitemap of a site.', {
  searchSite: search.ofSite,
  searchApplicationSite: search.ofApplication,
  readSearchResults: searchResults.ofSite,
  readApplicationSearchResults: searchResults.ofApplication,
  readRemovedTexts: removedTexts.ofSite,
  readApplicationRemovedTexts: removedTexts.ofApplication,
  readRssFeed: endpoint({
    ...feed,
    path: '/v1/sites/{site_code}/feed.xml',
    summary: 'The twenty newest posts as RSS 2.0',
    produces: 'xml',
    mediaType: 'application/rss+xml',
  }),
  readAtomFeed: endpoint({
    ...feed,
    path: '/v1/sites/{site_code}/feed.atom',
    summary: 'The twenty newest posts as Atom',
    produces: 'xml',
    mediaType: 'application/atom+xml',
  }),
  readJsonFeed: endpoint({
    ...feed,
    path: '/v1/sites/{site_code}/feed.json',
    summary: 'The twenty newest posts as JSON Feed 1.1',
    produces: 'json_document',
    mediaType: 'application/feed+json',
    response: z
      .record(z.string(), z.unknown())
      .meta({ example: { version: 'https://jsonfeed.org/version/1.1', title: 'Notes', items: [] } }),
  }),
  readSitemap: endpoint({
    ...feed,
    path: '/v1/sites/{site_code}/sitemap.xml',
    summary: 'Addresses of published texts as a sitemap, with their languages',
    produces: 'xml',
    query: feedQuery.omit({ locale: true, self_url: true }),
  }),
});
