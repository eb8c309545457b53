import { z } from 'zod';
import { Code, SiteCodeParams, Timestamp, text, Uuid } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';

/** How many events one request may carry. */
export const maxBatchEvents = 500;
/** How long the properties of one event may be, as JSON in UTF-8. */
export const maxPropertiesBytes = 16 * 1024;
/**
 * How long a compressed event may be when it is inflated: properties that are just too long still get their
 * own error.
 */
const maxEventBytes = 64 * 1024;
/** How deep they may be nested. */
export const maxPropertiesDepth = 20;
/**
 * How many event names of an application or a site clients may make up; the events of others count as
 * `(other)`.
 */
export const maxEventNames = 1_000;

export const ClientEvent = z
  .object({
    event: text(100).describe(
      'What happened; free, `object_action` is recommended: paywall_viewed, app_opened. A new name that finds no room counts as `(other)`',
    ),
    event_id: Uuid.optional()
      .describe('Made by the client once for each event: the same id is counted once')
      .meta({ resource: 'nothing' }),
    occurred_at: Timestamp.optional()
      .describe('By the clock of the device; at most 7 days old and 5 minutes ahead. The moment of arrival when absent')
      .meta({ resource: 'recent_moment' }),
    platform: text(32).optional().describe('For example web, android, ios'),
    app_version: text(64).optional().describe('Version of the client'),
    installation_id: Uuid.optional()
      .describe('With a platform, the event counts as a sign of life of this device')
      .meta({ resource: 'nothing' }),
    properties: z
      .looseObject({})
      .optional()
      .describe('Anything about it, at most 16 KiB and 20 levels deep; no personal data'),
    application_id: Uuid.optional()
      .describe('Names the application where no header does')
      .meta({ resource: 'application_id' }),
    application_code: Code.optional().describe('The same by code').meta({ resource: 'application_code' }),
    cms_site_code: Code.optional()
      .describe('Site of the application on which it happened; also `properties.site_code`')
      .meta({ resource: 'event_site_code' }),
  })
  .meta({ id: 'ClientEvent', description: 'One thing that a user did' });
export type ClientEvent = z.output<typeof ClientEvent>;

/** Why one event of a batch was not taken, while the others were. */
export const EventRejection = z.enum([
  'validation_failed',
  'application_mismatch',
  'properties_too_large',
  'occurred_at_too_old',
  'occurred_at_in_future',
]);
export type EventRejection = z.output<typeof EventRejection>;

const Ingested = z
  .object({
    accepted: z.int().describe('Events that are stored now, or were before under the same `event_id`'),
    rejected: z
      .array(
        z.object({
          index: z.int().describe('Place in the batch, from 0'),
          error: EventRejection.describe('Why'),
          message: z.string().describe('For a person'),
        }),
      )
      .describe('Events that will never be taken as they are'),
  })
  .meta({ id: 'EventsAccepted' });

const SentAt = Timestamp.optional()
  .describe('When the device sent the batch, by its own clock: a wrong clock is corrected')
  .meta({ resource: 'recent_moment' });

export const SiteEvent = z
  .object({
    event: text(100).describe('page_viewed for a view; anything else is counted by its name'),
    event_id: Uuid.optional()
      .describe('Made once for each event: the same id is counted once')
      .meta({ resource: 'nothing' }),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .describe('Address of the page; its query is not kept'),
    referrer: z.string().max(2048).optional().describe('`document.referrer`; only its host is kept'),
    utm_source: z.string().max(200).optional().describe('Where the visitor came from'),
    utm_medium: z.string().max(200).optional().describe('By what'),
    utm_campaign: z.string().max(200).optional().describe('By which campaign'),
    utm_term: z.string().max(200).optional().describe('By which words'),
    utm_content: z.string().max(200).optional().describe('By which variant'),
    properties: z.record(z.string().max(200), z.unknown()).optional().describe('Anything about it, at most 16 KiB'),
  })
  .meta({ id: 'SiteEvent', description: 'One thing that a visitor of a site did' });

/**
 * An event of a batch. The schema accepts any value, since each event is validated on its own against
 * ClientEvent, which `recordEvent` adds to the document.
 */
const BatchedEvent = z.unknown().meta({ $ref: '#/$defs/ClientEvent', example: { event: 'paywall_viewed' } });
const BatchedEvents = z.array(BatchedEvent).min(1).max(maxBatchEvents);

/** As above; {@link SiteEvent} is in the document as the body of a single event. */
const BatchedSiteEvents = z
  .array(
    z.unknown().meta({
      $ref: '#/$defs/SiteEvent',
      example: { event: 'page_viewed', url: 'https://notes.example.com/pricing' },
    }),
  )
  .min(1)
  .max(maxBatchEvents);

export const clientEventEndpoints = feature('Events', 'What clients and pages report to analytics.', {
  recordEvent: endpoint({
    method: 'POST',
    path: '/v1/events',
    summary: 'Record one event',
    repeatable: true,
    description:
      'Answered when it is stored durably. With `installation_id` and `platform` it is a sign of life of that device. On 503 and on no answer send it again with the same `event_id`: it is counted once.',
    auth: 'user',
    rate: 'public_events',
    status: 202,
    compressed: true,
    maxInflatedBytes: maxEventBytes,
    applicationInBody: true,
    body: ClientEvent,
    response: Ingested,
    errors: ['application_mismatch', 'service_unavailable'],
  }),
  recordEvents: endpoint({
    method: 'POST',
    path: '/v1/events/batch',
    summary: 'Record up to 500 events',
    repeatable: true,
    description:
      '`{events, sent_at}` or a bare array of events. Each event is judged on its own: what is wrong is reported in `rejected` and the rest is stored, all of it or, on 503, nothing. On 503 and on no answer send it again with the same `event_id`s.',
    auth: 'user',
    rate: 'public_events',
    status: 202,
    compressed: true,
    applicationInBody: true,
    itemwise: { list: 'events', maxItems: maxBatchEvents },
    body: z.union([
      z.object({
        events: BatchedEvents.describe('The events'),
        sent_at: SentAt,
        application_id: Uuid.optional()
          .describe('Names the application where no header does')
          .meta({ resource: 'application_id' }),
        application_code: Code.optional().describe('The same by code').meta({ resource: 'application_code' }),
      }),
      BatchedEvents,
    ]),
    response: Ingested,
    errors: ['application_mismatch', 'service_unavailable'],
  }),
  recordSiteEvents: endpoint({
    method: 'POST',
    path: '/v1/sites/{site_code}/events',
    summary: 'Record what a visitor of a site did: one event, or up to 500',
    repeatable: true,
    description:
      'For browsers, without a cookie: a visitor is a hash of address and user agent with a salt that changes every day and is then destroyed; neither is stored. One event, `{events}` or a bare array, of which each is judged on its own: what is wrong is reported in `rejected`. An event happens when it arrives. Calls of user agents that say they are robots are answered and not stored: `accepted` is 0. Use `fetch` with `keepalive`, or `navigator.sendBeacon(url + "?public_key=…", new Blob([json], { type: "application/json" }))`.',
    auth: 'site_key',
    rate: 'public_events',
    status: 202,
    compressed: true,
    itemwise: { list: 'events', maxItems: maxBatchEvents },
    params: SiteCodeParams,
    query: z.object({
      public_key: z
        .string()
        .max(100)
        .optional()
        .describe('The site key, for `navigator.sendBeacon`, which sends no headers; `X-Public-Key` wins'),
    }),
    body: z.union([
      z.object({ events: BatchedSiteEvents.describe('The events') }),
      BatchedSiteEvents,
      SiteEvent,
      // A value that is no event is validated as one, so that the refusal names the field.
      z.looseObject({}).refine((body) => !('events' in body), 'is not a list'),
    ]),
    response: Ingested,
    errors: ['service_unavailable'],
  }),
});
