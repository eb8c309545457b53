import { randomBytes } from 'node:crypto';
import type { OauthChannel } from '@platform/contracts';
import type { AdminContext } from '@platform/contracts/kit';
import { fail, minuteMs, sha256 } from '@platform/runtime';
import { eq, lte, or } from 'drizzle-orm';
import { applicationOf, requireAccount } from '../accounts/account.ts';
import type { App } from '../app.ts';
import { oauth_states } from '../schema.ts';
import { authorizeUrlOf, oauthSetup } from './oauth-setup.ts';

const stateMs = 10 * minuteMs;

/** Where the verifier of a connection is sealed. */
export const verifierContext = (account_id: string): string => `social_oauth:${account_id}`;

/** Where the code of the network is sealed until it is confirmed. */
export const answerContext = (account_id: string): string => `social_oauth_answer:${account_id}`;

/**
 * Begins to connect an account: a state of 256 bits that counts once within ten minutes. It ends an earlier
 * beginning for the same account.
 * @throws AppError `account_not_found`, `account_not_ready` for an account of another channel,
 * `platform_oauth_missing`
 */
export async function startOauth(
  app: App,
  provider: OauthChannel,
  account_id: string,
  admin: Pick<AdminContext, 'id' | 'email'>,
) {
  const account = await requireAccount(app.db, account_id);
  if (account.channel !== provider || account.state === 'archived')
    fail('account_not_ready', {
      message: `It is not an account of ${provider}, or it is archived: choose another account.`,
    });
  const setup = oauthSetup(app, provider);
  const { client } = setup;
  if (client === null) return fail('platform_oauth_missing');
  const state = randomBytes(32).toString('base64url');
  const verifier = setup.usesPkce ? randomBytes(32).toString('base64url') : null;
  const now = app.clock.now();
  const expires_at = new Date(now.getTime() + stateMs);
  const { redirect_uri } = setup;
  const started = { provider, account_id, redirect_uri, expires_at: expires_at.toISOString() };
  await app.db.transaction(async (tx) => {
    await tx.delete(oauth_states).where(or(eq(oauth_states.account_id, account_id), lte(oauth_states.expires_at, now)));
    await tx.insert(oauth_states).values({
      state_hash: sha256(state),
      account_id,
      provider,
      redirect_uri,
      expires_at,
      admin_id: admin.id,
      admin_email: admin.email,
      sealed_verifier: verifier === null ? null : app.sealer.seal(verifier, verifierContext(account_id)),
    });
    await app.audit.record(tx, { before: null, after: started, application_id: await applicationOf(tx, account) });
  });
  return { ...started, authorize_url: authorizeUrlOf({ ...setup, client }, { state, verifier }) };
}
