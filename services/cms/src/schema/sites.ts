import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { schema, time } from './common.ts';

export interface SiteLinkRow {
  label: string;
  url: string;
}

/** The templates of a site that were in force until a moment, with the default language that they were filled with. */
export interface FormerTemplates {
  url_templates: Record<string, string>;
  default_locale: string;
  /** ISO 8601. */
  until: string;
}

export const sites = schema.table(
  'sites',
  {
    id: uuid('id').primaryKey(),
    code: text('code').notNull().unique('sites_code'),
    name: text('name').notNull(),
    website_url: text('website_url'),
    icon_url: text('icon_url'),
    /** An application of the catalog. */
    application_id: uuid('application_id'),
    status: text('status', { enum: ['active', 'archived'] }).notNull(),
    default_locale: text('default_locale').notNull().default('ru'),
    locales: text('locales').array().notNull().default(sql`'{ru}'`),
    timezone: text('timezone').notNull().default('Europe/Moscow'),
    /** ISO 3166-1 alpha-2; the default belongs to that of the time zone. */
    country: text('country').notNull().default('RU'),
    url_templates: jsonb('url_templates').$type<Record<string, string>>().notNull().default({
      post: '/blog/{slug}',
      article: '/help/{slug}',
      document: '/docs/{slug}',
      changelog_entry: '/changelog/{slug}',
    }),
    /** Oldest first. Published texts redirect from the addresses that these gave them. */
    former_templates: jsonb('former_templates').$type<FormerTemplates[]>().notNull().default([]),
    description: text('description'),
    accent_color: text('accent_color'),
    logo_asset_id: uuid('logo_asset_id'),
    links: jsonb('links').$type<SiteLinkRow[]>().notNull().default([]),
    allowed_origins: text('allowed_origins').array().notNull().default(sql`'{}'`),
    staff_may_publish: boolean('staff_may_publish').notNull().default(false),
    embed_providers: text('embed_providers', { enum: ['rutube', 'vk_video', 'youtube'] })
      .array()
      .notNull()
      .default(sql`'{rutube,vk_video}'`),
    /** Straight quotes of texts become those of the language. */
    typographic_quotes: boolean('typographic_quotes').notNull().default(false),
    /** Counts the changes of these settings. */
    version: integer('version').notNull().default(1),
    /** Counts everything that readers see. */
    content_version: bigint('content_version', { mode: 'number' }).notNull().default(1),
    content_updated_at: time('content_updated_at'),
    /** When a setting that every text is shown with changed: its address, templates, default language or name. */
    texts_changed_at: time('texts_changed_at'),
    /**
     * From when on every removal of a text is in `removed_texts`; null for all of them. The default is for sites of the
     * release before, which may go on for some time beside this one.
     */
    removals_since: time('removals_since').default(sql`now() + interval '1 hour'`),
    created_at: time('created_at').notNull(),
    updated_at: time('updated_at').notNull(),
  },
  (t) => [index('sites_of_application').on(t.application_id)],
);

/** Keys of sites are shown once: the stored parts only verify a key and identify it. */
export const site_keys = schema.table(
  'site_keys',
  {
    id: uuid('id').primaryKey(),
    site_id: uuid('site_id')
      .notNull()
      .references(() => sites.id),
    /** SHA-256, hexadecimal. */
    key_hash: text('key_hash').notNull().unique('site_keys_hash'),
    /** Its last four characters. */
    hint: text('hint').notNull(),
    kind: text('kind', { enum: ['public', 'server'] })
      .notNull()
      .default('public'),
    created_at: time('created_at').notNull(),
    /** End of the grace period after a rotation; null for the current key. */
    valid_until: time('valid_until'),
    /** A revoked key has ended too, and cannot be prolonged. */
    revoked_at: time('revoked_at'),
    /** Written once an hour at most. */
    last_used_at: time('last_used_at'),
  },
  (t) => [index('site_keys_of_site').on(t.site_id)],
);

/** Published legal documents of sites; identity stores the documents and sends events about them. */
export const site_legal_documents = schema.table(
  'site_legal_documents',
  {
    site_id: uuid('site_id').notNull(),
    doc_kind: text('doc_kind').notNull(),
    document_id: uuid('document_id').notNull(),
    version: text('version').notNull(),
    /** When the event happened: an older one that arrives later changes nothing. */
    occurred_at: time('occurred_at').notNull(),
    is_withdrawn: boolean('is_withdrawn').notNull(),
  },
  (t) => [primaryKey({ columns: [t.site_id, t.doc_kind] })],
);

/** The site that a row belongs to. */
export const ofSite = () =>
  uuid('site_id')
    .notNull()
    .references(() => sites.id);
