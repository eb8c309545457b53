import { createHash, randomBytes } from 'node:crypto';
import type { SearchProvider, seoRkn } from '@platform/contracts';
import type { AdminContext, EndpointRequest } from '@platform/contracts/kit';
import { fail, invalidField, minuteMs, sha256 } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireSite } from '../scans/require-site.ts';
import { search_states } from '../schema.ts';

type Body = EndpointRequest<typeof seoRkn.endpoints.connectSearchConsole>['body'];
const stateMs = 10 * minuteMs;

/** Where the verifier of a connection is sealed. */
export const verifierContext = ({ site_id, provider }: { site_id: string; provider: SearchProvider }): string =>
  `search_state:${site_id}:${provider}`;

/** Where the code of the provider is sealed until it is confirmed. */
export const answerContext = ({ site_id, provider }: { site_id: string; provider: SearchProvider }): string =>
  `search_answer:${site_id}:${provider}`;

/**
 * Begins a connection: a state of 256 bits that is valid once within ten minutes, and PKCE (RFC 7636). It
 * ends earlier begun connections of the same administrator for this site and provider.
 * @throws AppError `site_not_found`, `platform_oauth_missing`, `validation_failed` for a `return_url`
 * elsewhere
 */
export async function startConnection(
  app: App,
  { site_id, provider }: { site_id: string; provider: SearchProvider },
  { return_url }: Body,
  admin: Pick<AdminContext, 'id' | 'email'>,
) {
  const site = await requireSite(app, site_id);
  const { client, mode, redirect_uri } = app.searchProviders[provider];
  if (client === null) fail('platform_oauth_missing');
  if (return_url !== null) requireReturnUrl(app, return_url);
  const state = randomBytes(32).toString('base64url');
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const state_hash = sha256(state);
  const expires_at = new Date(app.clock.now().getTime() + stateMs);
  const started = { provider, mode, redirect_uri, expires_at: expires_at.toISOString() };
  await app.db.transaction(async (tx) => {
    const isSame = and(
      eq(search_states.site_id, site_id),
      eq(search_states.admin_id, admin.id),
      eq(search_states.provider, provider),
    );
    await tx.delete(search_states).where(isSame);
    await tx.insert(search_states).values({
      state_hash,
      site_id,
      application_id: site.application_id,
      provider,
      mode,
      redirect_uri,
      return_url,
      admin_id: admin.id,
      admin_email: admin.email,
      expires_at,
      sealed_verifier: app.sealer.seal(verifier, verifierContext({ site_id, provider })),
    });
    await app.audit.record(tx, { before: null, after: started, application_id: site.application_id });
  });
  return { ...started, authorize_url: client.authorizeUrl({ state, challenge, redirect_uri }) };
}

/** The browser is sent to pages of the platform and of its operator alone. */
function requireReturnUrl({ config, settings }: Pick<App, 'config' | 'settings'>, return_url: string): void {
  const allowed = [new URL(config.PUBLIC_API_URL).origin, ...settings.ADMIN_APP_ORIGINS];
  const { origin, username, password } = new URL(return_url);
  if (!allowed.includes(origin) || username !== '' || password !== '')
    invalidField(
      'return_url',
      'has to be at the address of the API, or at an origin that the operator lists in ADMIN_APP_ORIGINS',
    );
}
