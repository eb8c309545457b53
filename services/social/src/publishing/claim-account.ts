import type { Tx } from '@platform/runtime';
import { and, eq, isNull } from 'drizzle-orm';
import type { AccountRow } from '../accounts/account.ts';
import { accounts } from '../schema.ts';
import { leaseMs } from './claim-due.ts';

/** Why a change at a channel waits. */
export const accountIsBusy = 'The account publishes just now: try again in a moment.';

/**
 * Takes the lease of an account for one request that a person asked for: nothing else of it is in flight
 * then.
 * @returns the account with its new fence; null while another process has it
 */
export async function claimAccount(tx: Tx, id: string, now: Date): Promise<AccountRow | null> {
  const [free] = await tx
    .select({ fence: accounts.publishing_fence })
    .from(accounts)
    .where(and(eq(accounts.id, id), isNull(accounts.publishing_until)))
    .for('no key update', { skipLocked: true });
  if (!free) return null;
  const publishing_until = new Date(now.getTime() + leaseMs);
  const [account] = await tx
    .update(accounts)
    .set({ publishing_until, publishing_fence: free.fence + 1 })
    .where(eq(accounts.id, id))
    .returning();
  return account ?? null;
}

/** Ends a lease, if it is still this one. Answers whether it was. */
export async function releaseAccount(tx: Tx, id: string, fence: number): Promise<boolean> {
  const freed = await tx
    .update(accounts)
    .set({ publishing_until: null })
    .where(and(eq(accounts.id, id), eq(accounts.publishing_fence, fence)))
    .returning({ id: accounts.id });
  return freed.length > 0;
}
