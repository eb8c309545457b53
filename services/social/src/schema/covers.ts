import { sql } from 'drizzle-orm';
import { index, integer, text, uuid } from 'drizzle-orm/pg-core';
import { schema, time } from './common.ts';

/** Images of posts in the store. A row is written before its bytes, and goes after them. */
export const covers = schema.table(
  'covers',
  {
    /** Made from the content. */
    name: text('name').primaryKey(),
    id: uuid('id').notNull().unique('covers_id'),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** Since when no post has it; null while one does. */
    unused_since: time('unused_since'),
    created_at: time('created_at').notNull(),
  },
  (t) => [index('covers_unused').on(t.unused_since).where(sql`${t.unused_since} IS NOT NULL`)],
);
