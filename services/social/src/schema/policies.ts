import type { AdPolicy, PolicyScope, SocialChannel } from '@platform/contracts';
import { date, index, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { schema, time } from './common.ts';

/** Advertising law of the channels. Rows are never changed: a trigger refuses it. */
export const channel_policies = schema.table(
  'channel_policies',
  {
    id: uuid('id').primaryKey(),
    channel: text('channel').$type<SocialChannel>().notNull(),
    ad: text('ad').$type<AdPolicy>().notNull(),
    applies_to: text('applies_to').$type<PolicyScope>().notNull(),
    /** Days in Moscow, both included. */
    from: date('from').notNull(),
    to: date('to'),
    basis: text('basis').notNull(),
    sources: jsonb('sources').$type<string[]>().notNull(),
    verified_at: time('verified_at').notNull(),
    created_by: text('created_by').notNull(),
    created_at: time('created_at').notNull(),
  },
  (t) => [index('channel_policies_of_channel').on(t.channel, t.from)],
);
