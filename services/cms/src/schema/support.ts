import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, text, uuid } from 'drizzle-orm/pg-core';
import { schema, time } from './common.ts';

/** Users that were merged into another one: a merge or a ticket may come later than the next merge. */
export const merged_users = schema.table(
  'merged_users',
  {
    merged_user_id: uuid('merged_user_id').primaryKey(),
    user_id: uuid('user_id').notNull(),
  },
  (t) => [index('merged_users_of_user').on(t.user_id)],
);

/** Tickets of users. What a user wrote is sealed with the key of the user. */
export const support_tickets = schema.table(
  'support_tickets',
  {
    id: uuid('id').primaryKey(),
    application_id: uuid('application_id').notNull(),
    user_id: uuid('user_id').notNull(),
    /** Sealed. */
    subject: text('subject').notNull(),
    category: text('category'),
    app_version: text('app_version'),
    platform: text('platform'),
    status: text('status', { enum: ['open', 'pending', 'closed'] }).notNull(),
    priority: text('priority', { enum: ['low', 'normal', 'high'] }).notNull(),
    /** An administrator of identity. */
    assignee_id: uuid('assignee_id'),
    version: integer('version').notNull(),
    /** Messages without internal notes. */
    message_count: integer('message_count').notNull(),
    /** Since when it waits for its user; null in other states. */
    pending_since: time('pending_since'),
    closed_at: time('closed_at'),
    /** When its user was erased. */
    erased_at: time('erased_at'),
    /** The last mails about it, so that a lively ticket fills no mailbox. */
    user_told_at: time('user_told_at'),
    staff_told_at: time('staff_told_at'),
    created_at: time('created_at').notNull(),
    updated_at: time('updated_at').notNull(),
    last_message_at: time('last_message_at').notNull(),
  },
  (t) => [
    index('support_tickets_of_user').on(t.application_id, t.user_id, t.id),
    index('support_tickets_of_application').on(t.application_id, t.id),
    index('support_tickets_by_user').on(t.user_id),
    index('support_tickets_by_status').on(t.status, t.id),
    index('support_tickets_by_assignee').on(t.assignee_id, t.id),
    index('support_tickets_silent').on(t.pending_since).where(sql`status = 'pending'`),
  ],
);

export const support_messages = schema.table(
  'support_messages',
  {
    id: uuid('id').primaryKey(),
    ticket_id: uuid('ticket_id')
      .notNull()
      .references(() => support_tickets.id),
    author: text('author', { enum: ['user', 'staff'] }).notNull(),
    /** The administrator who wrote it; null for the user. */
    admin_id: uuid('admin_id'),
    /** A note for staff. */
    is_internal: boolean('is_internal').notNull(),
    /** Sealed. */
    message: text('message').notNull(),
    created_at: time('created_at').notNull(),
  },
  (t) => [index('support_messages_of_ticket').on(t.ticket_id, t.id)],
);

/** Files of tickets. A row is written before the bytes are, so that no bytes are without one. */
export const support_attachments = schema.table(
  'support_attachments',
  {
    id: uuid('id').primaryKey(),
    /** The user who uploaded it, or whose ticket has it; null for a file of staff that no message has yet. */
    application_id: uuid('application_id'),
    user_id: uuid('user_id'),
    /** The administrator who uploaded it; null for the user. */
    admin_id: uuid('admin_id'),
    ticket_id: uuid('ticket_id').references(() => support_tickets.id),
    message_id: uuid('message_id').references(() => support_messages.id),
    /** Position in its message. */
    position: integer('position'),
    /** Sealed with the key of the user, or with those of this service where there is no user yet. */
    file_name: text('file_name').notNull(),
    /** Key of the bytes in the store; null until they are there. */
    file: text('file'),
    content_type: text('content_type').notNull(),
    size_bytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    /** SHA-256 of the bytes, hexadecimal. */
    sha256: text('sha256').notNull(),
    width: integer('width'),
    height: integer('height'),
    /** When row and bytes are deleted; null once a message has it. */
    expires_at: time('expires_at'),
    created_at: time('created_at').notNull(),
  },
  (t) => [
    index('support_attachments_of_ticket').on(t.ticket_id, t.message_id),
    index('support_attachments_of_user').on(t.user_id),
    index('support_attachments_of_admin').on(t.admin_id).where(sql`ticket_id IS NULL`),
    index('support_attachments_expired').on(t.expires_at).where(sql`expires_at IS NOT NULL`),
  ],
);
