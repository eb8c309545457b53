import { sql } from 'drizzle-orm';
import { check, index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, schema } from './common.ts';

/**
 * Persons of imports: customers of before. A customer waits until a registration has the subject or the verified
 * e-mail. The personal data of an erased user is removed from here, too.
 */
export const customers = schema.table(
  'customers',
  {
    id: uuid('id').primaryKey(),
    application_id: uuid('application_id').notNull(),
    /** Of the subject. */
    issuer: text('issuer'),
    subject: text('subject'),
    /** In lower case. */
    email: text('email'),
    /** Null while the customer waits. */
    user_id: uuid('user_id'),
    recognized_at: moment('recognized_at'),
    created_at: moment('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('customers_one_per_subject').on(t.application_id, t.issuer, t.subject).where(sql`subject IS NOT NULL`),
    uniqueIndex('customers_one_per_email').on(t.application_id, t.email).where(sql`email IS NOT NULL`),
    index('customers_by_subject').on(t.application_id, t.subject),
    index('customers_of_user').on(t.user_id),
    index('customers_newest').on(t.application_id, t.id),
    index('customers_waiting').on(t.application_id, t.id).where(sql`user_id IS NULL`),
    check('customers_issuer', sql`(${t.issuer} IS NULL) = (${t.subject} IS NULL)`),
    check('customers_recognized', sql`(${t.user_id} IS NULL) = (${t.recognized_at} IS NULL)`),
  ],
);
