import type { Tx } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import { customers } from '../schema.ts';
import { lockCustomers, takeWaitingGrants } from './customer-grants.ts';

/**
 * Removes what waits for a customer whom an administrator removed. The row of the customer stays, without personal
 * data: an import that runs now stores nothing for it.
 */
export async function removeWaiting(
  tx: Tx,
  { application_id, customer_id, removed_at }: { application_id: string; customer_id: string; removed_at: Date },
): Promise<void> {
  await lockCustomers(tx, application_id, [{ customer_id, user_id: null }]);
  await tx.update(customers).set({ removed_at }).where(eq(customers.customer_id, customer_id));
  await takeWaitingGrants(tx, [customer_id]);
}
