import type { ApprovalRule, Autonomy, Blackout, SocialBrand, Tone } from '@platform/contracts';
import { integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { leaseColumns, schema, time } from './common.ts';

export const brands = schema.table(
  'brands',
  {
    id: uuid('id').primaryKey(),
    code: text('code').notNull(),
    name: text('name').notNull(),
    timezone: text('timezone').notNull(),
    languages: jsonb('languages').$type<string[]>().notNull(),
    application_id: uuid('application_id'),
    site_id: uuid('site_id'),
    link_hosts: jsonb('link_hosts').$type<string[]>().notNull(),
    tone: jsonb('tone').$type<z.output<typeof Tone>>().notNull(),
    autonomy: text('autonomy').$type<Autonomy>().notNull(),
    approval: jsonb('approval').$type<z.output<typeof ApprovalRule>>().notNull(),
    jurisdiction: text('jurisdiction').$type<z.output<typeof SocialBrand>['jurisdiction']>().notNull(),
    late_limit_min: integer('late_limit_min').notNull(),
    min_gap_min: integer('min_gap_min').notNull(),
    refill_days: integer('refill_days').notNull(),
    blackouts: jsonb('blackouts').$type<z.output<typeof Blackout>[]>().notNull(),
    /** When the tick reads its plan again. */
    due_at: time('due_at').defaultNow(),
    ...leaseColumns(),
    /** Of the release before this one. */
    refill_at: time('refill_at'),
    archived_at: time('archived_at'),
    version: integer('version').notNull().default(1),
    created_at: time('created_at').notNull(),
    updated_at: time('updated_at').notNull(),
  },
  (t) => [uniqueIndex('brands_code').on(t.code)],
);
