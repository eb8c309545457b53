import type { Tx } from '@platform/runtime';
import { inArray } from 'drizzle-orm';
import { accounts } from '../schema.ts';

/**
 * Locks accounts to the end of the transaction: other writers of their calendars wait. Every transaction locks posts
 * first, then accounts by their ids, then slots. In another order, two writers of one time wait for each other.
 */
export async function holdAccounts(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, [...ids]))
    .orderBy(accounts.id)
    .for('no key update');
}
