import type { AttemptOutcome, AttemptResolution, InboxKind, InboxState, ReplyState } from '@platform/contracts';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { brands } from './brands.ts';
import { leaseColumns, schema, time } from './common.ts';

/** What a reply goes to at its channel: ids of it, by their names there. */
export type ReplyTarget = Record<string, string>;

/** The keys that seal what persons wrote to brands, one each. Without it nothing of the person can be read. */
export const subject_keys = schema.table('subject_keys', {
  subject_id: uuid('subject_id').primaryKey(),
  sealed_key: text('sealed_key').notNull(),
  created_at: time('created_at').notNull(),
});

/** The key of the pseudonyms of persons, sealed: one row. */
export const person_pseudonym_keys = schema.table('person_pseudonym_keys', {
  name: text('name').primaryKey(),
  sealed_key: text('sealed_key').notNull(),
  created_at: time('created_at').notNull(),
});

/** Tombstones of erased persons: a channel returns old comments again, and they are not stored again. */
export const erased_persons = schema.table(
  'erased_persons',
  { subject_id: uuid('subject_id').primaryKey(), erased_at: time('erased_at').notNull() },
  (t) => [index('erased_persons_by_time').on(t.erased_at)],
);

/** Comments and messages to a brand. What the person wrote is sealed; the row goes after 365 days. */
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
    /** The pseudonym of the author; null in rows of the release before. */
    subject_id: uuid('subject_id'),
    /** Text, address, author and target as JSON, sealed with the key of the author; their own columns are empty then. */
    sealed_content: text('sealed_content'),
    /** Of the release before this one. */
    target: jsonb('target').$type<ReplyTarget>(),
    /** Of the release before this one, as `url`. */
    text: text('text').notNull(),
    url: text('url'),
    /** Name and id of the author as JSON, sealed with the keys of this service, of the release before this one. */
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
    index('inbox_items_of_person').on(t.subject_id, t.id),
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
