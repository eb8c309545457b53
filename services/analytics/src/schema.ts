import { messagingTables } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

export const schema = pgSchema('analytics');

const time = (name: string) => timestamp(name, { withTimezone: true });
const money = (name: string) => numeric(name, { precision: 12, scale: 2 });
/** Fields of links that the platform makes. */
export const platformUtmFields = ['source', 'campaign', 'content'] as const;
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/* ------------------------------------------------------------------------------------------ what clients sent */

/**
 * Events of users. In partitions of a week of `occurred_at` (Monday to Sunday, UTC), each with a unique index
 * on (application_id, event_id) of its own; see `ensure_partitions` in the migrations.
 */
export const events = schema.table('events', {
  application_id: uuid('application_id').notNull(),
  event_id: uuid('event_id').notNull(),
  event: text('event').notNull(),
  user_id: uuid('user_id').notNull(),
  occurred_at: time('occurred_at').notNull(),
  received_at: time('received_at').notNull(),
  installation_id: uuid('installation_id'),
  platform: text('platform'),
  app_version: text('app_version'),
  country_code: text('country_code'),
  city: text('city'),
  timezone: text('timezone'),
  properties: jsonb('properties'),
  /** True for an event of a back end; null for one of a client. */
  from_back_end: boolean('from_back_end'),
});

/** Events of visitors of sites; partitions as above. A visitor id is valid for a day of the site. */
export const site_events = schema.table(
  'site_events',
  {
    site_id: uuid('site_id').notNull(),
    event_id: uuid('event_id').notNull(),
    event: text('event').notNull(),
    visitor_id: uuid('visitor_id').notNull(),
    occurred_at: time('occurred_at').notNull(),
    received_at: time('received_at').notNull(),
    path: text('path').notNull(),
    referrer_host: text('referrer_host'),
    utm_source: text('utm_source'),
    utm_medium: text('utm_medium'),
    utm_campaign: text('utm_campaign'),
    utm_term: text('utm_term'),
    utm_content: text('utm_content'),
    country_code: text('country_code'),
    properties: jsonb('properties'),
  },
  (t) => [index('site_events_campaign').on(t.utm_campaign, t.occurred_at).where(sql`utm_campaign IS NOT NULL`)],
);

/** Event names of an application or a site: clients may make up so many and no more. */
export const event_names = schema.table(
  'event_names',
  {
    /** An application or a site. */
    application_id: uuid('application_id').notNull(),
    event: text('event').notNull(),
    first_seen_at: time('first_seen_at').notNull(),
    /** Whether an administrator listed it. */
    is_allowed: boolean('is_allowed').notNull().default(false),
    /** Where its events count; null for a name that stands for itself. */
    merged_into: text('merged_into'),
    /** Events that came with it since it is listed. */
    events: bigint('events', { mode: 'number' }).notNull().default(0),
    last_seen_at: time('last_seen_at'),
  },
  (t) => [primaryKey({ columns: [t.application_id, t.event] })],
);

/** Outcomes of sent events, by UTC day of arrival. */
export const ingest_counts = schema.table(
  'ingest_counts',
  {
    application_id: uuid('application_id').notNull(),
    day: date('day').notNull(),
    /** `stored`, `duplicate`, or why it was rejected. */
    outcome: text('outcome').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.application_id, t.day, t.outcome] })],
);

/**
 * Salts of visitor ids, one for a date. Destroyed when the date is over in every time zone, so that no visitor can be
 * recognised any more.
 */
export const visitor_salts = schema.table('visitor_salts', {
  day: date('day').primaryKey(),
  salt: bytes('salt').notNull(),
});

/* ------------------------------------------------------------------------------------------------ what is counted */

/**
 * Hours in which something was stored since they were counted last. Written with the events, in one
 * transaction, and only ever inserted: writers never wait for each other. Counting takes the rows away and
 * counts their days again.
 */
export const stale_hours = schema.table(
  'stale_hours',
  {
    /** An application. */
    owner_id: uuid('owner_id').notNull(),
    /** Marks of sites by the release before become rows of {@link stale_site_hours}, by a trigger. */
    owner_kind: text('owner_kind', { enum: ['application', 'site'] }).notNull(),
    hour: time('hour').notNull(),
    noted_at: time('noted_at').notNull(),
  },
  (t) => [index('stale_hours_of_owner').on(t.owner_id, t.hour)],
);

/**
 * The same for sites. A table of its own: the release before counts the marks of {@link stale_hours} as days of UTC.
 */
export const stale_site_hours = schema.table(
  'stale_site_hours',
  {
    site_id: uuid('site_id').notNull(),
    hour: time('hour').notNull(),
    noted_at: time('noted_at').notNull(),
  },
  (t) => [index('stale_site_hours_of_site').on(t.site_id, t.hour)],
);

/** Time zones of sites, as the cms has them. The days of a site are counted in the zone that is here. */
export const site_zones = schema.table(
  'site_zones',
  {
    site_id: uuid('site_id').primaryKey(),
    /** IANA name or offset; null before the cms was asked for the first time. */
    timezone: text('timezone'),
    /** Announced changes of the site. */
    changes: integer('changes').notNull().default(0),
    /** How many of them had been announced when the cms was asked last. */
    read_changes: integer('read_changes').notNull().default(0),
  },
  (t) => [index('site_zones_stale').on(t.site_id).where(sql`changes <> read_changes`)],
);

/**
 * Counts of a day, a week or a month, by one dimension; `''` of dimension `''` is the whole. Changes of
 * devices are counted by days of UTC, so that their sum up to a moment does not depend on the time zone of
 * the owner.
 */
export const rollups = schema.table(
  'rollups',
  {
    owner_id: uuid('owner_id').notNull(),
    grain: text('grain', { enum: ['day', 'week', 'month', 'utc_day'] }).notNull(),
    dimension: text('dimension').notNull(),
    /** The day, the Monday, or the first of the month, in the zone of the owner. */
    starts_on: date('starts_on').notNull(),
    value: text('value').notNull(),
    events: bigint('events', { mode: 'number' }).notNull(),
    /** Different users or visitors: exact for a day. */
    uniques: integer('uniques').notNull(),
    /** The same as a sketch, to be united with other days; null where days are only added. */
    sketch: bytes('sketch'),
  },
  (t) => [primaryKey({ columns: [t.owner_id, t.grain, t.dimension, t.starts_on, t.value] })],
);

export const rollup_hours = schema.table(
  'rollup_hours',
  {
    owner_id: uuid('owner_id').notNull(),
    hour: time('hour').notNull(),
    events: bigint('events', { mode: 'number' }).notNull(),
    uniques: integer('uniques').notNull(),
  },
  (t) => [primaryKey({ columns: [t.owner_id, t.hour] })],
);

/** Months some day of which was counted since the month was: a report takes their days instead. */
export const stale_months = schema.table(
  'stale_months',
  { owner_id: uuid('owner_id').notNull(), month: date('month').notNull() },
  (t) => [primaryKey({ columns: [t.owner_id, t.month] })],
);

/** Weeks (their Mondays) with a day that was counted after the returns of the week. */
export const stale_weeks = schema.table(
  'stale_weeks',
  { owner_id: uuid('owner_id').notNull(), week: date('week').notNull() },
  (t) => [primaryKey({ columns: [t.owner_id, t.week] })],
);

/**
 * The start of the single events of an application or a site: older ones were dropped, and their counts
 * cannot be counted again. It only ever moves forward, also where retention becomes longer again.
 */
export const retention_watermarks = schema.table('retention_watermarks', {
  owner_id: uuid('owner_id').primaryKey(),
  /** `-infinity` while nothing was dropped. */
  since: time('since').notNull(),
});

/** The latest event of a user on each platform. */
export const user_clients = schema.table(
  'user_clients',
  {
    application_id: uuid('application_id').notNull(),
    user_id: uuid('user_id').notNull(),
    /** Empty when the client did not say. */
    platform: text('platform').notNull(),
    app_version: text('app_version'),
    last_event_at: time('last_event_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.application_id, t.user_id, t.platform] }),
    index('user_clients_seen').on(t.application_id, t.last_event_at),
  ],
);

/**
 * How many rows of {@link user_clients} there are by version and day (UTC) of the latest event, as changes
 * that are only added, by a trigger of that table, and summed up by a job: writers never wait for each other.
 */
export const client_days = schema.table(
  'client_days',
  {
    application_id: uuid('application_id').notNull(),
    platform: text('platform').notNull(),
    app_version: text('app_version'),
    day: date('day').notNull(),
    users: integer('users').notNull(),
  },
  (t) => [index('client_days_of_application').on(t.application_id, t.day)],
);

export const application_settings = schema.table('application_settings', {
  application_id: uuid('application_id').primaryKey(),
  timezone: text('timezone').notNull().default('UTC'),
  retention_days: integer('retention_days').notNull().default(730),
  updated_at: time('updated_at').notNull(),
});

/* --------------------------------------------------------------------- what other services announced (projections) */

export const users = schema.table(
  'users',
  {
    application_id: uuid('application_id').notNull(),
    user_id: uuid('user_id').primaryKey(),
    registered_at: time('registered_at').notNull(),
    /** Acquisition source; null for `direct`. */
    channel: text('channel'),
    utm_source: text('utm_source'),
    utm_campaign: text('utm_campaign'),
    utm_content: text('utm_content'),
    platform: text('platform'),
    country_code: text('country_code'),
    /**
     * Event id of the registration, by which a repeated event is recognised after the user became a
     * pseudonym. Null in older rows.
     */
    event_id: uuid('event_id'),
  },
  (t) => [
    index('users_registered').on(t.application_id, t.registered_at),
    index('users_event').on(t.event_id),
    index('users_content').on(t.application_id, t.utm_content).where(sql`utm_content IS NOT NULL`),
    index('users_campaign').on(t.utm_campaign, t.registered_at).where(sql`utm_campaign IS NOT NULL`),
  ],
);

/**
 * A device became active or stopped being so: the sum up to a moment is how many were active then. Changes
 * are retained, 200 bytes each: a change that comes late has its day counted again from all of them.
 */
export const device_changes = schema.table(
  'device_changes',
  {
    event_id: uuid('event_id').primaryKey(),
    application_id: uuid('application_id').notNull(),
    device_id: uuid('device_id').notNull(),
    user_id: uuid('user_id').notNull(),
    platform: text('platform').notNull(),
    changed_at: time('changed_at').notNull(),
    is_active: boolean('is_active').notNull(),
  },
  (t) => [index('device_changes_time').on(t.application_id, t.changed_at)],
);

/**
 * Payments and the period that each paid for. Every column but the ids may come late: events have no order.
 */
export const payments = schema.table(
  'payments',
  {
    payment_id: uuid('payment_id').primaryKey(),
    application_id: uuid('application_id').notNull(),
    user_id: uuid('user_id').notNull(),
    plan_code: text('plan_code'),
    amount: money('amount'),
    currency: text('currency'),
    channel: text('channel'),
    created_at: time('created_at'),
    succeeded_at: time('succeeded_at'),
    canceled_at: time('canceled_at'),
    /** Term of the grant of the payment; before its first event, the paid time as billing says it. */
    starts_at: time('starts_at'),
    /** Null for a lifetime. */
    expires_at: time('expires_at'),
    /** Revision of the user's grants that the term is from; 0 before the first event of the grant. */
    term_revision: bigint('term_revision', { mode: 'number' }).notNull().default(0),
    /** When a full refund ended it. */
    fully_refunded_at: time('fully_refunded_at'),
  },
  (t) => [
    index('payments_created').on(t.application_id, t.created_at),
    index('payments_succeeded').on(t.application_id, t.succeeded_at),
    index('payments_canceled').on(t.application_id, t.canceled_at),
    index('payments_expiring').on(t.application_id, t.expires_at),
    index('payments_fully_refunded').on(t.application_id, t.fully_refunded_at),
    index('payments_starting').on(t.application_id, t.starts_at).where(sql`succeeded_at IS NOT NULL`),
    index('payments_of_user').on(t.application_id, t.user_id),
  ],
);

/**
 * Users whose paid time began or ended within an hour (UTC), overlapping and adjacent periods of a user taken
 * as one: the sum up to a moment is how many had a paid period then.
 */
export const paid_hours = schema.table(
  'paid_hours',
  {
    application_id: uuid('application_id').notNull(),
    hour: time('hour').notNull(),
    begun: integer('begun').notNull(),
    ended: integer('ended').notNull(),
  },
  (t) => [primaryKey({ columns: [t.application_id, t.hour] })],
);

/**
 * Marks of paid hours that are to be counted: of a user whose payment changed, and of an hour that a payment had
 * to do with before. A trigger of `payments` writes them in the transaction of the change.
 */
export const stale_paid_hours = schema.table(
  'stale_paid_hours',
  {
    application_id: uuid('application_id').notNull(),
    user_id: uuid('user_id'),
    hour: time('hour'),
    /** Null in the marks of the migration, which lead to the first count of an hour. */
    noted_at: time('noted_at'),
  },
  (t) => [index('stale_paid_hours_first').on(t.application_id).where(sql`noted_at IS NULL`)],
);

export const refunds = schema.table(
  'refunds',
  {
    event_id: uuid('event_id').primaryKey(),
    application_id: uuid('application_id').notNull(),
    payment_id: uuid('payment_id').notNull(),
    user_id: uuid('user_id').notNull(),
    amount: money('amount').notNull(),
    currency: text('currency').notNull(),
    refunded_at: time('refunded_at').notNull(),
    is_full: boolean('is_full').notNull(),
  },
  (t) => [
    index('refunds_time').on(t.application_id, t.refunded_at),
    index('refunds_of_user').on(t.application_id, t.user_id),
  ],
);

export const grants = schema.table(
  'grants',
  {
    grant_id: uuid('grant_id').primaryKey(),
    application_id: uuid('application_id').notNull(),
    user_id: uuid('user_id').notNull(),
    source: text('source').notNull(),
    source_id: text('source_id').notNull(),
    plan_code: text('plan_code'),
    starts_at: time('starts_at'),
    expires_at: time('expires_at'),
    term_revision: bigint('term_revision', { mode: 'number' }).notNull().default(0),
    granted_at: time('granted_at'),
    revoked_at: time('revoked_at'),
    /** Of the change of the user's grants that wrote `revoked_at`. */
    revocation_revision: bigint('revocation_revision', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    index('grants_of_user').on(t.application_id, t.user_id),
    index('grants_granted').on(t.application_id, t.granted_at),
  ],
);

/**
 * Values that the platform puts into its own links: they are not personal data, and stay after the erasure of
 * a user.
 */
export const platform_utm_values = schema.table(
  'platform_utm_values',
  { field: text('field', { enum: platformUtmFields }).notNull(), value: text('value').notNull() },
  (t) => [primaryKey({ columns: [t.field, t.value] })],
);

/** Pending erasures and merges of users, until all their rows have the new id. */
export const erasures = schema.table('erasures', {
  user_id: uuid('user_id').primaryKey(),
  application_id: uuid('application_id').notNull(),
  /** The new id: a random pseudonym, or the user that a merged one is part of. */
  pseudonym: uuid('pseudonym').notNull(),
  /** The rows keep their values: the person stays, under another id. */
  is_merge: boolean('is_merge').notNull().default(false),
  requested_at: time('requested_at').notNull(),
  /** When its events were renamed for the first time; the last time ends it. */
  first_pass_at: time('first_pass_at'),
});

export const { outbox, inbox, dead_letters, idempotency_keys, jobs } = messagingTables(schema);
