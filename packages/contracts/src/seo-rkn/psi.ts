import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { SiteIdParams } from '../cms/fields.ts';
import { pageQuery, Timestamp, Uuid, urlOf } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { seoFeature } from './feature.ts';

/** PageSpeed Insights: how fast pages are, in a laboratory and for their visitors. */

export const PsiStrategy = z.enum(['mobile', 'desktop']);
export type PsiStrategy = z.output<typeof PsiStrategy>;

export const PsiError = z.enum(['key_refused', 'quota_exceeded', 'page_failed', 'unreachable']);
export type PsiError = z.output<typeof PsiError>;

const ms = (what: string) => z.number().min(0).nullable().describe(`${what}, in milliseconds; null without it`);
const cls = z.number().min(0).nullable().describe('Cumulative Layout Shift, without a unit; null without it');

const PsiField = z
  .object({
    of: z.enum(['page', 'origin']).describe('Source of the visits: the page, or the whole origin if the page has few'),
    lcp_ms: ms('Largest Contentful Paint'),
    cls,
    inp_ms: ms('Interaction to Next Paint'),
    ttfb_ms: ms('Time to First Byte'),
  })
  .meta({ id: 'SeoPsiField', description: '75th percentile of the visits of 28 days' });
export type PsiField = z.output<typeof PsiField>;

const PsiLab = z
  .object({
    lcp_ms: ms('Largest Contentful Paint'),
    cls,
    tbt_ms: ms('Total Blocking Time'),
    ttfb_ms: ms('Time to First Byte of the document'),
  })
  .meta({ id: 'SeoPsiLab', description: 'One run of Lighthouse' });
export type PsiLab = z.output<typeof PsiLab>;

export const PsiResult = z
  .object({
    id: Uuid.describe('Id'),
    url: z.string().describe('Address, readable'),
    strategy: PsiStrategy.describe('Device'),
    state: z
      .enum(['waiting', 'running', 'done', 'failed'])
      .describe('`waiting`, `running`: the values come from the previous measurement'),
    error: PsiError.nullable().describe(
      'Reason why the last measurement failed; `page_failed`: Lighthouse could not measure the page, which does not mean a low score',
    ),
    score: z.int().min(0).max(100).nullable().describe('Performance score; null before the first measurement'),
    field: PsiField.nullable().describe('Field data from visitors; null if the page and the origin have few visitors'),
    lab: PsiLab.nullable().describe('Lab data'),
    top_audits: z.array(z.string()).describe('Lighthouse audits with the largest saving, 3 at most'),
    requested_at: Timestamp.describe('Time of the request'),
    measured_at: Timestamp.nullable().describe('When it was measured; null before the first measurement'),
  })
  .meta({ id: 'SeoPsiResult' });

const Results = z
  .object({ results: z.array(PsiResult).describe('The addresses of the request, without duplicates') })
  .meta({ id: 'SeoPsiResults' });

const path = '/v1/cms/sites/{site_id}/seo/psi';

export const seoPsiEndpoints = seoFeature({
  measureSeoPsi: endpoint({
    ...admin,
    method: 'POST',
    path,
    status: 202,
    repeatable: true,
    summary: 'Measure the speed of pages with PageSpeed Insights',
    description:
      'Pages are measured one after the other in the background; each takes up to two minutes. A result is cached for 24 hours and returned during this time. After `quota_exceeded` and `unreachable`, a page is measured again within an hour. `seo.pagespeed` in `GET /v1/health` shows whether the key is set.',
    params: SiteIdParams,
    body: z
      .strictObject({
        urls: z
          .array(urlOf(/^https?$/))
          .min(1)
          .max(20)
          .optional()
          .describe('Addresses of the site; its home page when absent'),
        strategy: PsiStrategy.default('mobile').describe('Device'),
      })
      .meta({ id: 'SeoPsiBody', example: { strategy: 'mobile' } }),
    response: Results,
    audit: Results,
    errors: ['site_not_found', 'website_url_missing', 'psi_not_configured'],
  }),
  listSeoPsi: endpoint({
    ...admin,
    method: 'GET',
    path,
    paginated: true,
    summary: 'List measured pages, the newest request first',
    description: 'Scans add the pages that they measure. Results are kept for 90 days.',
    params: SiteIdParams,
    query: z.object(pageQuery),
    response: PsiResult,
    errors: ['site_not_found'],
  }),
});
