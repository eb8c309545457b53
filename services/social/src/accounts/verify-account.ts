import { dayMs, fail, hourMs } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { Verified } from '../channels/channel.ts';
import { ChannelError } from '../channels/channel-error.ts';
import { accounts } from '../schema.ts';
import {
  type AccountRow,
  type AccountView,
  applicationOf,
  lockAccount,
  openCredentials,
  openHooks,
  requireAccount,
  toAccount,
} from './account.ts';

type Verifier = Pick<App, 'db' | 'clock' | 'audit' | 'sealer' | 'channels' | 'log'>;

/** A channel that did not answer is asked again after this time. */
const retryMs = hourMs;

/**
 * Asks the channel what the credentials of an account may do, and writes what it says. Not to be called in a
 * transaction.
 * @throws AppError `account_not_found`, `account_not_ready` without credentials, `account_mismatch`,
 * `provider_error` when the channel does not answer: nothing is changed then
 */
export async function verifyAccount(app: Verifier, id: string): Promise<AccountView> {
  const seen = await requireAccount(app.db, id);
  const verdict = await askChannel(app, seen);
  if (verdict instanceof ChannelError && !isRefusal(verdict)) fail('provider_error', { message: verdict.message });
  return app.db.transaction(async (tx) => {
    const before = await lockAccount(tx, id);
    // Credentials that were replaced meanwhile have a verification of their own.
    const row =
      before.credential_version === seen.credential_version
        ? accountAfterCheck(before, verdict, app.clock.now())
        : before;
    if (row !== before) await tx.update(accounts).set(row).where(eq(accounts.id, id));
    const views = { before: toAccount(before), after: toAccount(row) };
    await app.audit.record(tx, { ...views, application_id: await applicationOf(tx, row) });
    return toAccount(row, openHooks(app, row));
  });
}

/**
 * The daily check of an account that the caller has the lease of. Its state changes by what the channel says.
 */
export async function checkHealth(app: Verifier, seen: AccountRow): Promise<void> {
  const verdict = await askChannel(app, seen);
  const now = app.clock.now();
  const isSame = and(eq(accounts.id, seen.id), eq(accounts.credential_version, seen.credential_version));
  if (verdict instanceof ChannelError && !isRefusal(verdict)) {
    app.log.warn({ account_id: seen.id, channel: seen.channel, error: verdict.code }, 'a channel could not be checked');
    await app.db
      .update(accounts)
      .set({ check_at: new Date(now.getTime() + retryMs), work_until: null })
      .where(isSame);
    return;
  }
  await app.db.transaction(async (tx) => {
    const before = await lockAccount(tx, seen.id);
    if (before.credential_version !== seen.credential_version || before.state === 'archived') return;
    await tx
      .update(accounts)
      .set({ ...accountAfterCheck(before, verdict, now), work_until: null })
      .where(isSame);
  });
}

/** Whether the channel answered, and does not take the credentials or the destination. */
const isRefusal = ({ kind }: ChannelError): boolean => kind === 'auth' || kind === 'content' || kind === 'moved';

async function askChannel(app: Pick<App, 'sealer' | 'channels'>, row: AccountRow): Promise<Verified | ChannelError> {
  if (row.state === 'archived') fail('account_not_ready', { message: 'The account is archived: create another one.' });
  const credentials =
    openCredentials(app, row) ??
    fail('account_not_ready', { message: 'The account has no credentials: enter them first.' });
  try {
    const verified = await app.channels[row.channel].verify(credentials);
    if (row.remote_id !== null && verified.remote.id !== row.remote_id) fail('account_mismatch');
    return verified;
  } catch (error) {
    if (error instanceof ChannelError) return error;
    throw error;
  }
}

/** The row after a check. A refused account needs other credentials. */
export function accountAfterCheck(before: AccountRow, verdict: Verified | ChannelError, now: Date): AccountRow {
  const changed = { ...before, version: before.version + 1, updated_at: now };
  if (verdict instanceof ChannelError) {
    const last_error = { code: verdict.code, message: verdict.message, at: now.toISOString() };
    const state = before.verified_at === null ? 'unverified' : 'needs_reconnect';
    return { ...changed, state, last_error, check_at: null, refresh_at: null, metrics_at: null, inbox_at: null };
  }
  const { remote, abilities, members, discussion_id = null } = verdict;
  return {
    ...changed,
    remote_id: remote.id,
    remote,
    abilities,
    members,
    last_error: null,
    verified_at: now,
    state: before.state === 'paused' ? 'paused' : 'active',
    check_at: new Date(now.getTime() + dayMs),
    metrics_at: before.metrics_at ?? new Date(now.getTime() + hourMs),
    discussion_id,
    inbox_at: before.inbox_at ?? now,
  };
}
