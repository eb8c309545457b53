import { boolean, index, integer, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { schema, time } from './common.ts';

/** When each site had its last batch of rechecks. Of the release before this one. */
export const recheck_turns = schema.table('recheck_turns', {
  site_id: uuid('site_id').primaryKey(),
  began_at: time('began_at').notNull(),
});

/** Pages that are judged again soon, one row for each address. A row goes when its page was judged. */
export const rechecks = schema.table(
  'rechecks',
  {
    id: uuid('id').primaryKey(),
    site_id: uuid('site_id').notNull(),
    /** SHA-256 of the URL key, 128 bits of it. */
    url_hash: uuid('url_hash').notNull(),
    /** URL key. */
    url: text('url').notNull(),
    /** Item of the cms at this address. */
    item_id: uuid('item_id'),
    /** The page is judged when it shows the item as published, or is gone; else as it is. */
    awaits_item: boolean('awaits_item').notNull(),
    /** Fetches so far. */
    fetches: smallint('fetches').notNull().default(0),
    tries: smallint('tries').notNull().default(0),
    lease_until: time('lease_until'),
    /** Counts the orders of a recheck and its claims. */
    lease_fence: integer('lease_fence').notNull().default(0),
    /** Fencing token of the release before this one; a trigger keeps it equal to `lease_fence`. */
    attempt: integer('attempt').notNull().default(0),
    /** Start of the delays: the publication, or the call. */
    requested_at: time('requested_at').notNull(),
    due_at: time('due_at'),
  },
  (t) => [
    uniqueIndex('rechecks_of_url').on(t.site_id, t.url_hash),
    index('rechecks_due').on(t.due_at),
    index('rechecks_work').on(t.site_id, t.due_at),
  ],
);
