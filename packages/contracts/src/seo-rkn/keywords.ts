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
    query: z.string().describe('What people searched for'),
    url: z.string().nullable().describe('Page of the site that was shown; null where the source names none'),
    source: KeywordSource.describe('`content`: a title or H1 of a page, without any number'),
    impressions: count.describe('How often the site was shown for it'),
    clicks: count.describe('How often it was clicked'),
    position: z.number().nullable().describe('Average position; null where it is not known'),
  })
  .meta({ id: 'SeoKeyword' });

const imported = {
  imported: count.describe('Keywords that are stored: each query and page once'),
  merged: count.describe('Lines that repeat a query and page: their counts are added to those of the first one'),
  rejected_count: count.describe('Lines that were not'),
};
const KeywordImport = z
  .object({
    ...imported,
    rejected: z
      .array(
        z.object({
          line: z.int().describe('Line of the file, from 1'),
          error: z.string().describe('What is wrong with it'),
        }),
      )
      .describe('Lines that were not taken, the first 1000'),
  })
  .meta({ id: 'SeoKeywordImport' });

export const ClusterRelation = z.enum(['gap', 'mapped', 'cannibal']);
export const ClusterDecision = z.enum(['new', 'accepted', 'rejected']);
export const ClusterAdvice = z.enum(['create', 'keep', 'merge', 'canonical', 'differentiate']);

const cluster = {
  id: Uuid.describe('Id; the same for the same query in every generation'),
  head: z.string().describe('The query with the most impressions'),
  keyword_count: count.describe('Queries'),
  impressions: count.describe('Impressions of all of them'),
  relation: ClusterRelation.describe(
    '`gap`: no page answers it; `mapped`: one page does; `cannibal`: pages compete for it',
  ),
  advice: ClusterAdvice.describe(
    '`create` a page, `keep` the page, `merge` the others into the first with a 301, name the first as `canonical`, or `differentiate` the pages',
  ),
  decision: ClusterDecision.describe('Of a person; it outlives a new generation'),
  page_url: z.string().nullable().describe('Page that a person chose for it'),
};
export const SeoCluster = z
  .object({
    ...cluster,
    keywords: z.array(z.string()).describe('The queries with the most impressions, 50 at most'),
    pages: z
      .array(
        z.object({
          url: z.string().describe('Address'),
          share: z.number().nullable().describe('Part of the impressions of pages, 0 to 1; null without numbers'),
        }),
      )
      .describe('Pages that are shown for it or whose title names it, 10 at most'),
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
      'Search consoles and imports give them. A site without any gets titles and H1 of its pages (`content`) when clusters are generated.',
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
      'Columns `query`, `impressions`, `clicks`, `position`, `url`: named by a header in any order, or in this order without one; `query` alone is enough. UTF-8 or windows-1251; comma, semicolon or tab; 50,000 lines at most. It replaces the import before. Lines with mistakes are left out and listed.',
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
      relation: ClusterRelation.optional().describe('Only these'),
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
    summary: 'Generate the clusters of a site anew',
    description:
      'Queries with the same words in any form and order are one; those that share most words, or a page and some words, form a cluster. Queries with the name of the site are left out. The same keywords give the same clusters; decisions stay.',
    timeoutSeconds: 120,
    params: SiteIdParams,
    response: z
      .object({
        clusters: count.describe('Clusters'),
        keywords: count.describe('Keywords that they were made of'),
        gaps: count.describe('Clusters that no page answers'),
        cannibals: count.describe('Clusters that pages compete for'),
        from_content: z.boolean().describe('The keywords are titles and H1 of pages: there are no others'),
      })
      .meta({ id: 'SeoClusterGeneration' }),
    errors: ['site_not_found', 'rate_limited'],
  }),
  decideCluster: endpoint({
    ...admin,
    method: 'PATCH',
    path: `${path}/clusters/{cluster_id}`,
    summary: 'Accept or reject a cluster',
    params: ClusterParams,
    body: z
      .strictObject({
        decision: ClusterDecision.describe('Decision'),
        page_url: HttpUrl.nullable().optional().describe('Page for it; null for none; as it is when absent'),
      })
      .meta({ id: 'SeoClusterDecision', example: { decision: 'accepted' } }),
    response: SeoCluster,
    audit: z.object(cluster),
    errors: ['site_not_found', 'cluster_not_found'],
  }),
});
