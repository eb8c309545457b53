import type { AiFailure, AiFeature, AiProvider } from '@platform/contracts';
import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { schema, time } from './common.ts';

/** Settings of the provider of language models: one row. Its lock orders the reservations of the budget. */
export const ai_settings = schema.table('ai_settings', {
  id: text('id', { enum: ['platform'] }).primaryKey(),
  provider: text('provider').$type<AiProvider>().notNull(),
  base_url: text('base_url'),
  model: text('model'),
  folder_id: text('folder_id'),
  sealed_api_key: text('sealed_api_key'),
  /** Last four characters of the key; fewer of a short one. */
  key_hint: text('key_hint'),
  enabled: boolean('enabled').notNull(),
  features: jsonb('features').$type<Record<AiFeature, boolean>>().notNull(),
  daily_tokens: integer('daily_tokens').notNull(),
  monthly_tokens: integer('monthly_tokens').notNull(),
  timeout_seconds: integer('timeout_seconds').notNull(),
  allow_private_address: boolean('allow_private_address').notNull(),
  legal_texts: boolean('legal_texts').notNull(),
  updated_at: time('updated_at').notNull(),
  updated_by: text('updated_by').notNull(),
});

/** Texts that were asked for, by idempotency key. An open row holds its part of the budget. */
export const ai_requests = schema.table(
  'ai_requests',
  {
    id: uuid('id').primaryKey(),
    feature: text('feature').$type<AiFeature | 'test'>().notNull(),
    /** SHA-256 of the question: the same id with another one is refused. */
    question_hash: text('question_hash').notNull(),
    state: text('state', { enum: ['open', 'done'] }).notNull(),
    /** Tokens that the calls may cost at most, as far as they can be foreseen. */
    reserved: integer('reserved').notNull(),
    /** Day (UTC) whose budget pays. */
    day: date('day').notNull(),
    /** Null while it is open, and without a usable answer. */
    output: jsonb('output').$type<{ value: unknown }>(),
    reason: text('reason').$type<AiFailure>(),
    tokens: integer('tokens').notNull().default(0),
    model: text('model'),
    created_at: time('created_at').notNull(),
    /** The process that asked has ended by then. */
    expires_at: time('expires_at').notNull(),
  },
  (t) => [
    index('ai_requests_open').on(t.expires_at).where(sql`${t.state} = 'open'`),
    index('ai_requests_by_age').on(t.created_at),
  ],
);

/** What the provider did on a day (UTC). */
export const ai_usage = schema.table(
  'ai_usage',
  {
    day: date('day').notNull(),
    feature: text('feature').$type<AiFeature | 'test'>().notNull(),
    requests: integer('requests').notNull(),
    tokens: integer('tokens').notNull(),
    failed: integer('failed').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.feature] })],
);
