import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { SiteIdParams } from '../cms/fields.ts';
import { HttpUrl, idOf, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { seoFeature } from './feature.ts';

/** Other sites whose sitemaps are compared with the pages of a site. */

export const CompetitorState = z.enum(['waiting', 'running', 'done', 'failed']);
export const CompetitorError = z.enum(['address_refused', 'robots_refused', 'unreachable']);

const known = {
  id: Uuid.describe('Id'),
  origin: z.string().describe('Origin').meta({ example: 'https://rival.example.com' }),
  state: CompetitorState.describe('`done`: the figures come from its sitemaps'),
};
export const Competitor = z
  .object({
    ...known,
    error: CompetitorError.nullable().describe('Reason of the failure'),
    paths: z.int().nullable().describe('Paths in its sitemaps, 5000 at most; null without a sitemap'),
    overlap_pct: z
      .number()
      .nullable()
      .describe('Percentage of its paths that the site has too; null without a sitemap or without pages of the site'),
    jaccard: z.number().nullable().describe('Jaccard index: common paths divided by all paths, 0 to 1'),
    word_overlap_pct: z
      .number()
      .nullable()
      .describe('Percentage of the words in the last parts of its paths that the site has in its paths'),
    missing_paths: z
      .array(z.string())
      .describe('Its paths that the site does not have, the largest folders first, 50 at most'),
    created_at: Timestamp.describe('When it was added'),
    checked_at: Timestamp.nullable().describe('Time of the last comparison'),
  })
  .meta({ id: 'SeoCompetitor', description: 'Another site. Paths are compared without locale, ending and numbers' });

const path = '/v1/cms/sites/{site_id}/seo/competitors';

export const seoCompetitorEndpoints = seoFeature({
  listCompetitors: endpoint({
    ...admin,
    method: 'GET',
    path,
    summary: 'List competitors of a site, newest first',
    paginated: true,
    params: SiteIdParams,
    query: z.object(pageQuery),
    response: Competitor,
    errors: ['site_not_found'],
  }),
  addCompetitors: endpoint({
    ...admin,
    method: 'POST',
    path,
    status: 202,
    repeatable: true,
    summary: 'Compare sitemaps of other sites with the site',
    description:
      'The comparison runs in the background. It reads `robots.txt` and at most five allowed sitemap files of each site, but no pages. An existing competitor is compared again. A site has 20 competitors at most (`validation_failed`).',
    params: SiteIdParams,
    body: z
      .strictObject({ origins: z.array(HttpUrl.describe('Address')).min(1).max(5).describe('Their addresses') })
      .meta({ id: 'SeoCompetitorsAdd', example: { origins: ['https://rival.example.com'] } }),
    response: z
      .object({ competitors: z.array(Competitor).describe('The competitors of the request') })
      .meta({ id: 'SeoCompetitors' }),
    errors: ['site_not_found', 'address_refused'],
  }),
  removeCompetitor: endpoint({
    ...admin,
    method: 'DELETE',
    path: `${path}/{competitor_id}`,
    summary: 'Remove a competitor',
    description: 'It cannot be undone; the same address can be added again.',
    status: 204,
    params: SiteIdParams.extend({ competitor_id: idOf('competitor_id', 'Id of the competitor') }),
    audit: z.object(known),
    errors: ['site_not_found', 'competitor_not_found'],
  }),
});
