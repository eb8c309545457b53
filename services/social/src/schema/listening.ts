import type { ListeningQuery, ListeningSource, ListeningState } from '@platform/contracts';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { brands } from './brands.ts';
import { leaseColumns, schema, time } from './common.ts';
import { ideas } from './posts.ts';

/** What is searched elsewhere. */
export const listening_queries = schema.table(
  'listening_queries',
  {
    id: uuid('id').primaryKey(),
    brand_id: uuid('brand_id')
      .notNull()
      .references(() => brands.id),
    keywords: jsonb('keywords').$type<string[]>().notNull(),
    sources: jsonb('sources').$type<ListeningSource[]>().notNull(),
    feed_urls: jsonb('feed_urls').$type<string[]>().notNull(),
    errors: jsonb('errors').$type<z.output<typeof ListeningQuery>['errors']>().notNull(),
    /** When it runs next. */
    due_at: time('due_at').defaultNow(),
    ...leaseColumns(),
    /** Of the release before this one. */
    run_at: time('run_at').notNull().defaultNow(),
    /** Of the release before this one. */
    running_until: time('running_until'),
    ran_at: time('ran_at'),
    version: integer('version').notNull().default(1),
    created_at: time('created_at').notNull(),
    updated_at: time('updated_at').notNull(),
  },
  (t) => [
    index('listening_queries_of_brand').on(t.brand_id, t.id),
    index('listening_queries_due').on(t.run_at),
    index('listening_queries_work').on(t.due_at),
  ],
);

/** What was found. No author is stored. The row goes after 90 days. */
export const listening_items = schema.table(
  'listening_items',
  {
    id: uuid('id').primaryKey(),
    brand_id: uuid('brand_id')
      .notNull()
      .references(() => brands.id),
    query_id: uuid('query_id').references(() => listening_queries.id, { onDelete: 'set null' }),
    source: text('source').$type<ListeningSource>().notNull(),
    /** The id of an inbox item, else the hash of the id at the source; the id itself in rows of the release before. */
    remote_id: text('remote_id').notNull(),
    /** The pseudonym of the author; of this item alone where the source names none. Null in rows of the release before. */
    subject_id: uuid('subject_id'),
    /** Text and address as JSON, sealed with the key of the author; their own columns are empty then. */
    sealed_content: text('sealed_content'),
    /** Of the release before this one, as `url`. */
    text: text('text').notNull(),
    url: text('url'),
    keyword: text('keyword').notNull(),
    state: text('state').$type<ListeningState>().notNull(),
    idea_id: uuid('idea_id').references(() => ideas.id, { onDelete: 'set null' }),
    published_at: time('published_at'),
    version: integer('version').notNull().default(1),
    created_at: time('created_at').notNull(),
    updated_at: time('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('listening_items_remote').on(t.brand_id, t.source, t.remote_id),
    index('listening_items_of_brand').on(t.brand_id, t.id),
    index('listening_items_of_person').on(t.subject_id),
    index('listening_items_of_state').on(t.brand_id, t.state, t.id),
    index('listening_items_found').on(t.brand_id, t.created_at),
    index('listening_items_created').on(t.created_at),
    index('listening_items_of_query').on(t.query_id).where(sql`${t.query_id} IS NOT NULL`),
    index('listening_items_of_idea').on(t.idea_id).where(sql`${t.idea_id} IS NOT NULL`),
  ],
);

/** Searches of a day at a channel, of all brands of a token. */
export const search_budgets = schema.table(
  'search_budgets',
  {
    /** Channel and token. */
    key: text('key').notNull(),
    /** Day, UTC. */
    day: text('day').notNull(),
    searches: integer('searches').notNull(),
  },
  (t) => [uniqueIndex('search_budgets_day').on(t.key, t.day)],
);
