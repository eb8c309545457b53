import type { IdeaState, SlotState, SocialIdea, SocialVariant, VariantState } from '@platform/contracts';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { accounts } from './accounts.ts';
import { brands } from './brands.ts';
import { leaseColumns, schema, time } from './common.ts';

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
    /** The plan made it. */
    from_plan: boolean('from_plan').notNull().default(false),
    ...record,
  },
  (t) => [index('ideas_of_brand').on(t.brand_id, t.id)],
);

/** A container: what it was made of, when, and how often it was asked for. */
export interface PostMedia {
  container_id: string;
  content_hash: string;
  made_at: string;
  polls: number;
}

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
    /** When it goes out. Posts of an account go out in this order. */
    scheduled_at: time('scheduled_at'),
    /** Time of the next step: send the post, check its media, or search it at the channel. */
    due_at: time('due_at'),
    /** From when it counts as late. */
    late_from: time('late_from'),
    /** Failures since it was scheduled. */
    errors: integer('errors').notNull().default(0),
    last_error: jsonb('last_error').$type<NonNullable<Variant['last_error']>>(),
    /** The attempt that runs, or whose outcome is unknown. */
    attempt_id: uuid('attempt_id'),
    /** Container of a network of Meta, which is made before the post is published. */
    media: jsonb('media').$type<PostMedia>(),
    /** Lease of the search of a post with an unknown outcome; `tries` counts the searches. */
    ...leaseColumns(),
    /** Of the release before this one. */
    probes_before: integer('looks').notNull().default(0),
    /** Probes that did not find it. */
    absences: integer('absences').notNull().default(0),
    published_at: time('published_at'),
    remote_id: text('remote_id'),
    remote_url: text('remote_url'),
    remote_edited_at: time('remote_edited_at'),
    remote_deleted_at: time('remote_deleted_at'),
    /** The run of the plan that made it. */
    plan_run_id: uuid('plan_run_id'),
    /** Its version as the plan wrote it: a post with another `version` was edited. */
    plan_version: integer('plan_version'),
    /** Whether a language model rewrites it: `waiting`, and then what came of it. */
    ai_state: text('ai_state').$type<'waiting' | 'written' | 'kept'>(),
    ...record,
  },
  (t) => [
    index('variants_due').on(t.due_at, t.id).where(sql`${t.state} IN ('scheduled', 'awaiting_media')`),
    index('variants_queue')
      .on(t.account_id, t.scheduled_at, t.id)
      .where(sql`${t.state} IN ('scheduled', 'publishing', 'awaiting_media')`),
    index('variants_uncertain').on(t.due_at).where(sql`${t.state} = 'uncertain'`),
    index('variants_published').on(t.account_id, t.published_at).where(sql`${t.published_at} IS NOT NULL`),
    uniqueIndex('variants_ref').on(t.ref),
    index('variants_of_plan_run').on(t.plan_run_id, t.id).where(sql`${t.plan_run_id} IS NOT NULL`),
    index('variants_ai_waiting').on(t.id).where(sql`${t.ai_state} = 'waiting'`),
    index('variants_cover').on(sql`(${t.cover}->>'name')`).where(sql`${t.cover} IS NOT NULL`),
    index('variants_of_brand').on(t.brand_id, t.id),
    index('variants_state').on(t.brand_id, t.state),
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
    /**
     * Its version as the plan wrote it: a slot with another `version` was changed. Null for a slot of another
     * origin.
     */
    plan_version: integer('plan_version'),
    ...record,
  },
  (t) => [
    uniqueIndex('slots_account_at').on(t.account_id, t.at),
    uniqueIndex('slots_variant').on(t.variant_id).where(sql`${t.variant_id} IS NOT NULL`),
    index('slots_of_brand').on(t.brand_id, t.at),
  ],
);
