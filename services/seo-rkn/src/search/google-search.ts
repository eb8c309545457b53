import type { SafeFetch } from '@platform/runtime';
import { z } from 'zod';
import { askForTokens, askProvider, type Refusal, requireValue } from './provider-http.ts';
import { type KeywordRow, maxKeywords, ProviderError, type SearchProviderClient } from './search-provider.ts';

const scope = 'https://www.googleapis.com/auth/webmasters.readonly';
/** Rows of one answer: 25,000 at most. Ten thousand are about 2 MB. */
const rowLimit = 5_000;
const maxProperties = 1_000;

const Sites = z.object({
  siteEntry: z.array(z.object({ siteUrl: z.string().max(2_048), permissionLevel: z.string() })).default([]),
});
const Rows = z.object({
  rows: z
    .array(
      z.object({
        keys: z.tuple([z.string(), z.string()]),
        clicks: z.number(),
        impressions: z.number(),
        position: z.number(),
      }),
    )
    .default([]),
});
const Failure = z.object({
  error: z.object({ errors: z.array(z.object({ reason: z.string() })).default([]), status: z.string().default('') }),
});

const owners = new Set(['siteOwner', 'siteFullUser']);

export interface GoogleSearchOptions {
  safeFetch: SafeFetch;
  clientId: string;
  clientSecret: string;
  authorizeUrl: string;
  /** Base address of `/token` and `/revoke`. */
  oauthUrl: string;
  apiUrl: string;
}

/**
 * Google Search Console. Sources: https://developers.google.com/identity/protocols/oauth2/web-server,
 * https://developers.google.com/webmaster-tools/v1/searchanalytics/query and …/limits.
 */
export function googleSearch({
  safeFetch,
  clientId,
  clientSecret,
  ...urls
}: GoogleSearchOptions): SearchProviderClient {
  const client = { client_id: clientId, client_secret: clientSecret };
  const tokenUrl = `${urls.oauthUrl}/token`;
  return {
    rotatesTokens: false,
    authorizeUrl({ state, challenge, redirect_uri }) {
      const url = new URL(urls.authorizeUrl);
      const query = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri,
        scope,
        state,
        // A refresh token comes with the first consent alone, unless the user is asked again.
        access_type: 'offline',
        prompt: 'consent',
        include_granted_scopes: 'true',
        code_challenge: challenge,
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },
    exchange: ({ code, verifier, redirect_uri }) =>
      askForTokens(safeFetch, tokenUrl, {
        use: 'code',
        scope,
        form: { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri, ...client },
      }),
    refresh: (refresh_token) =>
      askForTokens(safeFetch, tokenUrl, {
        use: 'access',
        scope,
        form: { grant_type: 'refresh_token', refresh_token, ...client },
      }),
    async revoke(token) {
      // 400: it has ended before.
      await askProvider(safeFetch, `${urls.oauthUrl}/revoke`, { schema: z.unknown(), form: { token } });
    },
    async readAccount(access_token) {
      const call = { schema: Sites, authorization: `Bearer ${access_token}` };
      const { siteEntry } = requireValue(await askProvider(safeFetch, `${urls.apiUrl}/sites`, call), failureOf);
      const properties = siteEntry.slice(0, maxProperties).map(({ siteUrl, permissionLevel }) => ({
        id: siteUrl,
        url: siteUrl,
        is_verified: owners.has(permissionLevel),
      }));
      return { account: null, properties };
    },
    async *readKeywords({ access_token, property }, { from, to }, signal) {
      const url = `${urls.apiUrl}/sites/${encodeURIComponent(property)}/searchAnalytics/query`;
      for (let startRow = 0; startRow < maxKeywords; startRow += rowLimit) {
        const json = {
          startDate: from,
          endDate: to,
          dimensions: ['query', 'page'],
          type: 'web',
          dataState: 'final',
          rowLimit,
          startRow,
        };
        const call = { schema: Rows, json, authorization: `Bearer ${access_token}`, signal };
        const { rows } = requireValue(await askProvider(safeFetch, url, call), failureOf);
        yield rows.map(({ keys: [query, page], ...numbers }): KeywordRow => ({ query, url: page, ...numbers }));
        if (rows.length < rowLimit) return;
      }
    },
    recrawl: null,
    readRecrawlQuota: async () => null,
  };
}

/** Reasons of 403 that are about how often, and not about whether. */
const quotaReasons = /quota|rateLimit|limitExceeded/i;

function failureOf({ status, json, retryAfterMs }: Refusal): ProviderError {
  const { errors = [], status: name = '' } = Failure.safeParse(json).data?.error ?? {};
  const reasons = [...errors.map(({ reason }) => reason), name];
  if (status === 429 || reasons.some((reason) => quotaReasons.test(reason)))
    return new ProviderError('quota_exceeded', `the API answered ${status}`, retryAfterMs);
  if (status === 401) return new ProviderError('access_refused', 'the API answered 401');
  if (reasons.includes('insufficientPermissions'))
    return new ProviderError('scope_missing', 'the API answered 403 for the scope');
  if (status === 403 || status === 404) return new ProviderError('property_forbidden', `the API answered ${status}`);
  return new ProviderError('unreachable', `the API answered ${status}`);
}
