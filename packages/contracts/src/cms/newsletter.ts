import { z } from 'zod';
import { adminWrites } from '../admin-endpoints.ts';
import { pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint, event, feature } from '../kit.ts';
import { SiteIdParams } from './fields.ts';

/** Double opt-in of newsletters, and its end by one click (RFC 8058). Campaigns are sent elsewhere. */

const page = { auth: 'none', rate: 'public_ip', produces: 'html' } as const;
const tokenParams = (resource: 'confirmation_token' | 'unsubscription_token') =>
  z.object({ token: z.string().max(128).describe('The token of the link in the mail').meta({ resource }) });
const confirmParams = tokenParams('confirmation_token');
const unsubscribeParams = tokenParams('unsubscription_token');

export const SubscriberStatus = z.enum(['pending', 'confirmed', 'unsubscribed']);

export const Subscriber = z
  .object({
    id: Uuid.describe('Id'),
    email: z.string().nullable().describe('E-mail; null when the person was erased'),
    status: SubscriberStatus.describe('`pending` for seven days at most'),
    locale: z.string().nullable().describe('Language of the page with the form'),
    subject_id: Uuid.describe('Pseudonym of the person on this site, as in the consent journal'),
    unsubscribe_url: z
      .string()
      .describe('Unsubscribe address: GET shows a page, POST is the one-click unsubscribe. Each mail must contain it')
      .meta({ example: 'https://api.example.com/v1/newsletter/unsubscribe/2Nq8XcJm5vGkR1uYw0sBzT4e' }),
    created_at: Timestamp.describe('Time of the first request'),
    confirmed_at: Timestamp.nullable().describe('When it was confirmed'),
    unsubscribed_at: Timestamp.nullable().describe('Time of the end'),
  })
  .meta({ id: 'Subscriber' });

export const newsletterEndpoints = feature('Newsletter', 'Subscriptions with double opt-in.', {
  showConfirmation: endpoint({
    ...page,
    method: 'GET',
    path: '/v1/newsletter/confirm/{token}',
    summary: 'Page with the button that confirms a subscription',
    description: 'The page changes nothing, because mail scanners open links.',
    params: confirmParams,
    errors: ['not_found'],
    pageErrors: ['not_found'],
  }),
  confirmSubscription: endpoint({
    ...page,
    method: 'POST',
    path: '/v1/newsletter/confirm/{token}',
    summary: 'Confirm a subscription',
    description: 'The subscriber gets newsletters from now on, and the consent is recorded. `unsubscribe` ends it.',
    params: confirmParams,
    errors: ['not_found'],
    pageErrors: ['not_found'],
  }),
  showUnsubscription: endpoint({
    ...page,
    method: 'GET',
    path: '/v1/newsletter/unsubscribe/{token}',
    summary: 'Page with the button that ends a subscription',
    description: 'The page changes nothing, because mail scanners open links.',
    params: unsubscribeParams,
    errors: ['not_found'],
    pageErrors: ['not_found'],
  }),
  unsubscribe: endpoint({
    ...page,
    method: 'POST',
    path: '/v1/newsletter/unsubscribe/{token}',
    summary: 'End a subscription (RFC 8058)',
    description: 'Mail clients send this POST for a one-click unsubscribe, with the body `List-Unsubscribe=One-Click`.',
    params: unsubscribeParams,
    errors: ['not_found'],
    pageErrors: ['not_found'],
  }),
  listSubscribers: endpoint({
    ...adminWrites,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/subscribers',
    summary: 'List subscribers, or export the confirmed ones',
    description:
      'The read is recorded in the audit log. `format=csv` streams the confirmed subscribers with their `unsubscribe_url`, for the mail program. A cell that starts with `=`, `+`, `-`, `@`, a tab or a carriage return is prefixed with an apostrophe.',
    paginated: true,
    streams: true,
    statementSeconds: 10,
    auditedRead: true,
    params: SiteIdParams,
    query: z.object({
      ...pageQuery,
      status: SubscriberStatus.optional().describe('Only with this status'),
      format: z.enum(['json', 'csv']).default('json').describe('`csv` returns a file'),
    }),
    response: Subscriber,
    audit: z.object({ subscribers: z.int(), format: z.string(), filters: z.array(z.string()) }),
    errors: ['site_not_found'],
  }),
});

const aboutSubscriber = z.object({ subscriber_id: Uuid, site_id: Uuid });

export const newsletterEvents = {
  subscriberConfirmed: event('subscriber.confirmed', 'A newsletter subscription was confirmed.', aboutSubscriber),
  subscriberUnsubscribed: event('subscriber.unsubscribed', 'A newsletter subscription was ended.', aboutSubscriber),
} as const;
