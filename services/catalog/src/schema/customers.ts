import { bigint, boolean, index, text, uuid } from 'drizzle-orm/pg-core';
import { schema, time } from './common.ts';

/**
 * Imported customers by the id that identity gives them: their personal data is there alone. The row is the lock
 * between an import and the registration of the person.
 */
export const customers = schema.table(
  'customers',
  {
    customer_id: uuid('customer_id').primaryKey(),
    application_id: uuid('application_id').notNull(),
    /** Null until the person is a user. */
    user_id: uuid('user_id'),
    /** An administrator removed the customer: nothing waits any more. */
    removed_at: time('removed_at'),
  },
  (t) => [index('customers_of_user').on(t.user_id)],
);

/** Grants of customers who are not registered: the columns of `grants` that an import decides. */
export const waiting_grants = schema.table(
  'waiting_grants',
  {
    /** The id that the grant will have. */
    id: uuid('id').primaryKey(),
    customer_id: uuid('customer_id')
      .notNull()
      .references(() => customers.customer_id),
    application_id: uuid('application_id').notNull(),
    plan_id: uuid('plan_id'),
    plan_code: text('plan_code'),
    entitlement_codes: text('entitlement_codes').array().notNull(),
    granted_at: time('granted_at').notNull(),
    duration_ms: bigint('duration_ms', { mode: 'number' }),
    starts_at: time('starts_at').notNull(),
    expires_at: time('expires_at'),
    is_prolonged: boolean('is_prolonged').notNull(),
    reason: text('reason').notNull(),
    admin_id: uuid('admin_id').notNull(),
    created_at: time('created_at').notNull(),
    /** What makes two rows of one person one purchase; null from the release before. */
    purchase_key: text('purchase_key'),
  },
  (t) => [index().on(t.customer_id)],
);
