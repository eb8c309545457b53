import type { Cadence, DiscoveryAnswers, MemoryKind, StrategyRubric, StrategyState } from '@platform/contracts';
import { sql } from 'drizzle-orm';
import { date, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { brands } from './brands.ts';
import { schema, time } from './common.ts';

const brandId = () =>
  uuid('brand_id')
    .notNull()
    .references(() => brands.id);

/** What brands say of themselves. */
export const discoveries = schema.table('discoveries', {
  brand_id: brandId().primaryKey(),
  answers: jsonb('answers').$type<DiscoveryAnswers>().notNull(),
  version: integer('version').notNull().default(1),
  updated_at: time('updated_at').notNull(),
});

/** Versions of strategies. One of a brand is active at most. */
export const strategies = schema.table(
  'strategies',
  {
    id: uuid('id').primaryKey(),
    brand_id: brandId(),
    version: integer('version').notNull(),
    state: text('state').$type<StrategyState>().notNull(),
    source: text('source', { enum: ['rules', 'ai'] }).notNull(),
    ai_reason: text('ai_reason'),
    rubrics: jsonb('rubrics').$type<StrategyRubric[]>().notNull(),
    cadence: jsonb('cadence').$type<Cadence[]>().notNull(),
    created_by: text('created_by').notNull(),
    lock_version: integer('lock_version').notNull().default(1),
    activated_at: time('activated_at'),
    created_at: time('created_at').notNull(),
    updated_at: time('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('strategies_version').on(t.brand_id, t.version),
    uniqueIndex('strategies_active').on(t.brand_id).where(sql`${t.state} = 'active'`),
  ],
);

/** Days that posts of a brand are about. */
export const occasions = schema.table(
  'occasions',
  {
    id: uuid('id').primaryKey(),
    brand_id: brandId(),
    date: date('date', { mode: 'string' }),
    rrule: text('rrule'),
    title: text('title').notNull(),
    note: text('note').notNull(),
    url: text('url'),
    created_at: time('created_at').notNull(),
  },
  (t) => [index('occasions_of_brand').on(t.brand_id, t.id)],
);

/** What brands know beyond their content. */
export const memories = schema.table(
  'memories',
  {
    id: uuid('id').primaryKey(),
    brand_id: brandId(),
    kind: text('kind').$type<MemoryKind>().notNull(),
    text: text('text').notNull(),
    source_url: text('source_url'),
    expires_at: time('expires_at'),
    created_by: text('created_by').notNull(),
    version: integer('version').notNull().default(1),
    created_at: time('created_at').notNull(),
    updated_at: time('updated_at').notNull(),
  },
  (t) => [index('memories_of_brand').on(t.brand_id, t.id)],
);
