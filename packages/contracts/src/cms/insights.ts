import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { idOf, Timestamp, Uuid } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import { ContentKind } from './content.ts';
import { SiteIdParams } from './fields.ts';

/** What became of an item: its readers, its leads, and what audits say. */

const count = z.int().min(0);

export const ItemInsights = z
  .object({
    item_id: Uuid.describe('Item'),
    kind: ContentKind.describe('Kind'),
    days: z.int().describe('Number of past days of the site, today included, in which readers and leads are counted'),
    views: count.nullable().describe('Views of its page'),
    visitors: count.nullable().describe('Sum of the distinct visitors of each day'),
    article_views: count
      .nullable()
      .describe('Views of the article, counted at its reads once per visitor and day; null for other kinds'),
    leads: count.nullable().describe('Leads from its page, without spam'),
    seo: z
      .object({
        score: z.int().nullable().describe('Readiness of its text, 0 to 100; null for kinds without one'),
        page_score: z.int().nullable().describe('Score of its page in the last audit, 0 to 100'),
        open_issues: z
          .array(
            z
              .object({
                id: Uuid.describe('Issue'),
                issue_type: z.string().describe('Type of the issue'),
                title: z.string().describe('Title of the issue, one sentence'),
                severity: z.enum(['critical', 'high', 'medium', 'low']).describe('Severity'),
              })
              .meta({ id: 'ItemIssue' }),
          )
          .describe('Open issues, the most severe first; 20 at most'),
      })
      .meta({ id: 'ItemSeo' })
      .nullable()
      .describe('Results of audits'),
    indexnow: z
      .object({
        state: z.enum(['pending', 'accepted', 'failed']).describe('State'),
        at: Timestamp.describe(
          'Time at which search engines accepted the announcement; until then, the time of the change of the page',
        ),
      })
      .meta({ id: 'ItemAnnouncement' })
      .nullable()
      .describe('The newest announcement of its page to search engines; null before the first'),
    registrations: count
      .nullable()
      .describe('Users of the application who registered through links with its slug as `utm_content`'),
    revenue: z
      .array(
        z
          .object({ amount: z.number().describe('Payments minus refunds'), currency: z.string().describe('ISO 4217') })
          .meta({ id: 'ItemRevenue' }),
      )
      .nullable()
      .describe('Revenue of users of such links, regardless of their registration time'),
    missing: z
      .array(
        z
          .object({
            part: z
              .enum(['readers', 'leads', 'seo', 'revenue'])
              .describe('Part that is null; `seo` includes `indexnow`, `revenue` includes `registrations`'),
            reason: z
              .enum(['not_answering', 'no_address', 'no_application'])
              .describe('Reason: the service is down, no page has the item, or the site belongs to no application'),
          })
          .meta({ id: 'MissingInsight' }),
      )
      .describe('Parts that are null, with the reason'),
  })
  .meta({ id: 'ItemInsights', description: 'Results of an item' });

export const insightEndpoints = feature('CMS insights', 'Results of an item after its publication.', {
  getContentInsights: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/content/{item_id}/insights',
    summary: 'Read the results of an item: readers, leads, issues, registrations and revenue',
    description: 'A part whose service does not answer is null and listed in `missing`.',
    params: SiteIdParams.extend({ item_id: idOf('content_item_id', 'Id of the item, of any kind') }),
    query: z.object({
      days: z.coerce.number().int().min(1).max(366).default(30).describe('Number of past days, today included'),
      locale: z.enum(['ru', 'en']).default('ru').describe('Language of titles of issues'),
    }),
    response: ItemInsights,
    errors: ['site_not_found', 'content_not_found'],
  }),
});
