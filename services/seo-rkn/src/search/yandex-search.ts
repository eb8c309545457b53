import type { SafeFetch } from '@platform/runtime';
import { z } from 'zod';
import { askForTokens, askProvider, type Refusal, requireValue } from './provider-http.ts';
import { type KeywordRow, ProviderError, type SearchProviderClient } from './search-provider.ts';

const scope = 'webmaster:hostinfo';
/** Queries of one answer, and those that the API knows. */
const limit = 500;
const maxQueries = 3_000;
const maxProperties = 1_000;

const User = z.object({ user_id: z.number() });
const Hosts = z.object({
  hosts: z.array(
    z.object({ host_id: z.string().max(2_048), ascii_host_url: z.string().max(2_048), verified: z.boolean() }),
  ),
});
const count = z.number().nullable().optional();
const Queries = z.object({
  queries: z.array(
    z.object({
      query_text: z.string(),
      indicators: z.object({ TOTAL_SHOWS: count, TOTAL_CLICKS: count, AVG_SHOW_POSITION: count }),
    }),
  ),
});
const Quota = z.object({ daily_quota: z.int(), quota_remainder: z.int() });
const Queued = z.object({ quota_remainder: z.int().nullable().catch(null) });
const Failure = z.object({ error_code: z.string() });

export interface YandexSearchOptions {
  safeFetch: SafeFetch;
  clientId: string;
  clientSecret: string;
  /** Base address of `/authorize` and `/token`. */
  oauthUrl: string;
  apiUrl: string;
}

/**
 * Yandex Webmaster v4. A host id is taken as the API gives it. Popular queries have no page.
 * Sources: https://yandex.ru/dev/id/doc/ru/codes/screen-code, https://yandex.ru/dev/webmaster/doc/ru/.
 */
export function yandexSearch({
  safeFetch,
  clientId,
  clientSecret,
  oauthUrl,
  apiUrl,
}: YandexSearchOptions): SearchProviderClient {
  const client = { client_id: clientId, client_secret: clientSecret };
  const tokenUrl = `${oauthUrl}/token`;
  const get = async <S extends z.ZodType>(
    schema: S,
    path: string,
    { access_token, signal }: { access_token: string; signal?: AbortSignal },
  ): Promise<z.output<S>> => {
    // `Bearer` is not the documented form.
    const authorization = `OAuth ${access_token}`;
    const call = { schema, authorization, ...(signal ? { signal } : {}) };
    return requireValue(await askProvider(safeFetch, `${apiUrl}${path}`, call), failureOf);
  };
  const hostPath = (account: string | null, property: string): string =>
    `/user/${account ?? ''}/hosts/${encodeURIComponent(property)}`;

  return {
    rotatesTokens: true,
    authorizeUrl({ state, challenge, redirect_uri }) {
      const url = new URL(`${oauthUrl}/authorize`);
      const query = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri,
        scope,
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },
    exchange: ({ code, verifier }) =>
      askForTokens(safeFetch, tokenUrl, {
        use: 'code',
        scope,
        form: { grant_type: 'authorization_code', code, code_verifier: verifier, ...client },
      }),
    refresh: (refresh_token) =>
      askForTokens(safeFetch, tokenUrl, {
        use: 'access',
        scope,
        form: { grant_type: 'refresh_token', refresh_token, ...client },
      }),
    // Yandex ends tokens of devices alone (https://yandex.ru/dev/id/doc/ru/tokens/token-invalidate).
    revoke: async () => {},
    async readAccount(access_token) {
      const { user_id } = await get(User, '/user', { access_token });
      const { hosts } = await get(Hosts, `/user/${user_id}/hosts`, { access_token });
      const properties = hosts.slice(0, maxProperties).map(({ host_id, ascii_host_url, verified }) => ({
        id: host_id,
        url: ascii_host_url,
        is_verified: verified,
      }));
      return { account: String(user_id), properties };
    },
    async *readKeywords({ access_token, account, property }, { from, to }, signal) {
      for (let offset = 0; offset < maxQueries; offset += limit) {
        const query = new URLSearchParams({ order_by: 'TOTAL_SHOWS', device_type_indicator: 'ALL' });
        for (const name of ['TOTAL_SHOWS', 'TOTAL_CLICKS', 'AVG_SHOW_POSITION']) query.append('query_indicator', name);
        for (const [name, value] of Object.entries({ date_from: from, date_to: to, offset, limit }))
          query.append(name, String(value));
        const path = `${hostPath(account, property)}/search-queries/popular?${query}`;
        const { queries } = await get(Queries, path, { access_token, signal });
        yield queries.map(
          ({ query_text, indicators }): KeywordRow => ({
            query: query_text,
            url: null,
            impressions: indicators.TOTAL_SHOWS ?? 0,
            clicks: indicators.TOTAL_CLICKS ?? 0,
            position: indicators.AVG_SHOW_POSITION ?? null,
          }),
        );
        if (queries.length < limit) return;
      }
    },
    async recrawl({ access_token, account, property }, url) {
      const path = `${apiUrl}${hostPath(account, property)}/recrawl/queue`;
      const call = { schema: Queued, json: { url }, authorization: `OAuth ${access_token}` };
      const answer = await askProvider(safeFetch, path, call);
      // It is in the queue already.
      return answer.status === 409 ? null : requireValue(answer, failureOf).quota_remainder;
    },
    async readRecrawlQuota({ access_token, account, property }) {
      const quota = await get(Quota, `${hostPath(account, property)}/recrawl/quota`, { access_token });
      return { daily: quota.daily_quota, left: quota.quota_remainder };
    },
  };
}

function failureOf({ status, json, retryAfterMs }: Refusal): ProviderError {
  const code = Failure.safeParse(json).data?.error_code ?? '';
  if (status === 429 || code === 'QUOTA_EXCEEDED')
    return new ProviderError('quota_exceeded', `the API answered ${status}`, retryAfterMs);
  if (status === 401 || code === 'INVALID_OAUTH_TOKEN')
    return new ProviderError('access_refused', `the API answered ${status}`);
  if (code === 'ACCESS_FORBIDDEN') return new ProviderError('scope_missing', 'the API answered 403 for the scope');
  if (status === 403 || status === 404) return new ProviderError('property_forbidden', `the API answered ${status}`);
  return new ProviderError('unreachable', `the API answered ${status}`);
}
