import { sql } from 'drizzle-orm';
import { bigint, index, integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { schema, time } from './common.ts';

/** Backfills of the owners of a plan; a row with `due_at` is work. */
export const plan_backfills = schema.table(
  'plan_backfills',
  {
    id: uuid('id').primaryKey(),
    application_id: uuid('application_id').notNull(),
    plan_id: uuid('plan_id').notNull(),
    state: text('state', { enum: ['queued', 'running', 'finished', 'superseded', 'failed'] }).notNull(),
    /** What each owner has when it is finished. */
    entitlement_codes: text('entitlement_codes').array().notNull(),
    /** Owners that differed when it began; null before. */
    owners_total: integer('owners_total'),
    owners_done: integer('owners_done').notNull().default(0),
    admin_id: uuid('admin_id').notNull(),
    created_at: time('created_at').notNull(),
    finished_at: time('finished_at'),
    due_at: time('due_at'),
    lease_until: time('lease_until'),
    lease_fence: bigint('lease_fence', { mode: 'number' }).notNull().default(0),
    tries: integer('tries').notNull().default(0),
  },
  (t) => [index().on(t.plan_id, t.id), index('plan_backfills_due').on(t.due_at).where(sql`due_at IS NOT NULL`)],
);

/** Codes that owners of a plan have by its last backfill: a purchase that began before it gets them, too. */
export const plan_backfill_codes = schema.table(
  'plan_backfill_codes',
  {
    plan_id: uuid('plan_id').notNull(),
    code: text('code').notNull(),
    /** From when owners have the code. */
    added_at: time('added_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.plan_id, t.code] })],
);
