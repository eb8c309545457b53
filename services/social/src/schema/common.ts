import { integer, pgSchema, timestamp } from 'drizzle-orm/pg-core';

export const schema = pgSchema('social');

export const time = (name: string) => timestamp(name, { withTimezone: true });

/** Columns of a table whose rows are work, beside `due_at`. */
export const leaseColumns = () => ({
  lease_until: time('lease_until'),
  lease_fence: integer('lease_fence').notNull().default(0),
  tries: integer('tries').notNull().default(0),
});
