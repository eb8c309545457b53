import type { ReadinessCheck, ReadinessKind } from '@platform/contracts';
import { index, integer, jsonb, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { schema, time } from './common.ts';

/** Scores of published texts: one row for each item, of its newest scored revision. */
export const readiness_scores = schema.table(
  'readiness_scores',
  {
    item_id: uuid('item_id').primaryKey(),
    site_id: uuid('site_id').notNull(),
    kind: text('kind').$type<ReadinessKind>().notNull(),
    revision: integer('revision').notNull(),
    seo_score: smallint('seo_score').notNull(),
    checks: jsonb('checks').$type<ReadinessCheck[]>().notNull(),
    scored_at: time('scored_at').notNull(),
  },
  (t) => [index('readiness_scores_of_site').on(t.site_id, t.item_id)],
);
