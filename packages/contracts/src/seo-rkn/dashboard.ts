import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { SiteIdParams } from '../cms/fields.ts';
import { pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { seoFeature } from './feature.ts';
import { RuleLocale } from './issues.ts';
import { SeoVerdict } from './pages.ts';
import { SeoReportSummary } from './reports.ts';
import { SeoScan } from './scans.ts';

/** The state of a site at a glance: its verdict, its issues, its way so far, and its content. */

const count = z.int().min(0);

const daysQuery = {
  days: z.coerce.number().int().min(1).max(365).default(90).describe('Number of past days that the trend covers'),
};

export const SeoTrendPoint = z
  .object({
    scan_id: Uuid.describe('Scan'),
    at: Timestamp.describe('When it ended'),
    state: SeoReportSummary.shape.state,
    score: SeoVerdict.shape.score,
    verdict: SeoVerdict.shape.verdict,
    parts: SeoVerdict.shape.parts,
    pages: count.describe('Pages that were fetched'),
    found: count.describe('Issues that the scan found'),
    opened: count.describe('New and reopened issues'),
    resolved: count.describe('Resolved issues'),
    rule_version: z.string().describe('Version of the rules; scores of two versions are not comparable'),
  })
  .meta({ id: 'SeoTrendPoint' });

const SeoTrend = z
  .array(SeoTrendPoint)
  .describe('A point for each scan with a verdict, oldest first; the newest 1000 at most');

export const SeoHistory = z
  .object({ days: z.int().describe('Days that it covers'), points: SeoTrend })
  .meta({ id: 'SeoHistory' });

export const SeoDashboard = z
  .object({
    verdict: SeoVerdict.describe('The verdict of the last scan'),
    counts: z
      .object({
        open: count.describe('Open issues'),
        critical: count.describe('Open critical issues'),
        high: count.describe('Open high issues'),
        medium: count.describe('Open medium issues'),
        low: count.describe('Open low issues'),
        stale: count.describe('Open issues that the last scan could not judge'),
        ignored: count.describe('Issues that are ignored'),
        tasks: count.describe('Tasks from the open issues'),
        by_owner: z
          .object({
            landing_dev: count.describe('Open issues of the developer of the landing page'),
            cms_editor: count.describe('Open issues of editors'),
            operations: count.describe('Open issues of operations'),
            content: count.describe('Open issues of authors'),
          })
          .meta({ id: 'SeoOpenByOwner' })
          .describe('Open issues by role'),
      })
      .meta({ id: 'SeoIssueCounts' })
      .describe('Current issues'),
    trend: SeoTrend,
    open_scan: SeoScan.nullable().describe('The scan that waits or runs'),
    next_scan_at: Timestamp.nullable().describe('When the schedule starts the next scan; null when it is off'),
  })
  .meta({ id: 'SeoDashboard' });

export const SeoContentItem = z
  .object({
    item_id: Uuid.describe('Item of the cms'),
    kind: z.string().describe('Kind of the item'),
    locale: z.string().describe('Locale'),
    slug: z.string().describe('Slug'),
    title: z.string().nullable().describe('Title'),
    url: z.string().nullable().describe('Address, readable; null where the site has no template of addresses for it'),
    published_at: Timestamp.describe('When it was published'),
    is_live: z
      .boolean()
      .nullable()
      .describe('Whether the last scan got status 200 for it; null if the scan did not request it'),
    page_id: Uuid.nullable().describe('Page of the last scan'),
    page_score: SeoVerdict.shape.score.describe('Score of the page; null if it was not judged'),
    seo_score: SeoVerdict.shape.score.describe('Readiness of the text; null if it is not computed yet'),
    open_issues: count.describe('Open issues of the item'),
    impressions: count.nullable().describe('Impressions in search results of 28 days; null without search data'),
  })
  .meta({ id: 'SeoContentItem', description: 'A published item with the results of audits and search engines' });

export const seoDashboardEndpoints = seoFeature({
  getSeoDashboard: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/seo/dashboard',
    summary: 'Read the overview of a site',
    params: SiteIdParams,
    query: z.object({ ...daysQuery, locale: RuleLocale.default('ru').describe('Language of titles') }),
    response: SeoDashboard,
    errors: ['site_not_found'],
  }),
  getSeoHistory: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/seo/history',
    summary: 'Read the history of scores and issues',
    params: SiteIdParams,
    query: z.object(daysQuery),
    response: SeoHistory,
    errors: ['site_not_found'],
  }),
  listSeoContent: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/seo/content',
    summary: 'List published items with their score, issues and impressions',
    paginated: true,
    params: SiteIdParams,
    query: z.object(pageQuery),
    response: SeoContentItem,
    errors: ['site_not_found'],
  }),
});
