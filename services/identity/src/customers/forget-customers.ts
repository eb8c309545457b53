import type { Tx } from '@platform/runtime';
import { and, eq, isNull } from 'drizzle-orm';
import { customers } from '../schema.ts';
import type { UserRow } from '../users/profile.ts';
import { comparableEmail } from './customer-names.ts';

/**
 * Removes the names of a person who is erased from imported customers, waiting ones with the same e-mail included.
 * @param user as it was before the erasure
 */
export async function forgetCustomers(
  tx: Tx,
  { id, application_id, email }: Pick<UserRow, 'id' | 'application_id' | 'email'>,
): Promise<void> {
  await tx.update(customers).set({ issuer: null, subject: null, email: null }).where(eq(customers.user_id, id));
  const address = comparableEmail(email);
  if (address === null) return;
  const isWaiting = and(
    eq(customers.application_id, application_id),
    eq(customers.email, address),
    isNull(customers.user_id),
  );
  await tx.update(customers).set({ email: null }).where(isWaiting);
}
