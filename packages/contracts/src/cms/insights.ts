import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { idOf, Uuid } from '../fields.ts';
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
    missing: z
      .array(
        z
          .object({
            part: z.enum(['readers', 'leads', 'seo']).describe('What is null'),
            reason: z.enum(['not_answering', 'no_address']).describe('The service is down, or no page has the item'),
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
    summary: 'Read views, leads and open issues of an item',
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
