import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { SiteIdParams } from '../cms/fields.ts';
import { pageQuery, Timestamp, Uuid, urlOf } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { seoFeature } from './feature.ts';

/** IndexNow: changed addresses are announced to search engines at once. */

/** Why an address was not accepted. */
export const IndexNowReason = z.enum([
  'website_url_missing',
  'other_host',
  'key_file_missing',
  'key_refused',
  'too_many',
  'refused',
  'unreachable',
]);
export type IndexNowReason = z.output<typeof IndexNowReason>;

export const SeoIndexNowUrl = z
  .object({
    id: Uuid.describe('Id of the change'),
    url: z.string().describe('Address, readable'),
    state: z
      .enum(['pending', 'accepted', 'failed'])
      .describe('`pending`: it is sent soon, or is retried; `failed`: it is not sent any more'),
    changed_at: Timestamp.describe('When the content changed'),
    sent_at: Timestamp.nullable().describe('Time at which search engines last accepted it'),
    http_status: z.int().nullable().describe('Last answer of IndexNow; null without one'),
    reason: IndexNowReason.nullable().describe(
      'Reason why it is retried or not sent any more; null for none. `key_file_missing`: the site does not serve its key; `key_refused`: search engines refuse the served key, with five attempts in all; `too_many`: search engines requested a pause of one day. A change of the page, or its address in a call, starts the attempts again',
    ),
  })
  .meta({ id: 'SeoIndexNowUrl' });

export const SeoIndexNowResult = z
  .object({
    sent: z.int().min(0).describe('Addresses in this call'),
    accepted: z.int().min(0).describe('Addresses that search engines accepted'),
    pending: z.int().min(0).describe('Addresses of the site that still wait'),
  })
  .meta({ id: 'SeoIndexNowResult', example: { sent: 2, accepted: 2, pending: 0 } });

const path = '/v1/cms/sites/{site_id}/seo/indexnow';

export const seoIndexNowEndpoints = seoFeature({
  submitSeoIndexNow: endpoint({
    ...admin,
    method: 'POST',
    path,
    repeatable: true,
    timeoutSeconds: 60,
    summary: 'Announce changed addresses to search engines',
    description:
      'The key file of the site is read first (`indexnow_key_unverified` describes its required content). Without `urls`, the waiting changes are announced. Changes of published items are announced automatically when the site shows them, at most once in ten minutes.',
    params: SiteIdParams,
    body: z
      .strictObject({
        urls: z
          .array(urlOf(/^https?$/))
          .min(1)
          .max(10_000)
          .optional()
          .describe('Addresses of the site; the waiting addresses when absent'),
      })
      .meta({ id: 'SeoIndexNowBody', example: {} }),
    response: SeoIndexNowResult,
    audit: SeoIndexNowResult,
    errors: ['site_not_found', 'website_url_missing', 'indexnow_key_unverified'],
  }),
  listSeoIndexNow: endpoint({
    ...admin,
    method: 'GET',
    path,
    paginated: true,
    summary: 'List changed addresses, the newest change first',
    params: SiteIdParams,
    query: z.object(pageQuery),
    response: SeoIndexNowUrl,
    errors: ['site_not_found'],
  }),
});
