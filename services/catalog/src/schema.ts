import type { ConfigDefinition, DeviceLimitPolicy, FeatureDefinition, ReceiptSettings } from '@platform/contracts';
import { messagingTables } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { schema, time, versionColumns } from './schema/common.ts';

export * from './schema/backfills.ts';
export { schema } from './schema/common.ts';
export * from './schema/customers.ts';

export const applications = schema.table('applications', {
  id: uuid('id').primaryKey(),
  code: text('code').notNull().unique('applications_code'),
  name: text('name').notNull(),
  description: text('description'),
  status: text('status', { enum: ['active', 'draft', 'suspended', 'archived'] }).notNull(),
  payments_enabled: boolean('payments_enabled').notNull(),
  icon_url: text('icon_url'),
  website_url: text('website_url'),
  offline_grace_days: integer('offline_grace_days').notNull(),
  return_url_schemes: text('return_url_schemes').array().notNull(),
  receipt_settings: jsonb('receipt_settings').$type<ReceiptSettings>(),
  max_active_devices: integer('max_active_devices').notNull().default(10),
  device_limit_policy: text('device_limit_policy').$type<DeviceLimitPolicy>().notNull().default('reject'),
  /** The status that an archived application had. */
  archived_from: text('archived_from', { enum: ['active', 'draft', 'suspended'] }),
  version: integer('version').notNull().default(1),
  created_at: time('created_at').notNull(),
  updated_at: time('updated_at').notNull(),
});

/**
 * Public keys are in every client binary, so they are stored readable: hashing them would protect nothing.
 */
export const public_keys = schema.table(
  'public_keys',
  {
    id: uuid('id').primaryKey(),
    application_id: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    key: text('key').notNull().unique('public_keys_key'),
    created_at: time('created_at').notNull(),
    /** End of the grace period after a rotation; null for the current key. */
    valid_until: time('valid_until'),
    /** A revoked key has ended too, and cannot be prolonged. */
    revoked_at: time('revoked_at'),
    /** Written once an hour at most. */
    last_used_at: time('last_used_at'),
  },
  (t) => [index().on(t.application_id)],
);

export const identity_providers = schema.table('identity_providers', {
  application_id: uuid('application_id')
    .primaryKey()
    .references(() => applications.id),
  issuer: text('issuer').notNull(),
  issuer_aliases: text('issuer_aliases').array().notNull().default([]),
  audience: text('audience'),
  allow_missing_audience: boolean('allow_missing_audience').notNull().default(false),
  jwks_url: text('jwks_url'),
  sealed_hs256_secret: text('sealed_hs256_secret'),
  authorized_party: text('authorized_party'),
  created_at: time('created_at').notNull().defaultNow(),
  ...versionColumns(),
});

export const entitlements = schema.table(
  'entitlements',
  {
    id: uuid('id').primaryKey(),
    application_id: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    code: text('code').notNull(),
    name: text('name').notNull(),
    description: text('description'),
    status: text('status', { enum: ['active', 'archived'] })
      .notNull()
      .default('active'),
    created_at: time('created_at').notNull(),
    ...versionColumns(),
  },
  (t) => [unique('entitlements_code').on(t.application_id, t.code)],
);

export const plans = schema.table(
  'plans',
  {
    id: uuid('id').primaryKey(),
    application_id: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    code: text('code').notNull(),
    name: text('name').notNull(),
    billing_type: text('billing_type', { enum: ['one_time', 'recurring', 'lifetime', 'free'] }).notNull(),
    duration_days: integer('duration_days'),
    is_lifetime: boolean('is_lifetime').notNull(),
    status: text('status', { enum: ['draft', 'active', 'archived'] }).notNull(),
    created_at: time('created_at').notNull(),
    ...versionColumns(),
  },
  (t) => [unique('plans_code').on(t.application_id, t.code)],
);

export const plan_entitlements = schema.table(
  'plan_entitlements',
  {
    plan_id: uuid('plan_id')
      .notNull()
      .references(() => plans.id),
    entitlement_id: uuid('entitlement_id')
      .notNull()
      .references(() => entitlements.id),
  },
  (t) => [primaryKey({ columns: [t.plan_id, t.entitlement_id] })],
);

/** Amount and currency of a row never change: payments refer to the offer. */
export const plan_prices = schema.table(
  'plan_prices',
  {
    id: uuid('id').primaryKey(),
    application_id: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    plan_id: uuid('plan_id')
      .notNull()
      .references(() => plans.id),
    amount: numeric('amount', { precision: 12, scale: 2 }).notNull(),
    currency: text('currency').notNull(),
    discount_percent: integer('discount_percent').notNull(),
    payment_provider: text('payment_provider', { enum: ['yookassa', 'free'] }).notNull(),
    is_active: boolean('is_active').notNull(),
    created_at: time('created_at').notNull(),
    ...versionColumns(),
  },
  (t) => [
    index().on(t.plan_id),
    check('plan_prices_free', sql`(${t.amount} = 0) = (${t.payment_provider} = 'free')`),
    check('plan_prices_discount', sql`${t.discount_percent} BETWEEN 0 AND 99`),
  ],
);

export const paywalls = schema.table(
  'paywalls',
  {
    id: uuid('id').primaryKey(),
    application_id: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    code: text('code').notNull(),
    name: text('name').notNull(),
    title: text('title'),
    subtitle: text('subtitle'),
    status: text('status', { enum: ['draft', 'active', 'archived'] }).notNull(),
    created_at: time('created_at').notNull(),
    ...versionColumns(),
  },
  (t) => [unique('paywalls_code').on(t.application_id, t.code)],
);

export const paywall_items = schema.table(
  'paywall_items',
  {
    paywall_id: uuid('paywall_id')
      .notNull()
      .references(() => paywalls.id),
    plan_price_id: uuid('plan_price_id')
      .notNull()
      .references(() => plan_prices.id),
    position: integer('position').notNull(),
    is_recommended: boolean('is_recommended').notNull(),
    badge: text('badge'),
    custom_title: text('custom_title'),
    custom_subtitle: text('custom_subtitle'),
  },
  (t) => [primaryKey({ columns: [t.paywall_id, t.plan_price_id] })],
);

/** Grants of users with their sources. One row for each source; only its revocation changes it. */
export const grants = schema.table(
  'grants',
  {
    id: uuid('id').primaryKey(),
    application_id: uuid('application_id').notNull(),
    user_id: uuid('user_id').notNull(),
    source: text('source', { enum: ['payment', 'license', 'admin'] }).notNull(),
    source_id: text('source_id').notNull(),
    plan_id: uuid('plan_id'),
    plan_code: text('plan_code'),
    entitlement_codes: text('entitlement_codes').array().notNull(),
    /** Those of the codes that a backfill gave, with the time from which they hold (RFC 3339). */
    added_codes: jsonb('added_codes').$type<Record<string, string>>().notNull().default({}),
    /** The moment of the payment, activation or admin call; it orders the grants of a user. */
    granted_at: time('granted_at').notNull(),
    /** Length of a timed grant; null for a fixed window and for lifetime. */
    duration_ms: bigint('duration_ms', { mode: 'number' }),
    /**
     * Of a fixed window and a lifetime: as given. Of a timed grant: the result of the fold, rewritten when it
     * moves.
     */
    starts_at: time('starts_at').notNull(),
    /** Exclusive; null for lifetime. */
    expires_at: time('expires_at'),
    /** Of a fixed window: timed grants of later moments begin behind its end. */
    is_prolonged: boolean('is_prolonged').notNull().default(false),
    revoked_at: time('revoked_at'),
    reason: text('reason'),
    /** Administrator who granted or revoked it. */
    admin_id: uuid('admin_id'),
    created_at: time('created_at').notNull(),
  },
  // The index that makes a purchase grant once, whichever path settles it.
  (t) => [
    unique('grants_source').on(t.source, t.source_id),
    index().on(t.application_id, t.user_id),
    index('grants_by_plan').on(t.application_id, t.plan_code, t.user_id),
    // The application is among the codes: the same code in another application costs nothing.
    index('grants_by_code').using('gin', sql`(${t.entitlement_codes} || ${t.application_id}::text)`),
    index('grants_by_end').on(t.application_id, t.expires_at, t.user_id),
    index('grants_by_revocation').on(t.application_id, t.revoked_at, t.user_id).where(sql`revoked_at IS NOT NULL`),
    // Timed grants whose codes end at different times: their `expires_at` is the latest end alone.
    index('grants_of_mixed_terms')
      .on(t.application_id, t.expires_at, t.user_id)
      .where(sql`duration_ms IS NOT NULL AND expires_at - starts_at > duration_ms * interval '1 millisecond'`),
  ],
);

/**
 * One row per user with grants: the lock that every change of them takes, and the number of changes so far.
 */
export const grant_revisions = schema.table('grant_revisions', {
  user_id: uuid('user_id').primaryKey(),
  application_id: uuid('application_id').notNull(),
  revision: bigint('revision', { mode: 'number' }).notNull(),
  /** The user that this former one is part of. */
  merged_into: uuid('merged_into'),
});

/**
 * Payments that were started and not yet settled, from billing's events: while a user has one, reads ask
 * billing first.
 */
export const open_payments = schema.table(
  'open_payments',
  {
    payment_id: uuid('payment_id').primaryKey(),
    application_id: uuid('application_id').notNull(),
    user_id: uuid('user_id').notNull(),
    opened_at: time('opened_at').notNull(),
  },
  (t) => [index().on(t.application_id, t.user_id)],
);

/**
 * Remote parameters and feature flags: one row each, also after it was removed, so that its versions go on
 * counting.
 */
export const settings = schema.table(
  'settings',
  {
    id: uuid('id').primaryKey(),
    application_id: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    kind: text('kind', { enum: ['config', 'feature'] }).notNull(),
    key: text('key').notNull(),
    version: integer('version').notNull(),
    /** As the contract of its kind describes it; null while it is removed. */
    definition: jsonb('definition').$type<ConfigDefinition | FeatureDefinition>(),
    created_at: time('created_at').notNull(),
    updated_at: time('updated_at').notNull(),
  },
  (t) => [unique('settings_key').on(t.application_id, t.kind, t.key)],
);

/**
 * Versions with time and author. Append-only, and retained for ever: a rollback may name any of them, and only
 * administrators make them.
 */
export const setting_versions = schema.table(
  'setting_versions',
  {
    id: uuid('id').primaryKey(),
    setting_id: uuid('setting_id')
      .notNull()
      .references(() => settings.id),
    version: integer('version').notNull(),
    definition: jsonb('definition').$type<ConfigDefinition | FeatureDefinition>(),
    admin_id: uuid('admin_id').notNull(),
    admin_email: text('admin_email').notNull(),
    created_at: time('created_at').notNull(),
  },
  (t) => [unique('setting_versions_version').on(t.setting_id, t.version)],
);

/** Counts the changes of an application's settings: a cache with this number has all of them. */
export const settings_revisions = schema.table('settings_revisions', {
  application_id: uuid('application_id')
    .primaryKey()
    .references(() => applications.id),
  revision: integer('revision').notNull(),
  changed_at: time('changed_at').notNull(),
});

/** Common fields of the keys of a batch. A row with `due_at` is work: the grants of its revoked keys end. */
export const license_batches = schema.table(
  'license_batches',
  {
    id: uuid('id').primaryKey(),
    application_id: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    plan_id: uuid('plan_id')
      .notNull()
      .references(() => plans.id),
    name: text('name').notNull(),
    max_redemptions: integer('max_redemptions').notNull(),
    max_devices: integer('max_devices'),
    valid_until: time('valid_until'),
    admin_id: uuid('admin_id').notNull(),
    created_at: time('created_at').notNull(),
    version: integer('version').notNull().default(1),
    updated_at: time('updated_at').notNull().defaultNow(),
    revoked_at: time('revoked_at'),
    revocation_reason: text('revocation_reason'),
    revocation_admin_id: uuid('revocation_admin_id'),
    revocation_ended_at: time('revocation_ended_at'),
    due_at: time('due_at'),
    lease_until: time('lease_until'),
    lease_fence: bigint('lease_fence', { mode: 'number' }).notNull().default(0),
    tries: integer('tries').notNull().default(0),
  },
  (t) => [
    index('license_batches_of_application').on(t.application_id, t.id),
    index('license_batches_due').on(t.due_at).where(sql`due_at IS NOT NULL`),
  ],
);

/** Keys by the SHA-256 of their 120 random bits: a reader of the table cannot activate one. */
export const license_keys = schema.table(
  'license_keys',
  {
    id: uuid('id').primaryKey(),
    batch_id: uuid('batch_id')
      .notNull()
      .references(() => license_batches.id),
    application_id: uuid('application_id').notNull(),
    key_hash: text('key_hash').notNull().unique('license_keys_hash'),
    hint: text('hint').notNull(),
    redemptions: integer('redemptions').notNull().default(0),
    /** Where the term of a key for many begins. */
    first_activated_at: time('first_activated_at'),
    revoked_at: time('revoked_at'),
    revocation_reason: text('revocation_reason'),
    created_at: time('created_at').notNull(),
  },
  (t) => [
    index().on(t.application_id, t.id),
    index('license_keys_hint').on(t.application_id, t.hint),
    index().on(t.batch_id),
    index('license_keys_revoked').on(t.application_id, t.id).where(sql`revoked_at IS NOT NULL`),
    index('license_keys_unused').on(t.application_id, t.id).where(sql`revoked_at IS NULL AND redemptions = 0`),
    index('license_keys_used').on(t.application_id, t.id).where(sql`revoked_at IS NULL AND redemptions > 0`),
  ],
);

/** Activations of a key. The id is the source of the grant. */
export const license_activations = schema.table(
  'license_activations',
  {
    id: uuid('id').primaryKey(),
    license_key_id: uuid('license_key_id')
      .notNull()
      .references(() => license_keys.id),
    user_id: uuid('user_id').notNull(),
    /**
     * Written by the release before terms were folded; the term is in `grants`. The next release drops it.
     */
    expires_at: time('expires_at'),
    created_at: time('created_at').notNull(),
  },
  (t) => [
    unique('license_activations_one_per_user').on(t.license_key_id, t.user_id),
    index('license_activations_of_user').on(t.user_id),
  ],
);

/** On which installations a key was activated. */
export const license_devices = schema.table(
  'license_devices',
  {
    license_key_id: uuid('license_key_id')
      .notNull()
      .references(() => license_keys.id),
    installation_id: uuid('installation_id').notNull(),
    /** The user that activated it there first: the installation is erased with that user. */
    user_id: uuid('user_id'),
    created_at: time('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.license_key_id, t.installation_id] }), index().on(t.user_id)],
);

export const { outbox, inbox, dead_letters, idempotency_keys, jobs } = messagingTables(schema);
