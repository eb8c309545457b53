import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { type Answer, jsonAnswer } from '../http/answer.ts';
import { parseJson } from '../http/body.ts';
import { createAuthorization, isOauthError, type SearchClient } from './authorization.ts';
import { type ConsoleRequest, createConsoleServer, type SearchConsoleSandbox } from './console-server.ts';
import { createSearchFaults } from './faults.ts';

const host = z.strictObject({
  host_id: z.string(),
  ascii_host_url: z.string(),
  unicode_host_url: z.string(),
  verified: z.boolean(),
});
const row = z.strictObject({
  query_text: z.string(),
  TOTAL_SHOWS: z.number(),
  TOTAL_CLICKS: z.number(),
  AVG_SHOW_POSITION: z.number().nullable(),
});
const data = z.strictObject({ hosts: z.array(host), queries: z.record(z.string(), z.array(row)) });

/** Hosts of the account, and the queries of each by its `host_id`. */
export type YandexSearchData = z.infer<typeof data>;

export interface YandexSearchSandbox extends SearchConsoleSandbox {
  /** Replaces the hosts and their queries. */
  setData(next: YandexSearchData): void;
}

const userId = 1_120_000;
/** Queries that the API knows at most, and those of one answer. */
const maxQueries = 3_000;
const maxLimit = 500;
const dailyQuota = 100;
const pauseMs = 7_200_000;
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const makeCode = (): string => Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('');

const apiError = (status: number, error_code: string, headers = {}): Answer =>
  jsonAnswer(status, { error_code, error_message: error_code.toLowerCase().replaceAll('_', ' ') }, headers);

/**
 * Stand-in for Yandex OAuth (`/authorize`, `/token`, the page `/verification_code`) and for Yandex Webmaster
 * v4 (`/v4/user`, hosts, popular queries, recrawl quota and queue). The code page shows a code without the
 * state; a code counts once; each refresh gives another refresh token; only `Authorization: OAuth` is taken.
 * Sources: https://yandex.ru/dev/id/doc/ru/codes/screen-code, https://yandex.ru/dev/webmaster/doc/ru/
 * @param options.publicUrl where the sandbox is mounted
 */
export function createYandexSearchSandbox({
  client,
  publicUrl,
  data: initial = { hosts: [], queries: {} },
  now = () => new Date(),
}: {
  client: SearchClient;
  publicUrl: string;
  data?: YandexSearchData;
  now?: () => Date;
}): YandexSearchSandbox {
  let current = initial;
  let quotaLeft = dailyQuota;
  const recrawled = new Set<string>();
  const faults = createSearchFaults();
  const codePage = `${publicUrl}/verification_code`;
  const authorization = createAuthorization({
    client: { ...client, redirectUris: [...client.redirectUris, codePage] },
    now,
    accessPrefix: 'y0_',
    refreshPrefix: '1:',
    accessSeconds: 31_536_000,
    rotates: true,
    makeCode,
  });

  const tokenAnswer = ({ form }: ConsoleRequest): Answer => {
    if (faults.use('invalidGrant'))
      return jsonAnswer(400, { error: 'invalid_grant', error_description: 'expired_token' });
    const tokens =
      form.get('grant_type') === 'refresh_token'
        ? authorization.renew(form)
        : authorization.exchange(form, { withRefresh: () => !faults.use('noRefreshToken') });
    if (isOauthError(tokens)) {
      const { status, ...error } = tokens;
      return jsonAnswer(status, error);
    }
    const { access_token, refresh_token } = tokens;
    return jsonAnswer(200, {
      token_type: 'bearer',
      access_token,
      expires_in: authorization.accessSeconds,
      scope: tokens.scope,
      ...(refresh_token === null ? {} : { refresh_token }),
    });
  };

  const hostAnswer = (hostId: string, path: string, { method, url, text }: ConsoleRequest): Answer | null => {
    const ownedHost = current.hosts.find(({ host_id }) => host_id === hostId);
    if (!ownedHost) return apiError(404, 'HOST_NOT_FOUND');
    if (!ownedHost.verified || faults.use('forbidden')) return apiError(404, 'HOST_NOT_VERIFIED');
    if (method === 'GET' && path === 'search-queries/popular') return queriesAnswer(hostId, url.searchParams);
    if (method === 'GET' && path === 'recrawl/quota')
      return jsonAnswer(200, { daily_quota: dailyQuota, quota_remainder: quotaLeft });
    if (method !== 'POST' || path !== 'recrawl/queue') return null;
    const parsedBody = z.object({ url: z.url() }).safeParse(parseJson(text));
    if (!parsedBody.success || !parsedBody.data.url.startsWith(ownedHost.ascii_host_url))
      return apiError(400, 'INVALID_URL');
    if (recrawled.has(parsedBody.data.url)) return apiError(409, 'URL_ALREADY_ADDED');
    if (quotaLeft === 0) return apiError(429, 'QUOTA_EXCEEDED');
    recrawled.add(parsedBody.data.url);
    quotaLeft -= 1;
    return jsonAnswer(202, { task_id: `task-${recrawled.size}`, quota_remainder: quotaLeft });
  };

  const queriesAnswer = (hostId: string, params: URLSearchParams): Answer => {
    const limit = Number(params.get('limit') ?? maxLimit);
    const offset = Number(params.get('offset') ?? 0);
    if (!['TOTAL_SHOWS', 'TOTAL_CLICKS'].includes(params.get('order_by') ?? '') || !(limit >= 1 && limit <= maxLimit))
      return apiError(400, 'FIELD_VALIDATION_ERROR');
    const all = [...(current.queries[hostId] ?? [])]
      .sort((left, right) => right.TOTAL_SHOWS - left.TOTAL_SHOWS)
      .slice(0, maxQueries);
    const queries = all.slice(offset, offset + limit).map(({ query_text, ...indicators }, at) => ({
      query_id: `q${offset + at}`,
      query_text,
      indicators,
    }));
    return jsonAnswer(200, {
      queries,
      count: all.length,
      date_from: params.get('date_from'),
      date_to: params.get('date_to'),
    });
  };

  const server = createConsoleServer({
    name: 'Яндекс',
    authorizePath: '/authorize',
    authorization,
    faults,
    codePage,
    setData(body) {
      const parsed = data.safeParse(body);
      if (parsed.success) current = parsed.data;
      return parsed.success;
    },
    answer(request) {
      const { method, url, headers } = request;
      if (method === 'POST' && url.pathname === '/token') return tokenAnswer(request);
      if (!url.pathname.startsWith('/v4/user')) return null;
      const [, token = ''] = /^OAuth (.+)$/.exec(headers.authorization ?? '') ?? [];
      const scope = authorization.scopeOf(token);
      if (scope === null) return apiError(401, 'INVALID_OAUTH_TOKEN');
      if (!scope.includes('webmaster:hostinfo')) return apiError(403, 'ACCESS_FORBIDDEN');
      if (faults.use('quota')) return apiError(429, 'QUOTA_EXCEEDED');
      if (faults.use('tooManyRequests'))
        return apiError(429, 'TOO_MANY_REQUESTS_ERROR', {
          'retry-after': new Date(now().getTime() + pauseMs).toUTCString(),
        });
      const [, user, hosts, hostId, path] =
        /^\/v4\/user(?:\/?|\/(\d+)\/(hosts)(?:\/([^/]+)\/(.+))?)$/.exec(url.pathname) ?? [];
      if (user === undefined) return jsonAnswer(200, { user_id: userId });
      if (Number(user) !== userId) return apiError(403, 'INVALID_USER_ID');
      if (hosts !== undefined && hostId === undefined)
        return jsonAnswer(200, {
          hosts: faults.use('noProperties') ? [] : current.hosts.map((each) => ({ ...each, main_mirror: null })),
        });
      return hostAnswer(decodeURIComponent(hostId ?? ''), path ?? '', request);
    },
  });
  return {
    ...server,
    setData(next) {
      current = data.parse(next);
    },
  };
}
