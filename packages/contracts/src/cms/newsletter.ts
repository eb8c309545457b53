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
      .describe('Ends the subscription: a page for GET, one click for POST; belongs into each mail')
      .meta({ example: 'https://api.example.com/v1/newsletter/unsubscribe/2Nq8XcJm5vGkR1uYw0sBzT4e' }),
    created_at: Timestamp.describe('When it was asked for first'),
    confirmed_at: Timestamp.nullable().describe('When it was confirmed'),
    unsubscribed_at: Timestamp.nullable().describe('When it was ended'),
  })
  .meta({ id: 'Subscriber' });

export const newsletterEndpoints = feature('Newsletter', 'Subscriptions with double opt-in.', {
  showConfirmation: endpoint({
    ...page,
    method: 'GET',
    path: '/v1/newsletter/confirm/{token}',
    summary: 'Page with the button that confirms a subscription',
    description: 'It changes nothing: scanners of mails open links.',
    params: confirmParams,
    errors: ['not_found'],
  }),
  confirmSubscription: endpoint({
    ...page,
    method: 'POST',
    path: '/v1/newsletter/confirm/{token}',
    summary: 'Confirm a subscription',
    params: confirmParams,
    errors: ['not_found'],
  }),
  showUnsubscription: endpoint({
    ...page,
    method: 'GET',
    path: '/v1/newsletter/unsubscribe/{token}',
    summary: 'Page with the button that ends a subscription',
    description: 'It changes nothing: scanners of mails open links.',
    params: unsubscribeParams,
    errors: ['not_found'],
  }),
  unsubscribe: endpoint({
    ...page,
    method: 'POST',
    path: '/v1/newsletter/unsubscribe/{token}',
    summary: 'End a subscription (RFC 8058)',
    description: 'Mail programs send this POST by one click, with the body `List-Unsubscribe=One-Click`.',
    params: unsubscribeParams,
    errors: ['not_found'],
  }),
  listSubscribers: endpoint({
    ...adminWrites,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/subscribers',
    summary: 'List subscribers, or export those who confirmed',
    description:
      'The read is in the audit log. `format=csv` streams the confirmed ones with their `unsubscribe_url`, for the program that sends the mails. A cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return has an apostrophe before it.',
    paginated: true,
    streams: true,
    statementSeconds: 10,
    auditedRead: true,
    params: SiteIdParams,
    query: z.object({
      ...pageQuery,
      status: SubscriberStatus.optional().describe('Only these'),
      format: z.enum(['json', 'csv']).default('json').describe('csv exports'),
    }),
    response: Subscriber,
    audit: z.object({ subscribers: z.int(), format: z.string(), filters: z.array(z.string()) }),
    errors: ['site_not_found'],
  }),
});

const aboutSubscriber = z.object({ subscriber_id: Uuid, site_id: Uuid });

export const newsletterEvents = {
  subscriberConfirmed: event('subscriber.confirmed', 'A person confirmed a newsletter.', aboutSubscriber),
  subscriberUnsubscribed: event('subscriber.unsubscribed', 'A person ended a newsletter.', aboutSubscriber),
} as const;
