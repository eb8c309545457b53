import { type SafeFetch, SafeFetchError, type SafeResponse } from '@platform/runtime';
import { z } from 'zod';
import { readRetryAfter } from '../crawl/retry-after.ts';
import { ProviderError, type Tokens } from './search-provider.ts';

const timeoutMs = 15_000;
/** 5,000 rows with addresses of 200 Cyrillic letters have as much; parsing holds the event loop for 8 ms a mebibyte. */
const maxBytes = 8 * 1_048_576;

export interface ProviderAnswer {
  status: number;
  json: unknown;
  /** Milliseconds of `Retry-After`; null without it. */
  retryAfterMs: number | null;
}

/**
 * Asks a provider. Addresses, headers and answers hold secrets, so none of them is in an error.
 * @throws ProviderError `unreachable` without an answer, for 5xx, and for an answer that is no JSON
 */
export async function askProvider(
  safeFetch: SafeFetch,
  url: string,
  options: { form?: Record<string, string>; json?: unknown; authorization?: string; signal?: AbortSignal } = {},
): Promise<ProviderAnswer> {
  const { form, json, authorization, signal } = options;
  const body = form ? new URLSearchParams(form).toString() : json === undefined ? undefined : JSON.stringify(json);
  const headers = {
    accept: 'application/json',
    ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(authorization === undefined ? {} : { authorization }),
  };
  const method = body === undefined ? 'GET' : 'POST';
  const call = { method, headers, timeoutMs, maxBytes, decode: true, ...(body === undefined ? {} : { body }) } as const;
  const response = await safeFetch(url, { ...call, ...(signal ? { signal } : {}) }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw new ProviderError(
      'unreachable',
      `the provider: ${error instanceof SafeFetchError ? error.code : 'no answer'}`,
    );
  });
  const { status } = response;
  if (status >= 500 || status === 408) throw new ProviderError('unreachable', `the provider answered ${status}`);
  const retryAfterMs = readRetryAfter(response.headers['retry-after'], new Date());
  return { status, json: parseJson(response, status), retryAfterMs };
}

function parseJson({ body }: SafeResponse, status: number): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    // The status of a failure says enough.
    if (status >= 400) return null;
    throw new ProviderError('unreachable', 'the provider returned no JSON');
  }
}

/**
 * The answer, when it is what the API describes.
 * @throws ProviderError `unreachable`
 */
export function expectShape<S extends z.ZodType>(schema: S, { status, json }: ProviderAnswer): z.output<S> {
  const parsed = schema.safeParse(json);
  if (status < 300 && parsed.success) return parsed.data;
  throw new ProviderError('unreachable', `the provider answered ${status}, which its API does not describe`);
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
  const answer = await askProvider(safeFetch, url, { form });
  if (answer.status === 429) throw new ProviderError('quota_exceeded', 'too many requests', answer.retryAfterMs);
  if (answer.status >= 400) {
    const error = OauthFailure.safeParse(answer.json).data?.error ?? '';
    if (error === 'invalid_client' || error === 'unauthorized_client' || error === 'redirect_uri_mismatch')
      throw new ProviderError('client_refused', `the token endpoint answered ${error}`);
    if (error === 'invalid_grant' || error === 'bad_verification_code')
      throw new ProviderError(
        use === 'code' ? 'code_refused' : 'access_refused',
        `the token endpoint answered ${error}`,
      );
    // An answer of another server (a proxy, a firewall) says nothing about the grant.
    throw new ProviderError('unreachable', `the token endpoint answered ${answer.status}`);
  }
  const tokens = expectShape(TokenAnswer, answer);
  if (tokens.scope !== undefined && !tokens.scope.split(/[ ,]+/).includes(scope))
    throw new ProviderError('scope_missing', 'the user did not grant the requested access');
  return {
    access_token: tokens.access_token,
    refresh_token: tokens.refresh_token ?? null,
    expires_in: tokens.expires_in,
  };
}
