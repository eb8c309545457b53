import type { MetricMissing, SocialMetric } from '@platform/contracts';
import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { leaseColumns, schema, time } from './common.ts';
import { variants } from './posts.ts';

const accountId = () =>
  uuid('account_id')
    .notNull()
    .references(() => accounts.id);
const number = (name: SocialMetric) => bigint(name, { mode: 'number' });

/** Numbers as channels gave them. Rows are never changed; the oldest are deleted. */
export const metric_snapshots = schema.table(
  'metric_snapshots',
  {
    id: uuid('id').primaryKey(),
    account_id: accountId(),
    /** Null for the account as a whole. */
    variant_id: uuid('variant_id').references(() => variants.id, { onDelete: 'cascade' }),
    origin: text('origin', { enum: ['schedule', 'pull'] }).notNull(),
    /** Hours after the publication; null for an account, and for a snapshot that was asked for. */
    age_h: integer('age_h'),
    /** UTC day of a scheduled snapshot of an account. */
    day: date('day', { mode: 'string' }),
    taken_at: time('taken_at').notNull(),
    views: number('views'),
    reach: number('reach'),
    likes: number('likes'),
    reactions: number('reactions'),
    comments: number('comments'),
    replies: number('replies'),
    reposts: number('reposts'),
    quotes: number('quotes'),
    shares: number('shares'),
    saved: number('saved'),
    members: number('members'),
    /** Why each number that is null is absent. */
    missing: jsonb('missing').$type<Partial<Record<SocialMetric, MetricMissing>>>().notNull(),
  },
  (t) => [
    uniqueIndex('metric_snapshots_age').on(t.variant_id, t.age_h).where(sql`${t.age_h} IS NOT NULL`),
    uniqueIndex('metric_snapshots_day').on(t.account_id, t.day).where(sql`${t.day} IS NOT NULL`),
    index('metric_snapshots_of_account').on(t.account_id, t.id),
    index('metric_snapshots_of_audience').on(t.account_id, t.id).where(sql`${t.variant_id} IS NULL`),
    index('metric_snapshots_of_variant').on(t.variant_id, t.id).where(sql`${t.variant_id} IS NOT NULL`),
    index('metric_snapshots_old').on(t.origin, t.taken_at),
  ],
);

/** Posts whose numbers are still to be read. A row goes with its last snapshot. */
export const metric_queue = schema.table(
  'metric_queue',
  {
    variant_id: uuid('variant_id')
      .primaryKey()
      .references(() => variants.id, { onDelete: 'cascade' }),
    account_id: accountId(),
    remote_id: text('remote_id').notNull(),
    published_at: time('published_at').notNull(),
    /** When they are read next. */
    due_at: time('due_at'),
    ...leaseColumns(),
    /** Of the release before this one. */
    claims: integer('claims').notNull().default(0),
    /** Reactions by the newest update of Telegram; null before the first. */
    reactions: integer('reactions'),
  },
  (t) => [
    index('metric_queue_due').on(t.due_at),
    index('metric_queue_work').on(t.account_id, t.due_at),
    index('metric_queue_remote').on(t.account_id, t.remote_id),
  ],
);
