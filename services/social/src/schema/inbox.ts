import type { AttemptOutcome, AttemptResolution, InboxKind, InboxState, ReplyState } from '@platform/contracts';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { brands } from './brands.ts';
import { leaseColumns, schema, time } from './common.ts';

/** What a reply goes to at its channel: ids of it, by their names there. */
export type ReplyTarget = Record<string, string>;

/** Comments and messages to a brand. The author is sealed; the row goes after 365 days. */
export const inbox_items = schema.table(
  'inbox_items',
  {
    id: uuid('id').primaryKey(),
    brand_id: uuid('brand_id')
      .notNull()
      .references(() => brands.id),
    account_id: uuid('account_id').references(() => accounts.id),
    kind: text('kind').$type<InboxKind>().notNull(),
    remote_id: text('remote_id'),
    post_remote_id: text('post_remote_id'),
    /** Null for an item that was entered by hand. */
    target: jsonb('target').$type<ReplyTarget>(),
    text: text('text').notNull(),
    url: text('url'),
    /** Name and id of the author as JSON. */
    sealed_author: text('sealed_author'),
    state: text('state').$type<InboxState>().notNull(),
    assignee_id: uuid('assignee_id'),
    /** When an article of the knowledge base is searched; null when that is done, or not wanted. */
    due_at: time('due_at'),
    ...leaseColumns(),
    /** Of the release before this one. */
    answer_at: time('answer_at'),
    received_at: time('received_at').notNull(),
    version: integer('version').notNull().default(1),
    created_at: time('created_at').notNull(),
    updated_at: time('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('inbox_items_remote').on(t.account_id, t.remote_id),
    index('inbox_items_of_brand').on(t.brand_id, t.id),
    index('inbox_items_of_state').on(t.brand_id, t.state, t.id),
    index('inbox_items_answer').on(t.answer_at).where(sql`${t.answer_at} IS NOT NULL`),
    index('inbox_items_due').on(t.brand_id, t.due_at).where(sql`${t.due_at} IS NOT NULL`),
    index('inbox_items_received').on(t.received_at),
    index('inbox_items_created').on(t.brand_id, t.created_at),
  ],
);

/** Replies, each with the one try to send it. `sent_at` is committed before its request leaves. */
export const inbox_replies = schema.table(
  'inbox_replies',
  {
    id: uuid('id').primaryKey(),
    item_id: uuid('item_id')
      .notNull()
      .references(() => inbox_items.id, { onDelete: 'cascade' }),
    account_id: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    text: text('text').notNull(),
    state: text('state').$type<ReplyState>().notNull(),
    source_url: text('source_url'),
    /** Names the reply to channels that drop a double; the same when the same text is sent again. */
    guid: uuid('guid').notNull(),
    /** Container of a network of Meta that it is published from. */
    container_id: text('container_id'),
    outcome: text('outcome').$type<AttemptOutcome>(),
    resolution: text('resolution').$type<AttemptResolution>(),
    code: text('code'),
    message: text('message'),
    remote_id: text('remote_id'),
    created_by: text('created_by').notNull(),
    /** When an uncertain reply is searched next; null when only a user can decide. */
    due_at: time('due_at'),
    ...leaseColumns(),
    /** Of the release before this one. */
    probe_before_at: time('look_at'),
    /** Of the release before this one. */
    probes_before: integer('looks').notNull().default(0),
    created_at: time('created_at').notNull(),
    sent_at: time('sent_at'),
    ended_at: time('ended_at'),
  },
  (t) => [
    index('inbox_replies_of_item').on(t.item_id, t.id),
    index('inbox_replies_of_account').on(t.account_id, t.created_at),
    index('inbox_replies_open').on(t.account_id).where(sql`${t.state} = 'sending'`),
    index('inbox_replies_uncertain').on(t.probe_before_at).where(sql`${t.state} = 'uncertain'`),
    index('inbox_replies_due').on(t.due_at).where(sql`${t.state} = 'uncertain'`),
  ],
);

/** How far the updates of a token are read, and which process reads them. */
export const inbox_cursors = schema.table('inbox_cursors', {
  /** The token of a bot, or the account. */
  key: text('key').primaryKey(),
  /** Where the channel goes on; written with the items of the updates before it. */
  position: text('position'),
  polling_until: time('polling_until'),
  /** Counts the leases: what a process read under an older one is dropped. */
  fence: integer('fence').notNull().default(0),
  updated_at: time('updated_at').notNull(),
});
