import type { IndexNowReason } from '@platform/contracts';
import { sql } from 'drizzle-orm';
import { index, integer, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { schema, time } from './common.ts';

/** The IndexNow key of each site. It is public: a file of the site holds it. */
export const indexnow_keys = schema.table('indexnow_keys', {
  site_id: uuid('site_id').primaryKey(),
  key: text('key').notNull(),
  /** Origin whose key file was read, and when; null before. */
  verified_origin: text('verified_origin'),
  verified_at: time('verified_at'),
  /** Search engines asked for a pause until then. */
  not_before: time('not_before'),
  created_at: time('created_at').notNull(),
});

/** Addresses whose content changed: one row for each, with its newest change. */
export const indexnow_urls = schema.table(
  'indexnow_urls',
  {
    /** New with each change: it orders the list. */
    id: uuid('id').primaryKey(),
    site_id: uuid('site_id').notNull(),
    /** SHA-256 of the address, 128 bits of it. */
    url_hash: uuid('url_hash').notNull(),
    url: text('url').notNull(),
    state: text('state', { enum: ['pending', 'accepted', 'failed'] }).notNull(),
    changed_at: time('changed_at').notNull(),
    /** When it is sent; null when it was sent or given up. */
    due_at: time('due_at'),
    lease_until: time('lease_until'),
    /** Counts changes and claims. */
    lease_fence: integer('lease_fence').notNull().default(0),
    tries: smallint('tries').notNull().default(0),
    /** Fencing token of the release before this one; a trigger keeps it equal to `lease_fence`. */
    attempt: integer('attempt').notNull().default(0),
    /** When it was last accepted. */
    sent_at: time('sent_at'),
    /** HTTP status of the last answer; null without one. */
    http_status: smallint('http_status'),
    /** Why it waits for another try, or is sent no more; null before the first failure. */
    reason: text('reason').$type<IndexNowReason>(),
  },
  (t) => [
    uniqueIndex('indexnow_urls_of_site').on(t.site_id, t.url_hash),
    index('indexnow_urls_newest').on(t.site_id, t.id),
    index('indexnow_urls_due').on(t.state, t.due_at),
    index('indexnow_urls_work').on(t.site_id, t.due_at).where(sql`${t.state} = 'pending'`),
    index('indexnow_urls_ended').on(t.changed_at).where(sql`${t.state} <> 'pending'`),
  ],
);
