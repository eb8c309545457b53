import type { PsiError, PsiField, PsiLab, PsiStrategy } from '@platform/contracts';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { schema, time } from './common.ts';

/** Measured pages: one row for each address and device, with its newest measurement. */
export const psi_results = schema.table(
  'psi_results',
  {
    /** New with each request: it orders the list. */
    id: uuid('id').primaryKey(),
    site_id: uuid('site_id').notNull(),
    /** SHA-256 of the address, 128 bits of it. */
    url_hash: uuid('url_hash').notNull(),
    /** The URL key. */
    url: text('url').notNull(),
    strategy: text('strategy').$type<PsiStrategy>().notNull(),
    state: text('state', { enum: ['waiting', 'running', 'done', 'failed'] }).notNull(),
    error: text('error').$type<PsiError>(),
    /* Of the last measurement that did not fail. */
    score: smallint('score'),
    field: jsonb('field').$type<PsiField>(),
    lab: jsonb('lab').$type<PsiLab>(),
    top_audits: text('top_audits').array().notNull().default([]),
    requested_at: time('requested_at').notNull(),
    measured_at: time('measured_at'),
    /** When it is measured. */
    due_at: time('due_at'),
    lease_until: time('lease_until'),
    /** Counts requests and claims. */
    lease_fence: integer('lease_fence').notNull().default(0),
    tries: smallint('tries').notNull().default(0),
    /** Fencing token of the release before this one; a trigger keeps it equal to `lease_fence`. */
    attempt: integer('attempt').notNull().default(0),
  },
  (t) => [
    uniqueIndex('psi_results_of_url').on(t.site_id, t.url_hash, t.strategy),
    index('psi_results_newest').on(t.site_id, t.id),
    index('psi_results_due').on(t.due_at).where(sql`${t.state} IN ('waiting', 'running')`),
    index('psi_results_by_request').on(t.requested_at),
  ],
);
