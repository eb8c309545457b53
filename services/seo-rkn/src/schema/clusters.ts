import type { SeoCluster } from '@platform/contracts';
import { boolean, index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { schema } from './common.ts';

/** Clusters of keywords. One with a decision outlives generations that do not have it. */
export const clusters = schema.table(
  'clusters',
  {
    /** Made from site and key. */
    id: uuid('id').primaryKey(),
    site_id: uuid('site_id').notNull(),
    /** Stems of the query that it is known by. */
    key: text('key').notNull(),
    head: text('head').notNull(),
    keyword_count: integer('keyword_count').notNull(),
    impressions: integer('impressions').notNull(),
    relation: text('relation').$type<SeoCluster['relation']>().notNull(),
    advice: text('advice').$type<SeoCluster['advice']>().notNull(),
    keywords: jsonb('keywords').$type<string[]>().notNull(),
    pages: jsonb('pages').$type<SeoCluster['pages']>().notNull(),
    decision: text('decision').$type<SeoCluster['decision']>().notNull(),
    page_url: text('page_url'),
    /** The newest generation has it. */
    is_current: boolean('is_current').notNull(),
  },
  (t) => [index('clusters_by_impressions').on(t.site_id, t.is_current, t.impressions.desc().nullsFirst(), t.id)],
);
