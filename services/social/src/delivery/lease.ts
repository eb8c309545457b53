import { defineStatement, runStatement, type Tx } from '@platform/runtime';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { type AccountRow, credentialColumns, openCredentials } from '../accounts/account.ts';
import type { App } from '../app.ts';
import { accounts } from '../schema.ts';
import type { OrderKind } from './outcome.ts';
import { type Ended, type Pause, recordPaces, restartLate, takePaces } from './paces.ts';

/** Duration of a lease: after a crash, the queue of an account is blocked for at most this time. */
export const leaseMs = 60_000;

const lease = defineStatement({
  name: 'lease_accounts',
  text: `UPDATE social.accounts SET publishing_until = $2, publishing_fence = publishing_fence + 1 WHERE id = ANY($1::uuid[])`,
});
const renew = defineStatement({
  name: 'renew_leases',
  text: `UPDATE social.accounts a SET publishing_until = $2 FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, fence int)
    WHERE a.id = r.id AND a.publishing_fence = r.fence AND a.publishing_until IS NOT NULL RETURNING a.id`,
});
const release = defineStatement({
  name: 'release_accounts',
  text: `UPDATE social.accounts a SET publishing_until = NULL, paced_until = greatest(a.paced_until, r.paced_until)
    FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, fence int, paced_until timestamptz)
    WHERE a.id = r.id AND a.publishing_fence = r.fence`,
});

/**
 * Locks the accounts that are active and not leased, to the end of the transaction, and takes the pace of one
 * order for each. What another transaction has is left out.
 * @returns the accounts that may send, and those that have to wait
 */
export async function lockReady(
  tx: Tx,
  ids: string[],
  kind: OrderKind,
  now: Date,
): Promise<{ free: AccountRow[]; ready: AccountRow[]; paused: Pause[] }> {
  const free = await tx
    .select()
    .from(accounts)
    .where(and(inArray(accounts.id, ids), isNull(accounts.publishing_until)))
    .orderBy(accounts.id)
    .for('no key update', { skipLocked: true });
  const active = free.filter(({ state }) => state === 'active');
  return { free, ...(await takePaces(tx, active, kind, now)) };
}

/** Leases locked accounts. Answers them with the fencing tokens of their leases. */
export async function leaseAccounts(tx: Tx, locked: readonly AccountRow[], now: Date): Promise<AccountRow[]> {
  const publishing_until = new Date(now.getTime() + leaseMs);
  await runStatement(tx, lease, [locked.map(({ id }) => id), publishing_until]);
  return locked.map((account) => ({ ...account, publishing_until, publishing_fence: account.publishing_fence + 1 }));
}

const rowOf = ({ id, publishing_fence: fence }: AccountRow) => ({ id, fence });

/** Renews leases. Answers the ids of the accounts whose lease was still there. */
export async function renewLeases(tx: Tx, leased: readonly AccountRow[], now: Date): Promise<Set<string>> {
  const until = new Date(now.getTime() + leaseMs);
  const { rows } = await runStatement<{ id: string }>(tx, renew, [JSON.stringify(leased.map(rowOf)), until]);
  return new Set(rows.map(({ id }) => id));
}

type Changer = Pick<App, 'sealer' | 'channels'>;

/**
 * Ends the leases of orders, as far as they are still these ones, and records what the outcomes say about the
 * accounts, the tokens and the channels.
 * @param ended with a time before which the account posts nothing more, where the outcome has such
 */
export async function endLeases(
  app: Changer,
  tx: Tx,
  ended: readonly (Ended & { paced_until?: Date | null | undefined })[],
  now: Date,
): Promise<void> {
  const rows = ended.map(({ account, paced_until = null }) => ({ ...rowOf(account), paced_until }));
  await runStatement(tx, release, [JSON.stringify(rows)]);
  const waits = rows.flatMap(({ id, paced_until: until }) => (until ? [{ account_id: id, until }] : []));
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
