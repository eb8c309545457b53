import { sql } from 'drizzle-orm';
import { index, integer, text, uuid } from 'drizzle-orm/pg-core';
import { schema, time } from './common.ts';
import { sites } from './sites.ts';

/** Mails, from the change that asked for them until 90 days after. */
export const mails = schema.table(
  'mails',
  {
    id: uuid('id').primaryKey(),
    /** Null for mail about support tickets. */
    site_id: uuid('site_id').references(() => sites.id),
    /** What it is about, for example `support_reply`. */
    kind: text('kind').notNull(),
    /** The person whose key seals the mail; null if the keys of this service seal it. */
    subject_id: uuid('subject_id'),
    /** Recipient and text, sealed. */
    sealed: text('sealed').notNull(),
    status: text('status', { enum: ['queued', 'sent', 'failed'] }).notNull(),
    /** Sendings since it was queued or retried by a person. */
    attempts: integer('attempts').notNull().default(0),
    /** When it is sent; null for one that was sent or given up. */
    due_at: time('due_at'),
    lease_until: time('lease_until'),
    lease_fence: integer('lease_fence').notNull().default(0),
    tries: integer('tries').notNull().default(0),
    /* Due time and lease of the release before this one; a trigger keeps both in step. */
    next_attempt_at: time('next_attempt_at'),
    lease_id: uuid('lease_id'),
    leased_until: time('leased_until'),
    /** Without personal data. */
    last_error: text('last_error'),
    created_at: time('created_at').notNull(),
    sent_at: time('sent_at'),
  },
  (t) => [
    index('mails_due_by_site')
      .on(sql`coalesce(${t.site_id}, 'ffffffff-ffff-ffff-ffff-ffffffffffff')`, t.next_attempt_at, t.id)
      .where(sql`status = 'queued'`),
    index('mails_due_of_site')
      .on(sql`coalesce(${t.site_id}, 'ffffffff-ffff-ffff-ffff-ffffffffffff')`, t.due_at, t.id)
      .where(sql`status = 'queued'`),
    index('mails_of_site').on(t.site_id, t.id),
    index('mails_of_subject').on(t.subject_id).where(sql`subject_id IS NOT NULL`),
    index('mails_created').on(t.created_at),
  ],
);
