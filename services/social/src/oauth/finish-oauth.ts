import type { OauthChannel, social } from '@platform/contracts';
import type { Answer, EndpointRequest } from '@platform/contracts/kit';
import { fail, minuteMs, newConfirmationCode, type PendingAnswer, returnTo, sha256 } from '@platform/runtime';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { App } from '../app.ts';
import { accounts, brands, oauth_states } from '../schema.ts';
import { pendingPage } from './oauth-page.ts';
import { answerContext } from './start-oauth.ts';

type Parker = Pick<App, 'db' | 'clock' | 'settings' | 'sealer'>;
type Query = EndpointRequest<typeof social.endpoints.finishSocialOauth>['query'];
type StateRow = typeof oauth_states.$inferSelect;

/** Time limit of the confirmation: codes of providers live for ten minutes at most (RFC 6749 §4.1.2). */
const confirmationMs = 10 * minuteMs;

/**
 * Handles the OAuth callback of a network: stores the code until the administrator confirms the connection. The
 * callback itself connects nothing.
 * @returns a redirect to `SOCIAL_OAUTH_RETURN_URL` with the outcome; without it a page with the confirmation
 * code
 * @throws AppError `oauth_state_invalid` for a state that was not begun here, was used, or has expired;
 * without a return URL also `oauth_denied`
 */
export async function finishOauth(
  app: Parker,
  provider: OauthChannel,
  { state, code, error }: Query,
): Promise<Answer<string>> {
  const isBegun = and(eq(oauth_states.state_hash, sha256(state ?? '')), eq(oauth_states.provider, provider));
  const { SOCIAL_OAUTH_RETURN_URL: returnUrl } = app.settings;
  if (error !== undefined || code === undefined) {
    const [begun] = await app.db
      .delete(oauth_states)
      .where(and(isBegun, isWaiting(app)))
      .returning();
    const { account_id } = begun ?? fail('oauth_state_invalid');
    if (returnUrl === undefined) return fail('oauth_denied');
    return returnTo(returnUrl, { account_id, result: 'oauth_denied' }, null);
  }
  const [waiting] = await app.db
    .select({ account_id: oauth_states.account_id })
    .from(oauth_states)
    .where(and(isBegun, isWaiting(app)));
  const { account_id } = waiting ?? fail('oauth_state_invalid');
  const confirmation_code = newConfirmationCode();
  const answer: PendingAnswer = { code, confirmation_code };
  // Of two calls with the same state one stores its code.
  const [parked] = await app.db
    .update(oauth_states)
    .set({
      sealed_answer: app.sealer.seal(JSON.stringify(answer), answerContext(account_id)),
      expires_at: new Date(app.clock.now().getTime() + confirmationMs),
    })
    .where(and(isBegun, isWaiting(app)))
    .returning();
  const begun = parked ?? fail('oauth_state_invalid');
  if (returnUrl !== undefined) return returnTo(returnUrl, { account_id, result: 'confirm' }, confirmation_code);
  return pendingPage(provider, await describe(app, begun), confirmation_code);
}

/** A begun connection that has no code yet. */
const isWaiting = ({ clock }: Parker) =>
  and(gt(oauth_states.expires_at, clock.now()), isNull(oauth_states.sealed_answer));

async function describe({ db }: Parker, { account_id, admin_email }: StateRow) {
  const [names] = await db
    .select({ account: accounts.name, brand: brands.name })
    .from(accounts)
    .innerJoin(brands, eq(brands.id, accounts.brand_id))
    .where(eq(accounts.id, account_id));
  return { ...(names ?? fail('oauth_state_invalid')), admin_email };
}
