import { createHash } from 'node:crypto';
import type { OauthChannel } from '@platform/contracts';
import type { App } from '../app.ts';
import { metaNetworks } from '../channels/meta.ts';

const prefixes = { instagram: 'SOCIAL_INSTAGRAM', threads: 'SOCIAL_THREADS' } as const;

/** The application of this platform at a network. */
export interface OauthSetup {
  /** Null without client id and secret. */
  client: { id: string; secret: string } | null;
  redirect_uri: string;
  authorizeUrl: string;
  tokenUrl: string;
  scopes: readonly string[];
  usesPkce: boolean;
}

/** How a network is connected, by the environment. */
export function oauthSetup({ settings, config }: Pick<App, 'settings' | 'config'>, network: OauthChannel): OauthSetup {
  const prefix = prefixes[network];
  const [id, secret] = [settings[`${prefix}_CLIENT_ID`], settings[`${prefix}_CLIENT_SECRET`]];
  return {
    client: id && secret ? { id, secret } : null,
    redirect_uri: settings[`${prefix}_REDIRECT_URI`] ?? `${config.PUBLIC_API_URL}/v1/social/oauth/${network}/callback`,
    authorizeUrl: settings[`${prefix}_AUTHORIZE_URL`],
    tokenUrl: `${settings[`${prefix}_OAUTH_URL`].replace(/\/$/, '')}/oauth/access_token`,
    scopes: metaNetworks[network].scopes,
    usesPkce: settings.SOCIAL_OAUTH_PKCE === 'on',
  };
}

/** The address where an administrator allows the access. */
export function authorizeUrlOf(
  { client, redirect_uri, authorizeUrl, scopes }: OauthSetup & { client: NonNullable<OauthSetup['client']> },
  { state, verifier }: { state: string; verifier: string | null },
): string {
  const url = new URL(authorizeUrl);
  const query = { client_id: client.id, redirect_uri, response_type: 'code', scope: scopes.join(','), state };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  if (verifier !== null) {
    url.searchParams.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'));
    url.searchParams.set('code_challenge_method', 'S256');
  }
  return url.href;
}
