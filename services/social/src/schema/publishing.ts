import type { AttemptKind, AttemptOutcome, AttemptResolution } from '@platform/contracts';
import { sql } from 'drizzle-orm';
import { index, integer, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { schema, time } from './common.ts';
import { variants } from './posts.ts';

/** What was tried with a post. `sent_at` is committed before the deciding request leaves. */
export const attempts = schema.table(
  'attempts',
  {
    id: uuid('id').primaryKey(),
    variant_id: uuid('variant_id')
      .notNull()
      .references(() => variants.id, { onDelete: 'cascade' }),
    account_id: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    kind: text('kind').$type<AttemptKind>().notNull(),
    content_hash: text('content_hash').notNull(),
    request_hash: text('request_hash'),
    approval_id: uuid('approval_id'),
    policy_id: uuid('policy_id'),
    started_at: time('started_at').notNull(),
    sent_at: time('sent_at'),
    outcome: text('outcome').$type<AttemptOutcome>(),
    resolution: text('resolution').$type<AttemptResolution>(),
    code: text('code'),
    message: text('message'),
    remote_id: text('remote_id'),
    ended_at: time('ended_at'),
  },
  (t) => [
    index('attempts_of_variant').on(t.variant_id, t.id),
    index('attempts_open').on(t.account_id).where(sql`${t.outcome} IS NULL`),
  ],
);

/** How fast may be sent: a row for each token, group and channel. All processes share them. */
export const paces = schema.table('paces', {
  key: text('key').primaryKey(),
  /** Theoretical arrival time of the generic cell rate algorithm. */
  arrives_at: time('arrives_at'),
  /** Nothing is sent before this time. */
  blocked_until: time('blocked_until'),
  /** Connections to a channel that failed in a row: its circuit breaker. */
  failures: integer('failures').notNull().default(0),
});
