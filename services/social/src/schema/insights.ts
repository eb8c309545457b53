import type { InsightFacts } from '@platform/contracts';
import { date, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { brands } from './brands.ts';
import { schema, time } from './common.ts';

/** Reports about weeks of brands, in versions. Rows are never changed. */
export const insights = schema.table(
  'insights',
  {
    id: uuid('id').primaryKey(),
    brand_id: uuid('brand_id')
      .notNull()
      .references(() => brands.id),
    /** Monday, in the time zone of the brand. */
    week: date('week', { mode: 'string' }).notNull(),
    version: integer('version').notNull(),
    facts: jsonb('facts').$type<InsightFacts>().notNull(),
    text: text('text').notNull(),
    text_source: text('text_source', { enum: ['rules', 'ai'] }).notNull(),
    ai_reason: text('ai_reason'),
    created_by: text('created_by').notNull(),
    created_at: time('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('insights_version').on(t.brand_id, t.week, t.version),
    index('insights_of_brand').on(t.brand_id, t.id),
  ],
);
