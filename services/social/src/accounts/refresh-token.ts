import { hourMs } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { ChannelError } from '../channels/channel-error.ts';
import { accounts } from '../schema.ts';
import { type AccountRow, credentialColumns, openCredentials, tokenTimes } from './account.ts';

/** Retry interval of a failed refresh. Half of the lifetime of a token remains for retries. */
const retryMs = hourMs;

/**
 * Exchanges the token of an account for one that lasts longer. The caller holds the lease. The new token is
 * written only if the credential version is unchanged, so an account that was reconnected meanwhile keeps its
 * new token.
 */
export async function refreshToken(
  app: Pick<App, 'db' | 'clock' | 'sealer' | 'channels' | 'log'>,
  seen: AccountRow,
): Promise<void> {
  const channel = app.channels[seen.channel];
  const credentials = openCredentials(app, seen);
  const now = app.clock.now();
  const isSame = and(eq(accounts.id, seen.id), eq(accounts.credential_version, seen.credential_version));
  if (credentials === null || channel.refresh === null) {
    await app.db.update(accounts).set({ refresh_at: null, work_until: null }).where(isSame);
    return;
  }
  try {
    const token = await channel.refresh(credentials.access_token ?? '');
    const credentialFields = credentialColumns(app, seen, channel, {
      ...credentials,
      access_token: token.access_token,
    });
    await app.db
      .update(accounts)
      .set({ ...credentialFields, ...tokenTimes(now, token), work_until: null })
      .where(isSame);
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    app.log.warn({ account_id: seen.id, channel: seen.channel, error: error.code }, 'a token could not be refreshed');
    const last_error = { code: error.code, message: error.message, at: now.toISOString() };
    const isOver = seen.access_expires_at !== null && seen.access_expires_at <= now;
    const ended = { state: 'needs_reconnect', refresh_at: null, check_at: null } as const;
    const later = { refresh_at: new Date(now.getTime() + retryMs) };
    // The old token works until it expires. Only then the account needs a reconnection.
    await app.db
      .update(accounts)
      .set({ last_error, work_until: null, ...(isOver ? ended : later) })
      .where(isSame);
  }
}
