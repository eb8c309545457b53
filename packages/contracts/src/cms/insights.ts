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
    days: z.int().describe('Days before now that readers and leads are counted in'),
    views: count.nullable().describe('Views of its page'),
    visitors: count.nullable().describe('Different visitors of each day, summed'),
    article_views: count
      .nullable()
      .describe('Visitors of the article and a day, counted by its reads; null for others'),
    leads: count.nullable().describe('Leads of its page, without spam'),
    seo: z
      .object({
        score: z.int().nullable().describe('Readiness of its text, 0 to 100; null for kinds without one'),
        page_score: z.int().nullable().describe('Score of its page in the last audit, 0 to 100'),
        open_issues: z
          .array(
            z
              .object({
                id: Uuid.describe('Issue'),
                issue_type: z.string().describe('What is wrong'),
                title: z.string().describe('What is wrong, in a sentence'),
                severity: z.enum(['critical', 'high', 'medium', 'low']).describe('Severity'),
              })
              .meta({ id: 'ItemIssue' }),
          )
          .describe('Open issues, the heaviest first; 20 at most'),
      })
      .meta({ id: 'ItemSeo' })
      .nullable()
      .describe('What audits say'),
    indexnow: z
      .object({
        state: z.enum(['pending', 'accepted', 'failed']).describe('State'),
        at: Timestamp.describe('When search engines accepted it, else when the page changed'),
      })
      .meta({ id: 'ItemAnnouncement' })
      .nullable()
      .describe('The newest announcement of its page to search engines; null before the first'),
    registrations: count
      .nullable()
      .describe('Users of the application who registered by links with its slug as `utm_content`'),
    revenue: z
      .array(
        z
          .object({ amount: z.number().describe('Payments less refunds'), currency: z.string().describe('ISO 4217') })
          .meta({ id: 'ItemRevenue' }),
      )
      .nullable()
      .describe('What users by such links paid, whenever they registered'),
    missing: z
      .array(
        z
          .object({
            part: z
              .enum(['readers', 'leads', 'seo', 'revenue'])
              .describe('What is null; `seo` with `indexnow`, `revenue` with `registrations`'),
            reason: z
              .enum(['not_answering', 'no_address', 'no_application'])
              .describe('The service is down, no page has the item, or the site belongs to no application'),
          })
          .meta({ id: 'MissingInsight' }),
      )
      .describe('Parts that are null, and why'),
  })
  .meta({ id: 'ItemInsights', description: 'What became of an item' });

export const insightEndpoints = feature('CMS insights', 'What became of an item.', {
  getContentInsights: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/content/{item_id}/insights',
    summary: 'Read what became of an item: readers, leads, issues, registrations and revenue',
    description: 'A part whose service does not answer is null, and `missing` says so.',
    params: SiteIdParams.extend({ item_id: idOf('content_item_id', 'Id of the item, of any kind') }),
    query: z.object({
      days: z.coerce.number().int().min(1).max(366).default(30).describe('Days before now, today included'),
      locale: z.enum(['ru', 'en']).default('ru').describe('Language of titles of issues'),
    }),
    response: ItemInsights,
    errors: ['site_not_found', 'content_not_found'],
  }),
});
