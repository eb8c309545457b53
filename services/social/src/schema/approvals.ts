import type { ApprovalState, SocialApproval } from '@platform/contracts';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { brands } from './brands.ts';
import { schema, time } from './common.ts';
import { variants } from './posts.ts';

type View = z.output<typeof SocialApproval>;

/** Approvals of posts. One of a post is pending at most. */
export const approvals = schema.table(
  'approvals',
  {
    id: uuid('id').primaryKey(),
    brand_id: uuid('brand_id')
      .notNull()
      .references(() => brands.id),
    variant_id: uuid('variant_id')
      .notNull()
      .references(() => variants.id, { onDelete: 'cascade' }),
    content_hash: text('content_hash').notNull(),
    scheduled_at: time('scheduled_at'),
    state: text('state').$type<ApprovalState>().notNull(),
    required: integer('required').notNull(),
    decisions: jsonb('decisions').$type<View['decisions']>().notNull(),
    changed: jsonb('changed').$type<View['changed']>().notNull(),
    reasons: jsonb('reasons').$type<View['reasons']>().notNull().default([]),
    submitted_by: text('submitted_by').notNull(),
    submitted_by_id: uuid('submitted_by_id').notNull(),
    created_at: time('created_at').notNull(),
    decided_at: time('decided_at'),
  },
  (t) => [
    index('approvals_of_brand').on(t.brand_id, t.id),
    index('approvals_of_variant').on(t.variant_id, t.id),
    uniqueIndex('approvals_pending').on(t.variant_id).where(sql`${t.state} = 'pending'`),
  ],
);
