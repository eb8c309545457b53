import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { SiteIdParams } from '../cms/fields.ts';
import { HttpUrl, idOf, pageQuery, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { seoFeature } from './feature.ts';

/** What people search for, and how pages of the site answer it. */

export const KeywordSource = z.enum(['google', 'yandex', 'import', 'content']);

const count = z.int().min(0);

const Keyword = z
  .object({
    id: Uuid.describe('Id'),
    query: z.string().describe('Search query'),
    url: z.string().nullable().describe('Page of the site in the search results; null if the source has none'),
    source: KeywordSource.describe('`content`: a title or H1 of a page, without numbers'),
    impressions: count.describe('Impressions of the site for this query'),
    clicks: count.describe('Clicks'),
    position: z.number().nullable().describe('Average position; null if it is not known'),
  })
  .meta({ id: 'SeoKeyword' });

const imported = {
  imported: count.describe('Stored keywords: each query and page once'),
  merged: count.describe('Lines that repeat a query and page; their counts are added to the first one'),
  rejected_count: count.describe('Lines that were not imported'),
};
const KeywordImport = z
  .object({
    ...imported,
    rejected: z
      .array(
        z.object({
          line: z.int().describe('Line of the file, from 1'),
          error: z.string().describe('Error of the line'),
        }),
      )
      .describe('Lines that were not imported, the first 1000'),
  })
  .meta({ id: 'SeoKeywordImport' });

export const ClusterRelation = z.enum(['gap', 'mapped', 'cannibal']);
export const ClusterDecision = z.enum(['new', 'accepted', 'rejected']);
export const ClusterAdvice = z.enum(['create', 'keep', 'merge', 'canonical', 'differentiate']);

const cluster = {
  id: Uuid.describe('Id; the same for the same query in every generation'),
  head: z.string().describe('The query with the most impressions'),
  keyword_count: count.describe('Queries'),
  impressions: count.describe('Sum of the impressions of all queries'),
  relation: ClusterRelation.describe(
    '`gap`: no page answers the queries; `mapped`: one page answers them; `cannibal`: several pages compete for them',
  ),
  advice: ClusterAdvice.describe(
    'Recommended action: `create` a page, `keep` the page, `merge` the other pages into the first one with a 301, make the first one the `canonical`, or `differentiate` the pages',
  ),
  decision: ClusterDecision.describe('Decision of an administrator; a new generation keeps it'),
  page_url: z.string().nullable().describe('Page that an administrator chose for it'),
};
export const SeoCluster = z
  .object({
    ...cluster,
    keywords: z.array(z.string()).describe('The queries with the most impressions, 50 at most'),
    pages: z
      .array(
        z.object({
          url: z.string().describe('Address'),
          share: z.number().nullable().describe('Share of the impressions of the pages, 0 to 1; null without numbers'),
        }),
      )
      .describe('Pages that are shown for it or contain it in their titles, 10 at most'),
  })
  .meta({ id: 'SeoCluster', description: 'Queries with one intent' });
export type SeoCluster = z.output<typeof SeoCluster>;

const ClusterParams = SiteIdParams.extend({ cluster_id: idOf('cluster_id', 'Id of the cluster') });
const path = '/v1/cms/sites/{site_id}/seo';

export const seoKeywordEndpoints = seoFeature({
  listKeywords: endpoint({
    ...admin,
    method: 'GET',
    path: `${path}/keywords`,
    summary: 'List keywords of a site, those with the most impressions first',
    description:
      'Keywords come from search consoles and imports. A site without keywords gets the titles and H1 of its pages (`content`) when clusters are generated.',
    paginated: true,
    params: SiteIdParams,
    query: z.object({ ...pageQuery, source: KeywordSource.optional().describe('Only of this source') }),
    response: Keyword,
    errors: ['site_not_found'],
  }),
  importKeywords: endpoint({
    ...admin,
    method: 'POST',
    path: `${path}/keywords/import`,
    repeatable: true,
    summary: 'Import keywords from a CSV file',
    description:
      'The columns are `query`, `impressions`, `clicks`, `position` and `url`: in any order with a header line, or in this order without one. Only `query` is required. Without a header, a list of phrases may have commas as in a sentence, and further columns of words alone are left out. The encoding is UTF-8 or windows-1251; the separator is a comma, a semicolon or a tab; the limit is 50,000 lines. The import replaces the previous one. Lines with errors are left out and listed.',
    timeoutSeconds: 60,
    params: SiteIdParams,
    upload: { maxBytes: 10_485_760, types: ['text/csv'] },
    response: KeywordImport,
    audit: z.object(imported),
    errors: ['site_not_found'],
  }),
  listClusters: endpoint({
    ...admin,
    method: 'GET',
    path: `${path}/clusters`,
    summary: 'List clusters of keywords, those with the most impressions first',
    paginated: true,
    params: SiteIdParams,
    query: z.object({
      ...pageQuery,
      relation: ClusterRelation.optional().describe('Only with this relation'),
      decision: ClusterDecision.optional().describe('Only with this decision'),
    }),
    response: SeoCluster,
    errors: ['site_not_found'],
  }),
  generateClusters: endpoint({
    ...admin,
    method: 'POST',
    path: `${path}/clusters/generate`,
    repeatable: true,
    summary: 'Generate the clusters of a site again',
    description:
      'Queries with the same words in any form and order count as one query. Queries that share most words, or a page and some words, form a cluster. Queries with the name of the site are left out. The same keywords give the same clusters; decisions are kept.',
    timeoutSeconds: 120,
    params: SiteIdParams,
    response: z
      .object({
        clusters: count.describe('Clusters'),
        keywords: count.describe('Keywords in the clusters'),
        gaps: count.describe('Clusters that no page answers'),
        cannibals: count.describe('Clusters that pages compete for'),
        from_content: z
          .boolean()
          .describe('Whether the keywords are titles and H1 of pages because there are no others'),
      })
      .meta({ id: 'SeoClusterGeneration' }),
    errors: ['site_not_found', 'rate_limited'],
  }),
  decideCluster: endpoint({
    ...admin,
    method: 'PATCH',
    path: `${path}/clusters/{cluster_id}`,
    summary: 'Accept or reject a cluster',
    description: 'The decision can be changed at any time.',
    params: ClusterParams,
    body: z
      .strictObject({
        decision: ClusterDecision.describe('Decision'),
        page_url: HttpUrl.nullable().optional().describe('Page for it; null for none; unchanged when absent'),
      })
      .meta({ id: 'SeoClusterDecision', example: { decision: 'accepted' } }),
    response: SeoCluster,
    audit: z.object(cluster),
    errors: ['site_not_found', 'cluster_not_found'],
  }),
});
