import { messagingTables } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownerType, schema } from './schema/common.ts';

export { schema } from './schema/common.ts';
export * from './schema/consents.ts';
export * from './schema/customers.ts';

/** One person in one application. The only table with readable personal data of users, beside `customers`. */
export const users = schema.table(
  'users',
  {
    id: uuid('id').primaryKey(),
    application_id: uuid('application_id').notNull(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    email: text('email'),
    display_name: text('display_name'),
    avatar_url: text('avatar_url'),
    timezone: text('timezone'),
    /** Once the person has set a field, tokens and devices no longer change it. */
    display_name_edited: boolean('display_name_edited').notNull().default(false),
    avatar_url_edited: boolean('avatar_url_edited').notNull().default(false),
    timezone_edited: boolean('timezone_edited').notNull().default(false),
    platform: text('platform'),
    country_code: text('country_code'),
    city: text('city'),
    utm_source: text('utm_source'),
    utm_medium: text('utm_medium'),
    utm_campaign: text('utm_campaign'),
    utm_content: text('utm_content'),
    acquisition_source: text('acquisition_source'),
    created_at: moment('created_at').notNull(),
    updated_at: moment('updated_at').notNull(),
    /** Set when the person asked to be forgotten: the row is a pseudonym from then on. */
    erased_at: moment('erased_at'),
    /** The user that this former one is part of: the row is one more login of that user, without personal data. */
    merged_into: uuid('merged_into'),
    merged_at: moment('merged_at'),
  },
  (t) => [
    index('users_merged').on(t.merged_into).where(sql`merged_into IS NOT NULL`),
    uniqueIndex('users_one_per_subject').on(t.application_id, t.issuer, t.subject),
    index('users_newest').on(t.application_id, t.id),
    index('users_by_email').on(t.application_id, sql`lower(${t.email}) text_pattern_ops`),
    index('users_by_subject').on(t.application_id, t.subject),
    // The extension pg_trgm is one that the owner of a database may create.
    index('users_by_email_part').using('gin', sql`lower(${t.email}) gin_trgm_ops`),
    // Own trigrams: those of pg_trgm know no Cyrillic letter where the locale of the database is C.
    index('users_by_name_part').using('gin', sql`identity.trigrams_of(${t.display_name})`),
    index('users_by_registration').on(t.application_id, t.created_at, t.id),
    index('users_by_channel').on(
      t.application_id,
      sql`coalesce(${t.acquisition_source}, ${t.utm_source})`,
      t.created_at,
      t.id,
    ),
  ],
);

/**
 * An installation of an application as one user has it. A device that several people share is a row for each
 * of them: no user revokes, evicts or sees the row of another.
 */
export const devices = schema.table(
  'devices',
  {
    id: uuid('id').primaryKey(),
    application_id: uuid('application_id').notNull(),
    user_id: uuid('user_id').notNull(),
    installation_id: uuid('installation_id').notNull(),
    platform: text('platform').notNull(),
    app_version: text('app_version').notNull(),
    timezone: text('timezone'),
    country_code: text('country_code'),
    city: text('city'),
    last_seen_at: moment('last_seen_at').notNull(),
    /** Null while it is active. */
    revoked_at: moment('revoked_at'),
    created_at: moment('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('devices_one_per_installation').on(t.user_id, t.installation_id),
    index('devices_newest').on(t.user_id, t.id),
  ],
);

export const admins = schema.table(
  'admins',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    password_hash: text('password_hash').notNull(),
    role: text('role', { enum: ['staff', 'admin', 'owner'] }).notNull(),
    created_at: moment('created_at').notNull(),
    updated_at: moment('updated_at').notNull(),
  },
  (t) => [uniqueIndex('admins_one_per_email').on(t.email)],
);

export const admin_sessions = schema.table(
  'admin_sessions',
  {
    id: uuid('id').primaryKey(),
    admin_id: uuid('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    token_hash: text('token_hash').notNull(),
    created_at: moment('created_at').notNull(),
    expires_at: moment('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('admin_sessions_one_per_token').on(t.token_hash),
    index('admin_sessions_of_admin').on(t.admin_id),
  ],
);

/** Credentials of programs that call operations of administrators. */
export const admin_api_keys = schema.table(
  'admin_api_keys',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    role: text('role', { enum: ['staff', 'admin'] }).notNull(),
    /** Null for every application, and for paths without one. */
    application_ids: uuid('application_ids').array(),
    key_hash: text('key_hash').notNull(),
    /** Last four characters of the key. */
    hint: text('hint').notNull(),
    expires_at: moment('expires_at'),
    /** The owner that made it; the account may be gone. */
    created_by: uuid('created_by').notNull(),
    created_at: moment('created_at').notNull(),
    last_used_at: moment('last_used_at'),
  },
  (t) => [
    uniqueIndex('admin_api_keys_one_per_hash').on(t.key_hash),
    uniqueIndex('admin_api_keys_one_per_name').on(t.name),
  ],
);

/** Networks that an administrator logged in from: their logins go before those of unknown ones. */
export const admin_networks = schema.table(
  'admin_networks',
  {
    admin_id: uuid('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    /** An IPv4 address, or the /64 of an IPv6 address. */
    network: text('network').notNull(),
    last_login_at: moment('last_login_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.admin_id, t.network] })],
);

/** Failed logins of an hour, counted until the audit log has them. */
export const admin_login_failures = schema.table(
  'admin_login_failures',
  {
    id: uuid('id').primaryKey(),
    /** The nil UUID for e-mails without an account. */
    admin_id: uuid('admin_id').notNull(),
    hour: moment('hour').notNull(),
    /** An IPv4 address, the /64 of an IPv6 address, or `(other)`. */
    network: text('network').notNull(),
    /** Of the first failure. */
    client_ip: text('client_ip').notNull(),
    user_agent: text('user_agent').notNull(),
    request_id: text('request_id').notNull(),
    failures: integer('failures').notNull(),
    /** Failures that the audit log already has. */
    reported: integer('reported').notNull(),
    first_at: moment('first_at').notNull(),
    last_at: moment('last_at').notNull(),
  },
  (t) => [uniqueIndex('admin_login_failures_one_per_network').on(t.admin_id, t.hour, t.network)],
);

/** Published texts by their SHA-256. Never changed, never deleted (trigger in the migration). */
export const legal_bodies = schema.table('legal_bodies', {
  content_hash: text('content_hash').primaryKey(),
  body: text('body').notNull(),
});

/** A slot of an owner: its draft and its published version. */
export const legal_documents = schema.table(
  'legal_documents',
  {
    id: uuid('id').primaryKey(),
    owner_type: ownerType('owner_type').notNull(),
    owner_id: uuid('owner_id').notNull(),
    doc_kind: text('doc_kind').notNull(),
    draft_title: text('draft_title').notNull(),
    draft_body: text('draft_body').notNull(),
    /** Label of its checkbox; null where the client words it. */
    draft_checkbox_text: text('draft_checkbox_text'),
    /** Optimistic lock of the draft. */
    lock_version: integer('lock_version').notNull().default(1),
    published_version: text('published_version'),
    published_title: text('published_title'),
    published_hash: text('published_hash').references(() => legal_bodies.content_hash),
    published_at: moment('published_at'),
    published_checkbox_text: text('published_checkbox_text'),
    /** Whether the published version is an editorial one. */
    published_editorial: boolean('published_editorial').notNull().default(false),
    published_effective_at: moment('published_effective_at'),
    published_change_note: text('published_change_note'),
    /** The version since which all later ones are editorial: its acceptance counts. Null: the published one. */
    reconsent_version: text('reconsent_version'),
    updated_at: moment('updated_at').notNull(),
  },
  (t) => [uniqueIndex('legal_documents_one_per_kind').on(t.owner_type, t.owner_id, t.doc_kind)],
);

/** Published versions, one row each. Never changed, never deleted (trigger in the migration). */
export const legal_revisions = schema.table(
  'legal_revisions',
  {
    id: uuid('id').primaryKey(),
    document_id: uuid('document_id')
      .notNull()
      .references(() => legal_documents.id),
    version: text('version').notNull(),
    /** A withdrawn revision ends the one before and repeats its title and text. */
    status: text('status', { enum: ['published', 'withdrawn'] })
      .notNull()
      .default('published'),
    title: text('title').notNull(),
    content_hash: text('content_hash')
      .notNull()
      .references(() => legal_bodies.content_hash),
    published_at: moment('published_at').notNull(),
    checkbox_text: text('checkbox_text'),
    /** It changes no meaning: an acceptance of the version before stays in effect. */
    editorial: boolean('editorial').notNull().default(false),
    effective_at: moment('effective_at'),
    change_note: text('change_note'),
    /** An administrator's id; it stays when the account is removed. */
    published_by: uuid('published_by').notNull(),
  },
  (t) => [uniqueIndex('legal_revisions_one_per_version').on(t.document_id, t.version)],
);

/** Changes by administrators, in every service. Append-only (trigger and rights in the migration). */
export const audit_log = schema.table(
  'audit_log',
  {
    /** The id of its event. */
    id: uuid('id').primaryKey(),
    occurred_at: moment('occurred_at').notNull(),
    application_id: uuid('application_id'),
    action: text('action').notNull(),
    /** The account stays here as it was when it acted. */
    admin_id: uuid('admin_id').notNull(),
    admin_email: text('admin_email').notNull(),
    admin_role: text('admin_role', { enum: ['staff', 'admin', 'owner'] }).notNull(),
    target: jsonb('target').$type<Record<string, string>>().notNull(),
    /** The values of `target` in lower case, to be found by. */
    target_ids: text('target_ids').array().notNull(),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    changed: text('changed').array().notNull(),
    client_ip: text('client_ip').notNull(),
    user_agent: text('user_agent').notNull(),
    request_id: text('request_id').notNull(),
  },
  (t) => [
    index('audit_log_of_application').on(t.application_id, t.id),
    index('audit_log_of_admin').on(t.admin_id, t.id),
    index('audit_log_of_action').on(t.action, t.id),
    index('audit_log_by_time').on(t.occurred_at),
    // Of the release before: this one reads `audit_log_targets`.
    index('audit_log_of_target').using('gin', t.target_ids),
  ],
);

/**
 * Targets of the records of the audit log, newest first by the index: the GIN index on `target_ids` has no
 * order, so a page of a rare target needed a scan of the whole log. A trigger on the audit log writes it.
 */
export const audit_log_targets = schema.table(
  'audit_log_targets',
  { target_id: text('target_id').notNull(), record_id: uuid('record_id').notNull() },
  (t) => [primaryKey({ columns: [t.target_id, t.record_id] })],
);

export const { outbox, inbox, dead_letters, idempotency_keys, jobs } = messagingTables(schema);
