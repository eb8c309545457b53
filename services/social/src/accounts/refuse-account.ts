import type { Tx } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import { accounts } from '../schema.ts';
import type { AccountRow } from './account.ts';

/**
 * Notes that a channel refuses an account: it needs other credentials. Once, and not after they were replaced.
 * @param account as it was when the channel was called
 */
export async function refuseAccount(
  tx: Tx,
  account: AccountRow,
  { code, message }: { code: string; message: string },
  now: Date,
): Promise<void> {
  const isSame = and(eq(accounts.id, account.id), eq(accounts.credential_version, account.credential_version));
  await tx
    .update(accounts)
    .set({
      ...{ state: 'needs_reconnect', last_error: { code, message, at: now.toISOString() } },
      ...{ check_at: null, refresh_at: null, metrics_at: null, updated_at: now, version: account.version + 1 },
    })
    .where(and(isSame, eq(accounts.state, 'active')));
}
