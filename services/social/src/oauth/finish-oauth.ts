import type { OauthChannel, social } from '@platform/contracts';
import { Answer, type EndpointRequest } from '@platform/contracts/kit';
import { fail, isAppError, sha256 } from '@platform/runtime';
import { and, eq, gt } from 'drizzle-orm';
import { applicationOf, keepCredentials, lockAccount, toAccount, tokenTimes } from '../accounts/account.ts';
import { judged } from '../accounts/verify-account.ts';
import type { App } from '../app.ts';
import { applyChanges } from '../apply-changes.ts';
import { ChannelError } from '../channels/channel-error.ts';
import { accounts, oauth_states } from '../schema.ts';
import { type Connected, exchangeCode } from './exchange-code.ts';
import { connectedPage } from './oauth-page.ts';
import { verifierContext } from './start-oauth.ts';

type Finisher = Pick<
  App,
  'db' | 'clock' | 'audit' | 'config' | 'settings' | 'sealer' | 'channels' | 'safeFetch' | 'log'
>;
type Query = EndpointRequest<typeof social.endpoints.finishSocialOauth>['query'];
type StateRow = typeof oauth_states.$inferSelect;

/**
 * Handles the OAuth callback of a network.
 * @returns a redirect to `SOCIAL_OAUTH_RETURN_URL` with the outcome; without it a page
 * @throws AppError `oauth_state_invalid` for a state that was not begun here, was used, or has expired;
 * without a return URL also `oauth_denied`, `oauth_code_invalid`, `account_not_ready`, `account_mismatch`,
 * `provider_error`
 */
export async function finishOauth(
  app: Finisher,
  provider: OauthChannel,
  { state, code, error }: Query,
): Promise<Answer<string>> {
  const begun = (await takeState(app, provider, state ?? '')) ?? fail('oauth_state_invalid');
  const { SOCIAL_OAUTH_RETURN_URL: returnUrl } = app.settings;
  try {
    if (error !== undefined || code === undefined) fail('oauth_denied');
    await connect(app, begun, code);
  } catch (failure) {
    if (returnUrl === undefined || !isAppError(failure)) throw failure;
    return backTo(returnUrl, begun.account_id, failure.code);
  }
  return returnUrl === undefined ? connectedPage(provider) : backTo(returnUrl, begun.account_id, 'connected');
}

/** Takes a begun connection out: of two calls with the same state one gets it. */
async function takeState({ db, clock }: Finisher, provider: OauthChannel, state: string): Promise<StateRow | null> {
  const isLive = and(
    eq(oauth_states.state_hash, sha256(state)),
    eq(oauth_states.provider, provider),
    gt(oauth_states.expires_at, clock.now()),
  );
  const [row] = await db.delete(oauth_states).where(isLive).returning();
  return row ?? null;
}

function backTo(returnUrl: string, account_id: string, result: string): Answer<string> {
  const url = new URL(returnUrl);
  url.searchParams.set('account_id', account_id);
  url.searchParams.set('result', result);
  const headers = { location: url.href, 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' };
  return new Answer('', { status: 303, headers });
}

async function connect(app: Finisher, begun: StateRow, code: string): Promise<void> {
  const { provider, account_id, redirect_uri, sealed_verifier } = begun;
  const verifier =
    sealed_verifier === null ? null : app.sealer.open(sealed_verifier, verifierContext(account_id)).toString();
  const connected = await exchangeCode(app, provider, { code, verifier, redirect_uri });
  const verdict = await verify(app, provider, connected);
  await app.db.transaction(async (tx) => {
    const before = await lockAccount(tx, account_id);
    if (before.state === 'archived') fail('account_not_ready');
    if (before.remote_id !== null && before.remote_id !== connected.user_id) fail('account_mismatch');
    const credentials = { access_token: connected.token.access_token, user_id: connected.user_id };
    const now = app.clock.now();
    const kept = keepCredentials(app, before, app.channels[provider], credentials);
    const { row } = applyChanges(before, { ...kept, ...tokenTimes(now, connected.token) }, now);
    const after = judged(row, verdict, now);
    await tx.update(accounts).set(after).where(eq(accounts.id, account_id));
    const change = { before: toAccount(before), after: toAccount(after), secrets: ['credentials'] };
    const application_id = await applicationOf(tx, after);
    const origin = begun.origin && { ...begun.origin, action: 'finishSocialOauth' };
    await app.audit.record(tx, { ...change, application_id }, origin);
  });
}

async function verify({ channels }: Finisher, provider: OauthChannel, { token, user_id }: Connected) {
  try {
    return await channels[provider].verify({ access_token: token.access_token, user_id });
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    if (error.kind === 'auth' || error.kind === 'content') return error;
    return fail('provider_error', { message: error.message });
  }
}
