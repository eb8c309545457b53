import type { Competitor, CompetitorError, CompetitorState } from '@platform/contracts';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { schema, time } from './common.ts';

/** What a comparison found. */
export type Comparison = Pick<
  z.output<typeof Competitor>,
  'paths' | 'overlap_pct' | 'jaccard' | 'word_overlap_pct' | 'missing_paths'
>;

/** Other sites, which the platform compares with the site. */
export const competitors = schema.table(
  'competitors',
  {
    id: uuid('id').primaryKey(),
    site_id: uuid('site_id').notNull(),
    origin: text('origin').notNull(),
    state: text('state').$type<z.output<typeof CompetitorState>>().notNull(),
    error: text('error').$type<z.output<typeof CompetitorError>>(),
    comparison: jsonb('comparison').$type<Comparison>(),
    created_at: time('created_at').notNull(),
    checked_at: time('checked_at'),
    /** When it is compared; null for one that was. The release before this one writes no value. */
    due_at: time('due_at').defaultNow(),
    lease_until: time('lease_until'),
    lease_fence: integer('lease_fence').notNull().default(0),
    tries: smallint('tries').notNull().default(0),
    /** Fencing token of the release before this one; a trigger keeps it equal to `lease_fence`. */
    attempt: integer('attempt').notNull().default(0),
  },
  (t) => [
    uniqueIndex('competitors_of_site').on(t.site_id, t.origin),
    index('competitors_waiting').on(t.id).where(sql`${t.state} IN ('waiting', 'running')`),
    index('competitors_due').on(t.due_at),
  ],
);
