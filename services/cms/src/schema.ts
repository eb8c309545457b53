import { messagingTables } from '@platform/runtime';
import { index, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const schema = pgSchema('cms');

const time = (name: string) => timestamp(name, { withTimezone: true });

export const sites = schema.table(
  'sites',
  {
    id: uuid('id').primaryKey(),
    code: text('code').notNull().unique('sites_code'),
    name: text('name').notNull(),
    website_url: text('website_url'),
    icon_url: text('icon_url'),
    /** An application of the catalog. */
    application_id: uuid('application_id'),
    status: text('status', { enum: ['active', 'archived'] }).notNull(),
    created_at: time('created_at').notNull(),
    updated_at: time('updated_at').notNull(),
  },
  (t) => [index('sites_of_application').on(t.application_id)],
);

/** Keys of sites are shown once: the stored parts only verify a key and identify it. */
export const site_keys = schema.table(
  'site_keys',
  {
    id: uuid('id').primaryKey(),
    site_id: uuid('site_id')
      .notNull()
      .references(() => sites.id),
    /** SHA-256, hexadecimal. */
    key_hash: text('key_hash').notNull().unique('site_keys_hash'),
    /** Its last four characters. */
    hint: text('hint').notNull(),
    created_at: time('created_at').notNull(),
    /** End of the grace period after a rotation; null for the current key. */
    valid_until: time('valid_until'),
  },
  (t) => [index('site_keys_of_site').on(t.site_id)],
);

export const { outbox, inbox, dead_letters, idempotency_keys } = messagingTables(schema);
