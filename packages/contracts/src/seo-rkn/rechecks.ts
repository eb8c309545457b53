import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { SiteIdParams } from '../cms/fields.ts';
import { idOf, urlOf } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { seoFeature } from './feature.ts';

/** Rechecks: single pages judged again, without a scan of the site. */

const PageUrl = urlOf(/^https?$/);

export const RequestedRechecks = z
  .object({
    rechecks: z
      .array(z.object({ url: z.string().describe('Address, readable') }).meta({ id: 'SeoRecheck' }))
      .describe('Pages that are fetched within seconds, without duplicates'),
  })
  .meta({ id: 'RequestedSeoRechecks' });

const order = {
  ...admin,
  method: 'POST',
  status: 202,
  repeatable: true,
  response: RequestedRechecks,
  audit: RequestedRechecks,
} as const;

export const seoRecheckEndpoints = seoFeature({
  recheckSeoPages: endpoint({
    ...order,
    path: '/v1/cms/sites/{site_id}/seo/recheck',
    summary: 'Judge pages again',
    description:
      'Each page is fetched within seconds; a failed fetch is repeated after 30 seconds. The result replaces the facts of the page in the last scan. Issues of the page and of its groups are opened or resolved (`resolved_by: recheck`). Pages of published, changed and unpublished items are judged again automatically, as soon as the site shows the change.',
    params: SiteIdParams,
    body: z
      .strictObject({ urls: z.array(PageUrl).min(1).max(20).describe('Addresses of the site') })
      .meta({ id: 'SeoRecheckBody', example: { urls: ['https://notes.example/blog/first'] } }),
    errors: ['site_not_found', 'scan_missing'],
  }),
  recheckSeoIssue: endpoint({
    ...order,
    path: '/v1/cms/sites/{site_id}/seo/issues/{issue_id}/recheck',
    summary: 'Judge the page of an issue again',
    description:
      'The page is read again from the site within a minute, which costs the site one request. An issue that is fixed becomes resolved.',
    params: SiteIdParams.extend({ issue_id: idOf('issue_id', 'Id of the issue') }),
    errors: ['site_not_found', 'issue_not_found', 'scan_missing', 'page_elsewhere'],
  }),
});
