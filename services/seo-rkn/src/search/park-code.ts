import type { SearchProvider, seoRkn } from '@platform/contracts';
import type { Answer, EndpointRequest } from '@platform/contracts/kit';
import { fail, findRow, minuteMs, newConfirmationCode, type PendingAnswer, returnTo, sha256 } from '@platform/runtime';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireSite } from '../scans/require-site.ts';
import { search_states } from '../schema.ts';
import { pendingPage } from './search-page.ts';
import { answerContext } from './start-connection.ts';

type Parker = Pick<App, 'db' | 'ask' | 'clock' | 'sealer' | 'searchProviders'>;
type Query = EndpointRequest<typeof seoRkn.endpoints.finishGoogleSearch>['query'];

/** Time limit of the confirmation: codes of providers live for ten minutes at most (RFC 6749 §4.1.2). */
const confirmationMs = 10 * minuteMs;

/**
 * Handles the OAuth callback of a provider: stores the code until the administrator confirms the connection. The
 * callback itself connects nothing.
 * @returns a redirect to the `return_url` of the connection, with the outcome; else a page with the confirmation
 * code
 * @throws AppError `not_found` where the provider shows a code instead; `oauth_state_invalid`;
 * `service_unavailable` while the cms does not answer; without a `return_url`: `oauth_denied`
 */
export async function parkCode(
  app: Parker,
  provider: SearchProvider,
  { state, code, error }: Query,
): Promise<Answer<string>> {
  if (app.searchProviders[provider].mode !== 'callback') fail('not_found');
  const isWaiting = and(
    eq(search_states.state_hash, sha256(state ?? '')),
    eq(search_states.provider, provider),
    eq(search_states.mode, 'callback'),
    isNull(search_states.sealed_answer),
    gt(search_states.expires_at, app.clock.now()),
  );
  if (error !== undefined || code === undefined) {
    const [begun] = await app.db.delete(search_states).where(isWaiting).returning();
    const { return_url } = begun ?? fail('oauth_state_invalid');
    if (return_url === null) return fail('oauth_denied');
    return returnTo(return_url, { search: provider, result: 'oauth_denied' }, null);
  }
  const waiting = await findRow(app.db, search_states, isWaiting);
  const { site_id, return_url, admin_email } = waiting ?? fail('oauth_state_invalid');
  const site = await requireSite(app, site_id);
  const confirmation_code = newConfirmationCode();
  const answer: PendingAnswer = { code, confirmation_code };
  // Of two calls with the same state one stores its code.
  const parked = await app.db
    .update(search_states)
    .set({
      sealed_answer: app.sealer.seal(JSON.stringify(answer), answerContext({ site_id, provider })),
      expires_at: new Date(app.clock.now().getTime() + confirmationMs),
    })
    .where(isWaiting)
    .returning({ state_hash: search_states.state_hash });
  if (parked.length === 0) fail('oauth_state_invalid');
  if (return_url !== null) return returnTo(return_url, { search: provider, result: 'confirm' }, confirmation_code);
  return pendingPage(provider, { site: site.name, website_url: site.website_url, admin_email }, confirmation_code);
}
