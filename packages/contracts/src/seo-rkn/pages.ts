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
  final_url: z.string().describe('Address that answered, in readable form'),
  status: z.int().nullable().describe('HTTP status; null without an answer'),
  failure: z.string().nullable().describe('Code of the reason for an incomplete answer'),
  is_indexable: z.boolean().describe('Whether search engines may index it'),
  is_listed: z.boolean().describe('Whether the site or a sitemap links to it'),
  depth: z.int().nullable().describe('Clicks from the home page; null when no link leads to it'),
  title: z.string().nullable().describe('Title'),
  words: z.int().nullable().describe('Words of the main text'),
  ttfb_ms: z.int().nullable().describe('Milliseconds to the first byte'),
  bytes: z.int().describe('Bytes of the decoded page'),
  page_score: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .describe('100 minus the weights of its issue types; null if it was not judged'),
  issue_count: z.int().describe('Findings of the scan'),
  inlink_count: z.int().describe('Other crawled pages that link to it'),
  item_id: Uuid.nullable().describe('Item of the site that the page shows'),
  is_unchanged: z.boolean().describe('Whether the server answered 304; the facts of the previous scan are used'),
  is_rendered: z.boolean().describe('Whether a browser rendered it; then title and words come from the rendered page'),
  render_failure: z
    .enum(['timeout', 'too_large', 'moved', 'status', 'unreachable', 'crashed'])
    .nullable()
    .describe('Reason why the browser could not render it; null if it could, or if it was not used'),
  fetched_at: Timestamp.describe('When it was fetched'),
};

export const SeoPage = z.object(pageFields).meta({ id: 'SeoPage', description: 'A page in the last scan' });

export const SeoPageWithFacts = z
  .object({
    ...pageFields,
    hops: z
      .array(
        z.object({
          url: z.string().describe('Requested address'),
          status: z.int().describe('HTTP status'),
          location: z.string().describe('Target address'),
        }),
      )
      .describe('Redirects on the way'),
    facts: z.record(z.string(), z.unknown()).nullable().describe('Facts of the page; null if it is not HTML'),
    rendered_facts: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Facts of the rendered page; null if it was not rendered'),
    issues: z.array(SeoIssue).describe('Unresolved issues at this address'),
    inlinks: z.array(z.string()).describe('Pages that link to it, 100 at most'),
  })
  .meta({ id: 'SeoPageWithFacts' });

const part = z.int().min(0).max(100).nullable();

export const SeoVerdict = z
  .object({
    score: part.describe('0 to 100; null when unknown'),
    verdict: z.enum(['excellent', 'good', 'needs_work', 'critical', 'unknown']).describe('Level of the score'),
    parts: z
      .object({
        crawl: part.describe('Accessibility for crawlers and indexing, 35 %'),
        on_page: part.describe('Texts of pages, 30 %'),
        cms: part.describe('Content and structured data, 15 %'),
        performance: part.describe('Speed, 20 %'),
      })
      .meta({ id: 'SeoVerdictParts' })
      .describe('Parts that were not measured are null and do not count'),
    caps: z
      .array(
        z.object({
          issue_type: z.string().describe('Type of the issue'),
          max: z.int().describe('Highest possible score with this issue'),
        }),
      )
      .describe('Issues that limit the score'),
    coverage: z
      .object({
        fetched: z.int().describe('Pages that answered'),
        blocked: z.int().describe('Addresses that robots.txt or the server refuses'),
        failed: z.int().describe('Pages without an answer'),
        unrendered: z.int().describe('Pages whose text needs JavaScript'),
        pct: z.int().describe('Percentage of pages that were judged'),
      })
      .meta({ id: 'SeoCoverage' })
      .describe('Coverage of the scan'),
    delta: z.int().nullable().describe('Difference from the score of the previous scan'),
    top_fixes: z
      .array(
        z.object({
          issue_type: z.string().describe('Type of the issue'),
          title: z.string().describe('Title of the issue, one sentence'),
          pages: z.int().describe('Open issues'),
          gain: z.int().describe('Sum of weight × number of affected pages'),
        }),
      )
      .describe('What to fix first, three at most'),
    reason: z.string().nullable().describe('Reason if the verdict is unknown'),
    scan_id: Uuid.nullable().describe('Scan of the verdict'),
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
    description:
      'The verdict is `unknown` for a site without a finished scan, and for a scan with a coverage of less than half.',
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
    description: 'With `format=csv`, all rows that match the filter are streamed.',
    paginated: true,
    streams: true,
    statementSeconds: 10,
    params: SiteIdParams,
    query: z.object({
      ...pageQuery,
      indexable: z
        .stringbool()
        .optional()
        .describe('Only pages that search engines may index (`true`), or only the others (`false`)'),
      status: z.coerce.number().int().min(100).max(599).optional().describe('Only with this HTTP status'),
      format: z.enum(['json', 'csv']).default('json').describe('`csv` returns a file'),
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
