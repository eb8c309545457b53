import { index, jsonb, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { DigestNumbers } from '../work-plan/digest.ts';
import type { Capacity, PlannedRow } from '../work-plan/plan-work.ts';
import { schema, time } from './common.ts';

/** The work plan of a site; a new one replaces it. */
export const work_plans = schema.table('work_plans', {
  site_id: uuid('site_id').primaryKey(),
  generated_at: time('generated_at').notNull(),
  source: text('source', { enum: ['rules', 'ai'] }).notNull(),
  weeks: smallint('weeks').notNull(),
  capacity: jsonb('capacity').$type<Capacity>().notNull(),
  tasks: jsonb('tasks').$type<PlannedRow[]>().notNull(),
});

/** What happened in some days, summed up. */
export const digests = schema.table(
  'digests',
  {
    id: uuid('id').primaryKey(),
    site_id: uuid('site_id').notNull(),
    created_at: time('created_at').notNull(),
    days: smallint('days').notNull(),
    numbers: jsonb('numbers').$type<DigestNumbers>().notNull(),
  },
  (t) => [index('digests_of_site').on(t.site_id, t.id)],
);
