import { integer, pgSchema, timestamp } from 'drizzle-orm/pg-core';

export const schema = pgSchema('catalog');

export const time = (name: string) => timestamp(name, { withTimezone: true });

/** The columns by which a row counts its changes. The defaults are for rows of the release before. */
export const versionColumns = () => ({
  version: integer('version').notNull().default(1),
  updated_at: time('updated_at').notNull().defaultNow(),
});
