import type { SearchConsole, SearchProperty, SearchProvider } from '@platform/contracts';
import type { AuditOrigin } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { schema, time } from './common.ts';

type ConsoleView = z.input<typeof SearchConsole>;

/** Connections that administrators began. A row is taken out when it made a connection, so it counts once. */
export const search_states = schema.table(
  'search_states',
  {
    /** SHA-256 of the state. */
    state_hash: text('state_hash').primaryKey(),
    site_id: uuid('site_id').notNull(),
    application_id: uuid('application_id'),
    provider: text('provider').$type<SearchProvider>().notNull(),
    mode: text('mode').$type<ConsoleView['mode']>().notNull(),
    admin_id: uuid('admin_id').notNull(),
    admin_email: text('admin_email').notNull(),
    /** Written by the previous release only, which finished a connection in the callback. */
    origin: jsonb('origin').$type<AuditOrigin>(),
    redirect_uri: text('redirect_uri').notNull(),
    /** Verifier of PKCE. */
    sealed_verifier: text('sealed_verifier').notNull(),
    return_url: text('return_url'),
    /** Code of the provider and confirmation code of the page; null before the callback, and in mode `code`. */
    sealed_answer: text('sealed_answer'),
    /** Codes that were entered for it. */
    tries: smallint('tries').notNull().default(0),
    expires_at: time('expires_at').notNull(),
  },
  (t) => [index('search_states_of_site').on(t.site_id, t.admin_id), index('search_states_expired').on(t.expires_at)],
);

/**
 * Search consoles of sites.
 */
export const search_connections = schema.table(
  'search_connections',
  {
    id: uuid('id').primaryKey(),
    site_id: uuid('site_id').notNull(),
    application_id: uuid('application_id'),
    provider: text('provider').$type<SearchProvider>().notNull(),
    /** The provider refuses the tokens. */
    needs_reconnect: boolean('needs_reconnect').notNull().default(false),
    /** Access and refresh token, as JSON. */
    sealed_tokens: text('sealed_tokens').notNull(),
    access_expires_at: time('access_expires_at').notNull(),
    /** Start of a running exchange of the refresh token; null when the stored token is the newest. */
    renewal_began_at: time('renewal_began_at'),
    /** Id of the user at Yandex. */
    account: text('account'),
    properties: jsonb('properties').$type<z.output<typeof SearchProperty>[]>().notNull(),
    property: text('property'),
    recrawl_quota: jsonb('recrawl_quota').$type<ConsoleView['recrawl_quota']>(),
    connected_by: text('connected_by').notNull(),
    connected_at: time('connected_at').notNull(),
    /** When a sync is due by itself. */
    next_sync_at: time('next_sync_at').notNull(),
    last_sync_at: time('last_sync_at'),
    last_sync_rows: integer('last_sync_rows'),
    last_error: text('last_error').$type<NonNullable<ConsoleView['last_error']>>(),
    /** When a sync is due; null without one. */
    due_at: time('due_at'),
    lease_until: time('lease_until'),
    lease_fence: integer('lease_fence').notNull().default(0),
    tries: smallint('tries').notNull().default(0),
    /* Of the release before this one; a trigger keeps them equal to `lease_fence` and `due_at`. */
    attempt: integer('attempt').notNull().default(0),
    asked_at: time('asked_at'),
    not_before: time('not_before'),
    failures: integer('failures').notNull().default(0),
  },
  (t) => [
    uniqueIndex('search_connections_of_site').on(t.site_id, t.provider),
    index('search_connections_due').on(t.next_sync_at),
    index('search_connections_asked').on(t.asked_at).where(sql`${t.asked_at} IS NOT NULL`),
    index('search_connections_work').on(t.due_at),
  ],
);

/** Changed pages for the recrawl queue of Yandex: one row for each, stored to send none twice a day. */
export const recrawl_urls = schema.table(
  'recrawl_urls',
  {
    id: uuid('id').primaryKey(),
    site_id: uuid('site_id').notNull(),
    /** SHA-256 of the address, 128 bits of it. */
    url_hash: uuid('url_hash').notNull(),
    url: text('url').notNull(),
    changed_at: time('changed_at').notNull(),
    /** When it is sent; null when it was sent or given up. */
    due_at: time('due_at'),
    lease_until: time('lease_until'),
    /** Counts changes and claims. */
    lease_fence: integer('lease_fence').notNull().default(0),
    tries: smallint('tries').notNull().default(0),
    /** Fencing token of the release before this one; a trigger keeps it equal to `lease_fence`. */
    attempt: integer('attempt').notNull().default(0),
    /** When Yandex last took it. */
    sent_at: time('sent_at'),
  },
  (t) => [
    uniqueIndex('recrawl_urls_of_site').on(t.site_id, t.url_hash),
    index('recrawl_urls_due').on(t.due_at),
    index('recrawl_urls_work').on(t.site_id, t.due_at).where(sql`${t.due_at} IS NOT NULL`),
    index('recrawl_urls_kept').on(t.changed_at).where(sql`${t.due_at} IS NULL`),
  ],
);

/** What people searched for, of the newest 28 days; one row for a query and a page. */
export const keywords = schema.table(
  'keywords',
  {
    /** Made from site, source, query and address: a repeat of a sync writes the same rows. */
    id: uuid('id').primaryKey(),
    site_id: uuid('site_id').notNull(),
    source: text('source', { enum: ['google', 'yandex', 'import', 'content'] }).notNull(),
    query: text('query').notNull(),
    /** Page of the site; null where the source names none. */
    url: text('url'),
    impressions: integer('impressions').notNull(),
    clicks: integer('clicks').notNull(),
    position: doublePrecision('position'),
  },
  (t) => [
    index('keywords_by_impressions').on(t.site_id, t.impressions.desc().nullsFirst(), t.id),
    index('keywords_of_source').on(t.site_id, t.source),
  ],
);
