import type { ExperimentMetric, ExperimentResults, ExperimentState, PostMetric } from '@platform/contracts';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { brands } from './brands.ts';
import { schema, time } from './common.ts';
import { variants } from './posts.ts';

/** Comparisons of arms of posts of an account. */
export const experiments = schema.table(
  'experiments',
  {
    id: uuid('id').primaryKey(),
    brand_id: uuid('brand_id')
      .notNull()
      .references(() => brands.id),
    account_id: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    name: text('name').notNull(),
    hypothesis: text('hypothesis').notNull(),
    metric: text('metric').$type<ExperimentMetric>().notNull(),
    post_metric: text('post_metric').$type<PostMetric>(),
    /** Hours after the publication at which the number of a post counts; null for `rate`. */
    age_h: integer('age_h'),
    min_n: integer('min_n').notNull(),
    /** 32 bits. */
    seed: bigint('seed', { mode: 'number' }).notNull(),
    state: text('state').$type<ExperimentState>().notNull(),
    arm_names: jsonb('arm_names').$type<string[]>().notNull(),
    /** Of an ended one. */
    results: jsonb('results').$type<ExperimentResults>(),
    started_at: time('started_at'),
    ends_at: time('ends_at').notNull(),
    ended_at: time('ended_at'),
    created_by: text('created_by').notNull(),
    version: integer('version').notNull().default(1),
    created_at: time('created_at').notNull(),
    updated_at: time('updated_at').notNull(),
  },
  (t) => [
    index('experiments_of_brand').on(t.brand_id, t.id),
    index('experiments_running').on(t.ends_at).where(sql`${t.state} = 'running'`),
    index('experiments_ended').on(t.ended_at).where(sql`${t.ended_at} IS NOT NULL`),
  ],
);

/** Posts of the arms of experiments. */
export const experiment_posts = schema.table(
  'experiment_posts',
  {
    experiment_id: uuid('experiment_id')
      .notNull()
      .references(() => experiments.id, { onDelete: 'cascade' }),
    variant_id: uuid('variant_id')
      .notNull()
      .references(() => variants.id, { onDelete: 'cascade' }),
    /** Index of the arm in `arm_names`. */
    arm: integer('arm').notNull(),
    /** Position of the post in the experiment: the seed orders them from here. */
    place: integer('place').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.experiment_id, t.variant_id] }),
    index('experiment_posts_of_variant').on(t.variant_id),
  ],
);
