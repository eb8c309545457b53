import type { Tx } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import { type AccountRow, credentialColumns, openCredentials } from '../accounts/account.ts';
import type { App } from '../app.ts';
import { accounts } from '../schema.ts';
import { releaseAccounts } from './lease.ts';
import { type Ended, recordPaces, restartLate } from './paces.ts';

type Changer = Pick<App, 'sealer' | 'channels'>;

/**
 * Ends deliveries: their leases, and what the outcomes say about the accounts, the tokens and the channels.
 * @param ended with a time before which the account posts nothing more, where the outcome has such
 */
export async function endDeliveries(
  app: Changer,
  tx: Tx,
  ended: readonly (Ended & { paced_until?: Date | null | undefined })[],
  now: Date,
): Promise<void> {
  await releaseAccounts(tx, ended);
  const waits = ended.flatMap(({ account: { id }, paced_until: until }) =>
    until ? [{ account_id: id, token: null, until }] : [],
  );
  await restartLate(tx, waits);
  await recordEnded(app, tx, ended, now);
}

/** Writes what calls that ended say about their accounts, their tokens and their channels. */
export async function recordEnded(app: Changer, tx: Tx, ended: readonly Ended[], now: Date): Promise<void> {
  for (const request of ended) await changeAccount(app, tx, request, now);
  await recordPaces(tx, ended, now);
}

/** An account that its channel refuses needs other credentials; a chat that moved has another id. */
async function changeAccount(app: Changer, tx: Tx, { account, outcome }: Ended, now: Date): Promise<void> {
  if (outcome.kind !== 'failed') return;
  const { failure } = outcome;
  const isSame = and(eq(accounts.id, account.id), eq(accounts.credential_version, account.credential_version));
  if (outcome.class === 'auth') {
    const last_error = { code: failure.code, message: failure.message, at: now.toISOString() };
    const set = { state: 'needs_reconnect', last_error, check_at: null, refresh_at: null, updated_at: now } as const;
    await tx
      .update(accounts)
      .set({ ...set, version: account.version + 1 })
      .where(and(isSame, eq(accounts.state, 'active')));
  }
  if (outcome.class === 'moved' && failure.movedTo !== null)
    await tx
      .update(accounts)
      .set(moved(app, account, failure.movedTo, now))
      .where(isSame);
}

function moved(app: Changer, account: AccountRow, remote_id: string, now: Date): Partial<AccountRow> {
  const credentials = openCredentials(app, account) ?? {};
  return {
    ...credentialColumns(app, account, app.channels[account.channel], { ...credentials, chat_id: remote_id }),
    remote_id,
    remote: account.remote && { ...account.remote, id: remote_id },
    version: account.version + 1,
    updated_at: now,
  };
}
