import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { SiteIdParams } from '../cms/fields.ts';
import { idOf, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { seoFeature } from './feature.ts';
import { RuleLocale, SeoIssue } from './issues.ts';

/** Pages of the last scan, and the verdict about the site. */

const pageFields = {
  id: Uuid.describe('Id'),
  scan_id: Uuid.describe('Scan that fetched it'),
  url: z.string().describe('Address, readable'),
  final_url: z.string().describe('Address that answered, readable'),
  status: z.int().nullable().describe('HTTP status; null without an answer'),
  failure: z.string().nullable().describe('Why there is no complete answer, for programs'),
  is_indexable: z.boolean().describe('Search engines may list it'),
  is_listed: z.boolean().describe('The site or a sitemap lists it'),
  depth: z.int().nullable().describe('Clicks from the home page; null when no link leads to it'),
  title: z.string().nullable().describe('Title'),
  words: z.int().nullable().describe('Words of the main text'),
  ttfb_ms: z.int().nullable().describe('Milliseconds to the first byte'),
  bytes: z.int().describe('Bytes of the decoded page'),
  page_score: z.int().min(0).max(100).nullable().describe('100 less the weights of its types; null when not judged'),
  issue_count: z.int().describe('Findings of the scan'),
  inlink_count: z.int().describe('Other crawled pages that link to it'),
  item_id: Uuid.nullable().describe('Item of the site behind it'),
  is_unchanged: z.boolean().describe('The server said that it did not change (304): facts of the scan before count'),
  is_rendered: z.boolean().describe('A browser rendered it: title and words are those of the rendered page'),
  render_failure: z
    .enum(['timeout', 'too_large', 'moved', 'status', 'unreachable', 'crashed'])
    .nullable()
    .describe('Why the browser could not render it; null where it could, or was not asked'),
  fetched_at: Timestamp.describe('When it was fetched'),
};

export const SeoPage = z.object(pageFields).meta({ id: 'SeoPage', description: 'A page, as the last scan saw it' });

export const SeoPageWithFacts = z
  .object({
    ...pageFields,
    hops: z
      .array(
        z.object({
          url: z.string().describe('Address that was asked'),
          status: z.int().describe('HTTP status'),
          location: z.string().describe('Address that it leads to'),
        }),
      )
      .describe('Redirects on the way'),
    facts: z.record(z.string(), z.unknown()).nullable().describe('What was read from it; null when it is no HTML'),
    rendered_facts: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('What was read from the rendered page; null when it was not rendered'),
    issues: z.array(SeoIssue).describe('Issues at this address, not those that are resolved'),
    inlinks: z.array(z.string()).describe('Pages that link to it, 100 at most'),
  })
  .meta({ id: 'SeoPageWithFacts' });

const part = z.int().min(0).max(100).nullable();

export const SeoVerdict = z
  .object({
    score: part.describe('0 to 100; null when unknown'),
    verdict: z.enum(['excellent', 'good', 'needs_work', 'critical', 'unknown']).describe('The score in a word'),
    parts: z
      .object({
        crawl: part.describe('Reaching and indexing, 35 %'),
        on_page: part.describe('Texts of pages, 30 %'),
        cms: part.describe('Content and structured data, 15 %'),
        performance: part.describe('Speed, 20 %'),
      })
      .meta({ id: 'SeoVerdictParts' })
      .describe('Parts that were not measured are null and do not count'),
    caps: z
      .array(
        z.object({
          issue_type: z.string().describe('Fault'),
          max: z.int().describe('Highest score with it'),
        }),
      )
      .describe('Faults that limit the score'),
    coverage: z
      .object({
        fetched: z.int().describe('Pages that answered'),
        blocked: z.int().describe('Addresses that robots.txt or the server refuses'),
        failed: z.int().describe('Pages without an answer'),
        unrendered: z.int().describe('Pages whose text needs JavaScript'),
        pct: z.int().describe('Judged pages of all, in percent'),
      })
      .meta({ id: 'SeoCoverage' })
      .describe('How much was seen'),
    delta: z.int().nullable().describe('Points since the scan before'),
    top_fixes: z
      .array(
        z.object({
          issue_type: z.string().describe('What is wrong'),
          title: z.string().describe('What is wrong, in a sentence'),
          pages: z.int().describe('Open issues'),
          gain: z.int().describe('Sum of weight × pages that the fault is on'),
        }),
      )
      .describe('What to fix first, three at most'),
    reason: z.string().nullable().describe('Why it is unknown'),
    scan_id: Uuid.nullable().describe('Scan it is about'),
    judged_at: Timestamp.nullable().describe('When the scan ended'),
  })
  .meta({ id: 'SeoVerdict' });

const localeQuery = { locale: RuleLocale.default('ru').describe('Language of titles') };

export const seoPageEndpoints = seoFeature({
  getSeoVerdict: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/seo/verdict',
    summary: 'Read the verdict of the last scan',
    description: 'A site without a finished scan is `unknown`, and so is one of which less than half was seen.',
    params: SiteIdParams,
    query: z.object(localeQuery),
    response: SeoVerdict,
    errors: ['site_not_found'],
  }),
  listSeoPages: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/seo/pages',
    summary: 'List or export pages of the last scan, in the order of the crawl',
    description: 'With `format=csv` everything that the filter names is streamed.',
    paginated: true,
    streams: true,
    statementSeconds: 10,
    params: SiteIdParams,
    query: z.object({
      ...pageQuery,
      indexable: z.stringbool().optional().describe('Only pages that search engines may list, or only others'),
      status: z.coerce.number().int().min(100).max(599).optional().describe('Only with this HTTP status'),
      format: z.enum(['json', 'csv']).default('json').describe('csv exports'),
    }),
    response: SeoPage,
    errors: ['site_not_found'],
  }),
  getSeoPage: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/seo/pages/{page_id}',
    summary: 'Read a page with its facts, issues and links to it',
    params: SiteIdParams.extend({ page_id: idOf('page_id', 'Id of the page') }),
    query: z.object(localeQuery),
    response: SeoPageWithFacts,
    errors: ['site_not_found', 'page_not_found'],
  }),
});
