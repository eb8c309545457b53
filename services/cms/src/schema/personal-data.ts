import { text, uuid } from 'drizzle-orm/pg-core';
import { schema, time } from './common.ts';

/**
 * The keys that seal the personal data of people, one each. The row of a user who was erased stays without a
 * key, so that nothing is sealed for that user again.
 */
export const subject_keys = schema.table('subject_keys', {
  subject_id: uuid('subject_id').primaryKey(),
  sealed_key: text('sealed_key'),
  created_at: time('created_at').notNull(),
});
