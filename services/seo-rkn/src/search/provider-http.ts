import {
  callProvider,
  type ProviderCall,
  type ProviderFailure,
  type ProviderReply,
  type SafeFetch,
} from '@platform/runtime';
import { z } from 'zod';
import { ProviderError, type Tokens } from './search-provider.ts';

const timeoutMs = 15_000;
/** 5,000 rows with addresses of 200 Cyrillic letters have as much; parsing holds the event loop for 8 ms a mebibyte. */
const maxBytes = 8 * 1_048_576;

/** An answer that refuses the call. */
export type Refusal = ProviderFailure & { status: number };
type Answer<T> = Extract<ProviderReply<T>, { kind: 'ok' }> | Refusal;

/**
 * Asks a provider. Addresses, headers and answers hold secrets, so none of them is in an error.
 * @throws ProviderError `unreachable` without an answer, for 5xx, and for an answer that the API does not describe
 */
export async function askProvider<S extends z.ZodType>(
  safeFetch: SafeFetch,
  url: string,
  { authorization, ...call }: Pick<ProviderCall<S>, 'schema' | 'form' | 'json' | 'signal'> & { authorization?: string },
): Promise<Answer<z.output<S>>> {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  const reply = await callProvider(safeFetch, url, { ...call, headers, timeoutMs, maxBytes, decode: true });
  if (reply.kind === 'ok') return reply;
  const { status, code } = reply;
  if (status === null || status >= 500 || status === 408)
    throw new ProviderError(
      'unreachable',
      status === null ? `the provider: ${code}` : `the provider answered ${status}`,
    );
  if (status < 400)
    throw new ProviderError('unreachable', `the provider answered ${status}, which its API does not describe`);
  return { ...reply, status };
}

/** The value of an answer. @throws the error of a refusal */
export function requireValue<T>(answer: Answer<T>, errorOf: (refusal: Refusal) => ProviderError): T {
  if (answer.kind === 'ok') return answer.value;
  throw errorOf(answer);
}

const OauthFailure = z.object({ error: z.string() });
const TokenAnswer = z.object({
  access_token: z.string().min(1).max(4_096),
  refresh_token: z.string().min(1).max(4_096).optional(),
  expires_in: z.number().positive().default(3_600),
  scope: z.string().optional(),
});

/**
 * Asks a token endpoint (RFC 6749 §5).
 * @param use what the grant is: a refused one means that the code, or the access, is no longer valid
 * @param scope that the answer has to grant, where it says which
 * @throws ProviderError `code_refused`, `access_refused`, `client_refused`, `scope_missing`, `unreachable`
 */
export async function askForTokens(
  safeFetch: SafeFetch,
  url: string,
  { form, use, scope }: { form: Record<string, string>; use: 'code' | 'access'; scope: string },
): Promise<Tokens> {
  const answer = await askProvider(safeFetch, url, { schema: TokenAnswer, form });
  const tokens = requireValue(answer, (refusal) => tokenError(refusal, use));
  if (tokens.scope !== undefined && !tokens.scope.split(/[ ,]+/).includes(scope))
    throw new ProviderError('scope_missing', 'the user did not grant the requested access');
  return {
    access_token: tokens.access_token,
    refresh_token: tokens.refresh_token ?? null,
    expires_in: tokens.expires_in,
  };
}

function tokenError({ status, json, retryAfterMs }: Refusal, use: 'code' | 'access'): ProviderError {
  if (status === 429) return new ProviderError('quota_exceeded', 'too many requests', retryAfterMs);
  const error = OauthFailure.safeParse(json).data?.error ?? '';
  const message = `the token endpoint answered ${error}`;
  if (error === 'invalid_client' || error === 'unauthorized_client' || error === 'redirect_uri_mismatch')
    return new ProviderError('client_refused', message);
  if (error === 'invalid_grant' || error === 'bad_verification_code')
    return new ProviderError(use === 'code' ? 'code_refused' : 'access_refused', message);
  // An answer of another server (a proxy, a firewall) says nothing about the grant.
  return new ProviderError('unreachable', `the token endpoint answered ${status}`);
}
