import { type Adapter, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { escapeHtml, pageAnswer, preferredLanguage } from '../http/page.ts';
import type { ProviderSecrets } from './signing-keys.ts';
import { userClaims } from './user.ts';

const HOUR_S = 60 * 60;

/**
 * An oidc-provider with the demo's settings. Everything that it would print a notice about is configured.
 * @param options `path`: the issuer's path; `users`: user names by `sub`, filled at sign-in
 */
export function createProvider(options: {
  issuer: string;
  path: string;
  clientId: string;
  redirectUris: string[];
  secrets: ProviderSecrets;
  adapter: (model: string) => Adapter;
  users: ReadonlyMap<string, string>;
}): Provider {
  const { path, secrets, users } = options;
  const provider = new Provider(options.issuer, {
    adapter: options.adapter,
    clients: [
      {
        client_id: options.clientId,
        client_name: 'Demo application',
        redirect_uris: options.redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        // The token address of the sandbox compares a secret itself, see `token`.
        token_endpoint_auth_method: 'none',
      },
    ],
    // oidc-provider changes the key objects it is given.
    jwks: { keys: structuredClone(secrets.keys.map(({ privateJwk }) => privateJwk)) as never },
    cookies: {
      keys: [secrets.cookieKey],
      names: { session: '_idp_session', interaction: '_idp_interaction', resume: '_idp_resume' },
    },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    // Applications read the ID token and do not call the userinfo endpoint.
    conformIdTokenClaims: false,
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    pkce: { required: () => true },
    clientBasedCORS: () => true,
    issueRefreshToken: async () => true,
    interactions: { url: (_ctx, interaction) => `${path}/interaction/${interaction.uid}` },
    // Browsers show a tab the storage of another one a moment late: two tabs may send the same refresh token.
    rotateRefreshToken: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    ttl: {
      AccessToken: HOUR_S,
      AuthorizationCode: 60,
      Grant: 14 * 24 * HOUR_S,
      IdToken: HOUR_S,
      Interaction: HOUR_S,
      RefreshToken: 14 * 24 * HOUR_S,
      Session: 14 * 24 * HOUR_S,
    },
    async findAccount(_ctx, accountId) {
      const username = users.get(accountId);
      if (username === undefined) return undefined;
      return { accountId, claims: async () => ({ ...userClaims(username) }) };
    },
    // Signing in is all the consent a demo asks for.
    async loadExistingGrant(ctx) {
      const { client, session, params, result } = ctx.oidc;
      const grantId = result?.consent?.grantId ?? (client && session?.grantIdFor(client.clientId));
      const grant =
        (grantId ? await ctx.oidc.provider.Grant.find(grantId) : undefined) ??
        new ctx.oidc.provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope(String(params?.scope ?? 'openid'));
      await grant.save();
      return grant;
    },
    async renderError(ctx, out) {
      const content = `<h1 class="words">${escapeHtml(out.error)}</h1>\n<p>${escapeHtml(out.error_description ?? '')}</p>`;
      writePage(ctx, out.error, content);
    },
  });
  // Addresses follow the mount and not the host name of the request; see `underMount`.
  provider.proxy = true;
  return provider;
}

function writePage(ctx: KoaContextWithOIDC, title: string, content: string): void {
  const language = preferredLanguage(ctx.get('accept-language'));
  const page = pageAnswer({ status: ctx.status, language, title, content });
  ctx.set(page.headers);
  ctx.body = page.body;
}

/**
 * Returns whether an error means that a sign-in is unknown or over.
 * @param error the error thrown by oidc-provider
 */
export function isSessionNotFound(error: unknown): boolean {
  return error instanceof errors.SessionNotFound;
}
