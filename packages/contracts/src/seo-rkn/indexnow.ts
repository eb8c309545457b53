import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { SiteIdParams } from '../cms/fields.ts';
import { pageQuery, Timestamp, Uuid } from '../fields.ts';
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
      .describe('`pending`: it is sent soon, or again; `failed`: it is sent no more'),
    changed_at: Timestamp.describe('When the content changed'),
    sent_at: Timestamp.nullable().describe('When search engines last accepted it'),
    http_status: z.int().nullable().describe('Last answer of IndexNow; null without one'),
    reason: IndexNowReason.nullable().describe(
      'Why it waits for another try, or is sent no more; null for none. `key_file_missing`: the site does not serve its key; `key_refused`: search engines refuse the key that the site serves, five times it is tried; `too_many`: they asked for a pause of a day. A change of the page, and naming it in a call, begin anew',
    ),
  })
  .meta({ id: 'SeoIndexNowUrl' });

export const SeoIndexNowResult = z
  .object({
    sent: z.int().min(0).describe('Addresses in this call'),
    accepted: z.int().min(0).describe('Those that search engines took'),
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
      'The key file of the site is read first (`indexnow_key_unverified` says what it has to hold). Without `urls` the changes that wait are announced. Changes of published items are announced by themselves, within ten minutes once, when the site shows them.',
    params: SiteIdParams,
    body: z
      .strictObject({
        urls: z
          .array(z.url({ protocol: /^https?$/ }).max(2048))
          .min(1)
          .max(10_000)
          .optional()
          .describe('Addresses of the site; those that wait without it'),
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
