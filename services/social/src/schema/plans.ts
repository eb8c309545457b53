import type { PlanMode, PlanRun } from '@platform/contracts';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { brands } from './brands.ts';
import { schema, time } from './common.ts';

type View = z.output<typeof PlanRun>;

/** Runs of the plan, with what each of them made. */
export const plan_runs = schema.table(
  'plan_runs',
  {
    id: uuid('id').primaryKey(),
    brand_id: uuid('brand_id')
      .notNull()
      .references(() => brands.id),
    mode: text('mode').$type<PlanMode>().notNull(),
    days: integer('days').notNull(),
    strategy_version: integer('strategy_version').notNull(),
    created: jsonb('created').$type<View['created']>().notNull(),
    replaced: integer('replaced').notNull(),
    kept: integer('kept').notNull(),
    empty: integer('empty').notNull(),
    skipped: jsonb('skipped').$type<View['skipped']>().notNull(),
    content: text('content').$type<View['content']>().notNull(),
    ai_status: text('ai_status').$type<View['ai']['status']>().notNull(),
    /** Drafts that a language model reads. */
    ai_total: integer('ai_total').notNull(),
    ai_written: integer('ai_written').notNull().default(0),
    /** Its drafts are submitted when their texts are ready: the refill does so. */
    submits: boolean('submits').notNull(),
    /** When nothing more happens with it. */
    finished_at: time('finished_at'),
    created_by: text('created_by').notNull(),
    created_at: time('created_at').notNull(),
  },
  (t) => [
    index('plan_runs_of_brand').on(t.brand_id, t.id),
    index('plan_runs_open').on(t.id).where(sql`${t.finished_at} IS NULL`),
  ],
);
