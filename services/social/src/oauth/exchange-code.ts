import type { OauthChannel } from '@platform/contracts';
import { callProvider, fail, type SafeFetch } from '@platform/runtime';
import { z } from 'zod';
import type { App } from '../app.ts';
import type { IssuedToken } from '../channels/channel.ts';
import { ChannelError } from '../channels/channel-error.ts';
import { type OauthSetup, oauthSetup } from './oauth-setup.ts';

const timeoutMs = 15_000;
const token = z.object({ access_token: z.string().min(1).max(4_096), permissions: z.unknown().optional() });
/** Documents of Meta show the token in a list, and client code reads it without one. */
const ShortToken = z.union([token, z.object({ data: z.tuple([token], token) }).transform(({ data }) => data[0])]);

/** What an administrator allowed. */
export interface Connected {
  token: IssuedToken;
  user_id: string;
}

/**
 * Exchanges a code for a token of sixty days, and reads its user: the id in the answer to the code is
 * app-scoped. Not to be called in a transaction.
 * @throws AppError `platform_oauth_missing`, `oauth_code_invalid`, `oauth_denied` for fewer permissions than
 * requested, `provider_error`
 */
export async function exchangeCode(
  app: Pick<App, 'safeFetch' | 'settings' | 'config' | 'channels' | 'log'>,
  provider: OauthChannel,
  { code, verifier, redirect_uri }: { code: string; verifier: string | null; redirect_uri: string },
): Promise<Connected> {
  const setup = oauthSetup(app, provider);
  const client = setup.client ?? fail('platform_oauth_missing');
  const form = {
    client_id: client.id,
    client_secret: client.secret,
    grant_type: 'authorization_code',
    redirect_uri,
    // Both networks put `#_` behind the code.
    code: code.replace(/#_$/, ''),
    ...(verifier === null ? {} : { code_verifier: verifier }),
  };
  const short = await askForToken(app.safeFetch, setup, form);
  const channel = app.channels[provider];
  try {
    const long = await channel.exchangeToken(short, client.secret);
    const { user_id } = await channel.readProfile(long.access_token);
    return { token: long, user_id };
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    app.log.warn({ provider, error: error.code }, 'an account could not be connected');
    if (error.kind === 'auth' || error.kind === 'content') fail('oauth_denied', { message: error.message });
    return fail('provider_error', { message: error.message });
  }
}

async function askForToken(
  safeFetch: SafeFetch,
  { tokenUrl, scopes }: OauthSetup,
  form: Record<string, string>,
): Promise<string> {
  const reply = await callProvider(safeFetch, tokenUrl, { form, schema: ShortToken, timeoutMs });
  if (reply.kind === 'ok') {
    requireScopes(reply.value.permissions, scopes);
    return reply.value.access_token;
  }
  // The answer may contain a token, so no part of it is in the error.
  const { status, code } = reply;
  if (status === null)
    fail('provider_error', { message: `The network does not answer (${code}): try again in some minutes.` });
  if (status >= 500)
    fail('provider_error', { message: `The network answered with status ${status}: try again in some minutes.` });
  return status >= 400
    ? fail('oauth_code_invalid')
    : fail('provider_error', { message: 'The network returned no token: start the connection again.' });
}

/** The user may allow less than was asked. Only the first two rights are needed to publish. */
function requireScopes(permissions: unknown, scopes: readonly string[]): void {
  if (permissions === undefined) return;
  const granted = Array.isArray(permissions) ? permissions.map(String) : String(permissions).split(/[ ,]+/);
  if (scopes.slice(0, 2).some((scope) => !granted.includes(scope))) fail('oauth_denied');
}
