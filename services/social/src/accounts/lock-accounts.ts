import type { Tx } from '@platform/runtime';
import { inArray } from 'drizzle-orm';
import { accounts } from '../schema.ts';

/**
 * Locks accounts to the end of the transaction: other writers of their calendars wait. A transaction that
 * waits for locks takes those of posts first, then of accounts by their ids, then of slots. In another
 * order, two writers of one time wait for each other. The publisher begins with accounts: it skips what is
 * locked and waits for nothing.
 */
export async function lockAccounts(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, [...ids]))
    .orderBy(accounts.id)
    .for('no key update');
}
