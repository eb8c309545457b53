import { identity } from '@platform/contracts';
import { defineStatement, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import type { UserRow } from '../users/profile.ts';
import { comparableEmail } from './customer-names.ts';

const take = defineStatement({
  name: 'take_waiting_customers',
  text: `UPDATE identity.customers SET user_id = $2, recognized_at = $3
    WHERE application_id = $1 AND user_id IS NULL AND ((issuer = $4 AND subject = $5) OR email = $6)
    RETURNING id`,
});

/**
 * Recognizes the waiting customers with the subject or the verified e-mail of a user, and emits `customer.recognized`
 * for each: what waits for them in other services becomes theirs. To be called for a new user, and whenever a user
 * gets another subject or e-mail, under {@link lockCustomerNames} of these names.
 * @param user as it is stored since this transaction
 * @returns the ids of the customers
 */
export async function takeWaitingCustomers(
  app: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  user: Pick<UserRow, 'id' | 'application_id' | 'issuer' | 'subject' | 'email'>,
): Promise<string[]> {
  const { id: user_id, application_id, issuer, subject } = user;
  const occurred_at = app.clock.now();
  const values = [application_id, user_id, occurred_at, issuer, subject, comparableEmail(user.email)];
  const { rows } = await runStatement<{ id: string }>(tx, take, values);
  for (const { id: customer_id } of rows)
    await app.emit(tx, identity.events.customerRecognized, { customer_id, user_id }, { application_id, occurred_at });
  return rows.map(({ id }) => id);
}
