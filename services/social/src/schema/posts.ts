import type { IdeaState, SlotState, SocialIdea, SocialVariant, VariantState } from '@platform/contracts';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { accounts } from './accounts.ts';
import { brands } from './brands.ts';
import { schema, time } from './common.ts';

type Variant = z.output<typeof SocialVariant>;

const record = {
  version: integer('version').notNull().default(1),
  created_at: time('created_at').notNull(),
  updated_at: time('updated_at').notNull(),
};
const brandId = () =>
  uuid('brand_id')
    .notNull()
    .references(() => brands.id);

export const ideas = schema.table(
  'ideas',
  {
    id: uuid('id').primaryKey(),
    brand_id: brandId(),
    title: text('title').notNull(),
    brief: text('brief').notNull(),
    rubric: text('rubric'),
    sources: jsonb('sources').$type<z.output<typeof SocialIdea>['sources']>().notNull(),
    state: text('state').$type<IdeaState>().notNull(),
    ...record,
  },
  (t) => [index('ideas_of_brand').on(t.brand_id, t.id)],
);

/** Posts, one for each account. */
export const variants = schema.table(
  'variants',
  {
    id: uuid('id').primaryKey(),
    brand_id: brandId(),
    account_id: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    idea_id: uuid('idea_id')
      .notNull()
      .references(() => ideas.id),
    body: text('body').notNull(),
    buttons: jsonb('buttons').$type<Variant['buttons']>().notNull(),
    /** The image as the channel gets it. */
    cover: jsonb('cover').$type<Omit<NonNullable<Variant['cover']>, 'url'>>(),
    is_ad: boolean('is_ad').notNull(),
    erid: text('erid'),
    advertiser: jsonb('advertiser').$type<NonNullable<Variant['advertiser']>>(),
    ref: text('ref').notNull(),
    state: text('state').$type<VariantState>().notNull(),
    checks: jsonb('checks').$type<Variant['checks']>().notNull(),
    unsupported_claims: jsonb('unsupported_claims').$type<string[]>().notNull().default([]),
    content_hash: text('content_hash').notNull(),
    ...record,
  },
  (t) => [
    uniqueIndex('variants_ref').on(t.ref),
    index('variants_cover').on(sql`(${t.cover}->>'name')`).where(sql`${t.cover} IS NOT NULL`),
    index('variants_of_brand').on(t.brand_id, t.id),
    index('variants_of_idea').on(t.idea_id),
    index('variants_of_account').on(t.account_id, t.id),
  ],
);

/** What a post was at each of its versions. Rows are never changed. */
export const variant_revisions = schema.table(
  'variant_revisions',
  {
    id: uuid('id').primaryKey(),
    variant_id: uuid('variant_id')
      .notNull()
      .references(() => variants.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    content_hash: text('content_hash').notNull(),
    body: text('body').notNull(),
    buttons: jsonb('buttons').$type<Variant['buttons']>().notNull(),
    cover_name: text('cover_name'),
    author: text('author').notNull(),
    created_at: time('created_at').notNull(),
  },
  (t) => [uniqueIndex('variant_revisions_version').on(t.variant_id, t.version)],
);

/** When an account posts. */
export const slots = schema.table(
  'slots',
  {
    id: uuid('id').primaryKey(),
    brand_id: brandId(),
    account_id: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    at: time('at').notNull(),
    local_time: text('local_time').notNull(),
    rubric: text('rubric'),
    state: text('state').$type<SlotState>().notNull(),
    variant_id: uuid('variant_id').references(() => variants.id, { onDelete: 'set null' }),
    origin: text('origin', { enum: ['manual', 'content', 'plan'] }).notNull(),
    pinned: boolean('pinned').notNull(),
    ...record,
  },
  (t) => [
    uniqueIndex('slots_account_at').on(t.account_id, t.at),
    uniqueIndex('slots_variant').on(t.variant_id).where(sql`${t.variant_id} IS NOT NULL`),
    index('slots_of_brand').on(t.brand_id, t.at),
  ],
);
