import { index, integer, jsonb, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { RknFacts, RknSeen } from '../rkn/facts/rkn-facts.ts';
import { schema, time } from './common.ts';
import { issues } from './issues.ts';
import { type PageAnswer, scans } from './scans.ts';

/** Pages that scans of kind `rkn` fetched. */
export const rkn_pages = schema.table(
  'rkn_pages',
  {
    scan_id: uuid('scan_id')
      .notNull()
      .references(() => scans.id, { onDelete: 'cascade' }),
    /** In the order of the fetches; 0 is the home page. */
    number: integer('number').notNull(),
    /** URL key. */
    url: text('url').notNull(),
    final_url: text('final_url').notNull(),
    status: smallint('status'),
    answer: jsonb('answer').$type<PageAnswer>().notNull(),
    /** Country of its server; null where it is unknown. */
    country: text('country'),
    /** Null where the answer is no HTML, or could not be read. */
    facts: jsonb('facts').$type<RknFacts>(),
    /** As a browser shows it. */
    rendered: jsonb('rendered').$type<RknFacts>(),
    /** What the browser asked for: hosts, paths and names of cookies. */
    seen: jsonb('seen').$type<RknSeen>(),
    fetched_at: time('fetched_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.scan_id, t.number] }), uniqueIndex('rkn_pages_url').on(t.scan_id, t.url)],
);

/** Findings whose pages wait for a scan of kind `rkn_recheck`. */
export const rkn_rechecks = schema.table(
  'rkn_rechecks',
  {
    issue_id: uuid('issue_id')
      .primaryKey()
      .references(() => issues.id, { onDelete: 'cascade' }),
    site_id: uuid('site_id').notNull(),
    requested_at: time('requested_at').notNull(),
  },
  (t) => [index('rkn_rechecks_of_site').on(t.site_id)],
);
