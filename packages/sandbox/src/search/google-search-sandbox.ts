import { z } from 'zod';
import { type Answer, jsonAnswer } from '../http/answer.ts';
import { parseJson } from '../http/body.ts';
import { createAuthorization, isOauthError, type SearchClient } from './authorization.ts';
import { type ConsoleRequest, createConsoleServer, type SearchConsoleSandbox } from './console-server.ts';
import { createSearchFaults } from './faults.ts';

const site = z.strictObject({
  siteUrl: z.string(),
  permissionLevel: z.enum(['siteOwner', 'siteFullUser', 'siteRestrictedUser', 'siteUnverifiedUser']),
});
const row = z.strictObject({
  query: z.string(),
  page: z.string(),
  clicks: z.number(),
  impressions: z.number(),
  position: z.number(),
});
const data = z.strictObject({ sites: z.array(site), rows: z.record(z.string(), z.array(row)) });

/** Sites of the account, and the rows of each by its `siteUrl`. */
export type GoogleSearchData = z.infer<typeof data>;

export interface GoogleSearchSandbox extends SearchConsoleSandbox {
  /** Replaces the sites and their rows. */
  setData(next: GoogleSearchData): void;
}

const scope = 'https://www.googleapis.com/auth/webmasters.readonly';
const query = z.object({
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  dimensions: z.tuple([z.literal('query'), z.literal('page')]),
  rowLimit: z.int().min(1).max(25_000).default(1_000),
  startRow: z.int().min(0).default(0),
});

const apiError = (code: number, message: string, reason: string, headers = {}): Answer =>
  jsonAnswer(code, { error: { code, message, errors: [{ message, domain: 'global', reason }] } }, headers);

/**
 * Stand-in for Google OAuth (`/o/oauth2/v2/auth`, `/token`, `/revoke`) and for Search Console
 * (`/webmasters/v3/sites`, `…/searchAnalytics/query`), with a consent page. Redirect URIs have to match
 * exactly, PKCE is checked, a refresh token comes with `access_type=offline&prompt=consent` alone and stays
 * the same, empty lists are absent.
 * Sources: https://developers.google.com/identity/protocols/oauth2/web-server and the discovery document
 * searchconsole-v1.
 */
export function createGoogleSearchSandbox({
  client,
  data: initial = { sites: [], rows: {} },
  now = () => new Date(),
}: {
  client: SearchClient;
  data?: GoogleSearchData;
  now?: () => Date;
}): GoogleSearchSandbox {
  let current = initial;
  const faults = createSearchFaults();
  const authorization = createAuthorization({
    client,
    now,
    accessPrefix: 'ya29.',
    refreshPrefix: '1//0',
    accessSeconds: 3_599,
    rotates: false,
  });

  const tokenAnswer = ({ form }: ConsoleRequest): Answer => {
    if (faults.use('invalidGrant'))
      return jsonAnswer(400, {
        error: 'invalid_grant',
        error_description: 'Token has been expired or revoked.',
      });
    const withRefresh = ({ is_offline }: { is_offline: boolean }) => is_offline && !faults.use('noRefreshToken');
    const tokens =
      form.get('grant_type') === 'refresh_token'
        ? authorization.renew(form)
        : authorization.exchange(form, { withRefresh });
    if (isOauthError(tokens)) {
      const { status, ...error } = tokens;
      return jsonAnswer(status, error);
    }
    const { access_token, refresh_token } = tokens;
    return jsonAnswer(200, {
      access_token,
      expires_in: authorization.accessSeconds,
      scope: tokens.scope,
      token_type: 'Bearer',
      ...(refresh_token === null ? {} : { refresh_token }),
    });
  };

  const analyticsAnswer = (siteUrl: string, text: string): Answer => {
    const ownedSite = current.sites.find((each) => each.siteUrl === siteUrl);
    if (!ownedSite || ownedSite.permissionLevel === 'siteUnverifiedUser' || faults.use('forbidden'))
      return apiError(403, `User does not have sufficient permission for site '${siteUrl}'.`, 'forbidden');
    const parsedQuery = query.safeParse(parseJson(text));
    if (!parsedQuery.success) return apiError(400, 'Invalid value', 'invalidParameter');
    const { startRow, rowLimit } = parsedQuery.data;
    const rows = (current.rows[siteUrl] ?? [])
      .slice(startRow, startRow + rowLimit)
      .map(({ query: term, page, ...rest }) => ({
        keys: [term, page],
        ...rest,
        ctr: rest.impressions === 0 ? 0 : rest.clicks / rest.impressions,
      }));
    return jsonAnswer(200, { ...(rows.length > 0 ? { rows } : {}), responseAggregationType: 'byPage' });
  };

  const server = createConsoleServer({
    name: 'Google',
    authorizePath: '/o/oauth2/v2/auth',
    authorization,
    faults,
    codePage: null,
    setData(body) {
      const parsed = data.safeParse(body);
      if (parsed.success) current = parsed.data;
      return parsed.success;
    },
    answer(request) {
      const { method, url, headers, text, form } = request;
      if (method === 'POST' && url.pathname === '/token') return tokenAnswer(request);
      if (method === 'POST' && url.pathname === '/revoke') {
        const isKnown = authorization.revoke(form.get('token') ?? url.searchParams.get('token') ?? '');
        return isKnown ? jsonAnswer(200, {}) : jsonAnswer(400, { error: 'invalid_token' });
      }
      const [, siteUrl, isAnalytics] = /^\/webmasters\/v3\/sites(?:\/([^/]+)(\/searchAnalytics\/query))?$/.exec(
        url.pathname,
      ) ?? [null];
      if (!url.pathname.startsWith('/webmasters/v3/sites')) return null;
      const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
      const allowed = authorization.scopeOf(token);
      if (allowed === null) return apiError(401, 'Invalid Credentials', 'authError');
      if (!allowed.split(' ').includes(scope))
        return apiError(403, 'Request had insufficient authentication scopes.', 'insufficientPermissions');
      if (faults.use('quota')) return apiError(403, 'Quota exceeded.', 'quotaExceeded');
      if (faults.use('tooManyRequests'))
        return apiError(429, 'Too many requests.', 'rateLimitExceeded', { 'retry-after': '30' });
      if (method === 'POST' && isAnalytics) return analyticsAnswer(decodeURIComponent(siteUrl ?? ''), text);
      if (method !== 'GET' || siteUrl !== undefined) return null;
      const sites = faults.use('noProperties') ? [] : current.sites;
      return jsonAnswer(200, sites.length > 0 ? { siteEntry: sites } : {});
    },
  });
  return {
    ...server,
    setData(next) {
      current = data.parse(next);
    },
  };
}
