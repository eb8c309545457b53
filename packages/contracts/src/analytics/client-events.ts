import { z } from 'zod';
import { adminWrites } from '../admin-endpoints.ts';
import { ApplicationIdParams, Code, foldedLine, SiteCodeParams, Timestamp, text, Uuid, urlOf } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';

/** How many events one request may carry. */
export const maxBatchEvents = 500;
/** How long the properties of one event may be, as JSON in UTF-8. */
export const maxPropertiesBytes = 16 * 1024;
/** How long those of an event of a site may be: strangers send them. */
export const maxSitePropertiesBytes = 2 * 1024;
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
      'Name of the event, free text; `object_action` is recommended, for example paywall_viewed or app_opened. A new name beyond the limit of names counts as `(other)`',
    ),
    event_id: Uuid.optional()
      .describe(
        'Deduplication id that the client creates for each event: events with the same id are counted once. Without it, each repeat counts',
      )
      .meta({ resource: 'nothing' }),
    occurred_at: Timestamp.optional()
      .describe(
        'Time of the event by the clock of the device, at most 7 days in the past and 5 minutes in the future. The time of arrival when absent',
      )
      .meta({ resource: 'recent_moment' }),
    platform: text(32).optional().describe('For example web, android, ios'),
    app_version: text(64).optional().describe('Version of the client'),
    installation_id: Uuid.optional()
      .describe(
        'Installation of the client. Together with `platform`, the event updates the last-seen time of this device',
      )
      .meta({ resource: 'nothing' }),
    properties: z
      .looseObject({})
      .optional()
      .describe('Any properties of the event, at most 16 KiB and 20 levels deep; no personal data'),
    application_id: Uuid.optional()
      .describe('Id of the application, if no header contains it')
      .meta({ resource: 'application_id' }),
    application_code: Code.optional()
      .describe('Code of the application, if no header contains it')
      .meta({ resource: 'application_code' }),
    cms_site_code: Code.optional()
      .describe('Site of the application on which the event happened; `properties.site_code` is accepted too')
      .meta({ resource: 'event_site_code' }),
  })
  .meta({ id: 'ClientEvent', description: 'An event of a user' });
export type ClientEvent = z.output<typeof ClientEvent>;

/** An event of a user that a back end sends. It names the user, and has no fields of a device. */
export const BackEndEvent = z
  .strictObject({
    user_id: Uuid.optional().describe('Id of the user').meta({ resource: 'user_id' }),
    subject: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe('`sub` of the tokens of the user, instead of `user_id`')
      .meta({ resource: 'user_subject' }),
    issuer: z
      .string()
      .min(1)
      .max(2048)
      .optional()
      .describe('`iss` of the tokens, with `subject`; the current issuer of the application when absent'),
    event: ClientEvent.shape.event,
    event_id: Uuid.optional()
      .describe(
        'Deduplication id that the back end creates for each event: events with the same id are counted once. Without it, each repeat counts',
      )
      .meta({ resource: 'nothing' }),
    occurred_at: Timestamp.optional()
      .describe(
        'Time of the event, at most 7 days in the past and 5 minutes in the future. The time of arrival when absent',
      )
      .meta({ resource: 'recent_moment' }),
    properties: ClientEvent.shape.properties,
  })
  .refine(({ user_id, subject }) => (user_id === undefined) !== (subject === undefined), {
    message: 'and `subject` exclude each other: send exactly one of them',
    path: ['user_id'],
  })
  .refine(({ subject, issuer }) => issuer === undefined || subject !== undefined, {
    message: 'belongs to `subject`: send `subject`, or leave `issuer` out',
    path: ['issuer'],
  })
  .meta({ id: 'BackEndEvent', description: 'An event of a user that a back end sends' });
export type BackEndEvent = z.output<typeof BackEndEvent>;

/** Why one event of a batch was not taken, while the others were. */
export const EventRejection = z.enum([
  'validation_failed',
  'application_mismatch',
  'user_not_found',
  'properties_too_large',
  'occurred_at_too_old',
  'occurred_at_in_future',
]);
export type EventRejection = z.output<typeof EventRejection>;

const Ingested = z
  .object({
    accepted: z.int().describe('Number of stored events, repeats of a stored `event_id` included'),
    rejected: z
      .array(
        z.object({
          index: z.int().describe('Index in the batch, from 0'),
          error: EventRejection.describe('Reason'),
          message: z.string().describe('Human-readable message'),
        }),
      )
      .describe('Refused events; the same event is refused again'),
  })
  .meta({ id: 'EventsAccepted' });

const SentAt = Timestamp.optional()
  .describe('Time at which the device sent the batch, by the clock of the device; used to correct a wrong clock')
  .meta({ resource: 'recent_moment' });

export const SiteEvent = z
  .object({
    event: text(100).describe(
      'Name of the event: `page_viewed` for a page view; any other event is counted under its name',
    ),
    event_id: Uuid.optional()
      .describe(
        'Deduplication id of the event: events with the same id are counted once. Without it, each repeat counts',
      )
      .meta({ resource: 'nothing' }),
    url: urlOf(/^https?$/).describe('Address of the page; its query string is not stored'),
    referrer: foldedLine(2048).optional().describe('`document.referrer`; only its host is stored'),
    utm_source: foldedLine(200).optional().describe('Campaign source'),
    utm_medium: foldedLine(200).optional().describe('Campaign medium'),
    utm_campaign: foldedLine(200).optional().describe('Campaign name'),
    utm_term: foldedLine(200).optional().describe('Campaign term'),
    utm_content: foldedLine(200).optional().describe('Campaign content'),
    properties: z
      .record(z.string().max(200), z.unknown())
      .optional()
      .describe('Any properties of the event, at most 2 KiB'),
  })
  .meta({ id: 'SiteEvent', description: 'An event of a site visitor' });

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

/** As above; the document has {@link BackEndEvent} as the item of the list. */
const BatchedBackEndEvents = z
  .array(
    z.unknown().meta({
      $ref: '#/$defs/BackEndEvent',
      example: { subject: 'f3a1c2d4', event: 'import_finished', properties: { rows: 1_200 } },
    }),
  )
  .min(1)
  .max(maxBatchEvents);

const actsOncePerEventId =
  'An event that is sent again with its `event_id` within 7 days counts once; an event without `event_id` counts each time it is sent.';

export const clientEventEndpoints = feature('Events', 'Analytics events that clients, pages and back ends send.', {
  recordEvent: endpoint({
    method: 'POST',
    path: '/v1/events',
    summary: 'Record one event',
    repeatable: actsOncePerEventId,
    description:
      'The answer is sent after the event is stored durably. `installation_id` together with `platform` updates the last-seen time of that device. After 503 or without an answer, send the event again with the same `event_id`: it is counted once.',
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
    repeatable: actsOncePerEventId,
    description:
      'The body is `{events, sent_at}` or a bare array of events. Each event is validated separately. Invalid events are listed in `rejected`. All valid events are stored; on 503 no event is stored. After 503 or without an answer, send the batch again with the same `event_id`s.',
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
          .describe('Id of the application, if no header contains it')
          .meta({ resource: 'application_id' }),
        application_code: Code.optional()
          .describe('Code of the application, if no header contains it')
          .meta({ resource: 'application_code' }),
      }),
      BatchedEvents,
    ]),
    response: Ingested,
    errors: ['application_mismatch', 'service_unavailable'],
  }),
  recordBackEndEvents: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/admin/applications/{application_id}/events',
    summary: 'Record up to 500 events of users for a back end',
    repeatable: actsOncePerEventId,
    description:
      'For facts that a server knows: an import is finished, an invoice is paid. Each event names its user and is validated separately. Invalid events, and events of unknown or erased users, are listed in `rejected`; all others are stored, and on 503 none is. Reports count these events by name, and a funnel takes them as steps. They make no user active, no device seen and no visitor of a site: `uniques`, retention, channels, countries, platforms and versions leave them out. The call is no administrative change and is not in the audit log. After 503 or without an answer, send the batch again with the same `event_id`s.',
    rate: 'back_ends',
    changesNothing: true,
    status: 202,
    compressed: true,
    itemwise: { list: 'events', maxItems: maxBatchEvents, item: BackEndEvent },
    params: ApplicationIdParams,
    body: z.strictObject({ events: BatchedBackEndEvents.describe('The events') }).meta({ id: 'BackEndEvents' }),
    response: Ingested,
    errors: ['application_not_found', 'service_unavailable', 'conflict'],
  }),
  recordSiteEvents: endpoint({
    method: 'POST',
    path: '/v1/sites/{site_code}/events',
    summary: 'Record what a visitor of a site did: one event, or up to 500',
    repeatable: actsOncePerEventId,
    description:
      'For browsers, without a cookie. A visitor is identified by a hash of IP address, user agent and a salt. The salt changes every day and is then destroyed. Neither the IP address nor the user agent is stored. The body is one event, `{events}` or a bare array. Each event is validated separately, and invalid events are listed in `rejected`. The time of an event is its time of arrival. Events that exceed what the site may store in a day are refused with 429 and `Retry-After`. Calls of user agents that identify themselves as robots are answered with `accepted: 0` and not stored. Use `fetch` with `keepalive`, or `navigator.sendBeacon(url + "?public_key=…", new Blob([json], { type: "application/json" }))`.',
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
        .describe(
          'Public key of the site for `navigator.sendBeacon`, which sends no headers; `X-Public-Key` takes precedence',
        ),
    }),
    body: z.union([
      z.object({ events: BatchedSiteEvents.describe('The events') }),
      BatchedSiteEvents,
      SiteEvent,
      // A value that is no event is validated as one, so that the refusal names the field.
      z.looseObject({}).refine((body) => !('events' in body), 'has `events`, so each of them has to be an event'),
    ]),
    response: Ingested,
    errors: ['service_unavailable'],
  }),
});
