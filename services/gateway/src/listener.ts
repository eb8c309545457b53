import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyLimitOf, type Route, rateClasses, rateClassFor } from '@platform/contracts';
import type { PlatformContext } from '@platform/contracts/kit';
import {
  AppError,
  answerTime,
  asksForFavicon,
  buildRouter,
  carriedHeaders,
  carryHeaders,
  contextFrom,
  errorDocsUrl,
  fail,
  headerText,
  inServerSpan,
  type KeyValuePlatform,
  type PathParams,
  type Platform,
  type RoutedCall,
  runInScope,
  type ServiceHandler,
  sendError,
  serveFavicon,
} from '@platform/runtime';
import type { ClientIp } from './client-ip.ts';
import { allowAnyOrigin, handleCors } from './cors.ts';
import type { Authenticate, Established } from './credentials/authenticate.ts';
import type { CredentialAttempt, FailedCredentials } from './credentials/failed-credentials.ts';
import { isServerKey } from './credentials/names.ts';
import { deprecationHeaders } from './deprecation.ts';
import { createLoginTurns } from './login-turns.ts';
import { createDocs } from './pages/docs.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Upstream } from './upstreams/upstream.ts';

export interface ListenerDependencies {
  /** Every endpoint that exists. */
  routes: readonly Route[];
  platform: KeyValuePlatform & Pick<Platform, 'log' | 'metrics' | 'config'>;
  ownHandler: ServiceHandler;
  upstreams: ReadonlyMap<string, Upstream>;
  authenticate: Authenticate;
  failedCredentials: FailedCredentials;
  rateLimits: RateLimits;
  clientIp: ClientIp;
}

/**
 * The way of every request from outside. The route table is an allow-list: a path that no contract names does
 * not exist. The caller is identified once, here, and travels on as a context: signed across a network,
 * handed over inside a process.
 */
export function createListener(dependencies: ListenerDependencies) {
  const { routes, platform, ownHandler, upstreams, authenticate, failedCredentials, rateLimits, clientIp } =
    dependencies;
  const { log, metrics } = platform;
  const failures = { log, docsUrl: errorDocsUrl(platform.config.PUBLIC_API_URL) };
  const serveDocs = createDocs(routes);
  const logins = createLoginTurns(platform.kv);
  const deprecations = deprecationHeaders(routes);
  const origin = new URL(platform.config.PUBLIC_API_URL);
  const isTraced = platform.config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined;

  const anonymous = (req: IncomingMessage, requestId: string): PlatformContext => ({
    request_id: requestId,
    client_ip: clientIp(req),
    user_agent: (req.headers['user-agent'] ?? '').slice(0, 512),
  });

  const pass = async ({
    route,
    params,
    req,
    res,
    requestId,
  }: Omit<RoutedCall, 'context'> & { requestId: string }): Promise<void> => {
    const context = anonymous(req, requestId);
    adoptApiKey(route, req);
    const publicKey = headerText(req, 'x-public-key');
    const caller = { context, publicKey, endpointId: route.id };
    let isCounted = false;
    const count = (established: Established): Promise<void> | undefined => {
      if (isCounted) return undefined;
      isCounted = true;
      Object.assign(context, established);
      return rateLimits(rateClassFor(route.endpoint, context.admin !== undefined), caller, res);
    };
    const countServerKey = (serverKey: string): Promise<void> => {
      isCounted = true;
      return rateLimits('back_ends', { ...caller, serverKey }, res);
    };
    const { auth, method, rate } = route.endpoint;
    const isOfServer = auth === 'site_key' && method === 'GET' && publicKey !== undefined && isServerKey(publicKey);
    // Limits by address apply before any work for the caller; the others as soon as the caller is known.
    if (rateClasses[rate].countedBy === 'client_ip' && !isOfServer) await count(nothing);
    if (auth !== 'none') {
      const check = (attempt: CredentialAttempt) =>
        authenticate(route, params, req, { ...attempt, count, countServerKey, client_ip: context.client_ip });
      try {
        Object.assign(context, await failedCredentials.check(context.client_ip, res, check));
      } catch (error) {
        // A key that only looks like one of servers saves no address its limit.
        if (isOfServer) await count(nothing);
        throw error;
      }
    }
    if (isOfServer && context.site) context.site = { ...context.site, is_of_server: true };
    // Most are counted by now; a promise that is not there is not waited for.
    const counted = count(nothing);
    if (counted) await counted;
    if (Number(req.headers['content-length'] ?? 0) > bodyLimitOf(route.endpoint)) return fail('payload_too_large');
    if (route.service === ownHandler.name) return ownHandler.dispatch({ route, params, context, req, res });
    const upstream = upstreams.get(route.service) ?? fail('service_unavailable');
    const forward = () => upstream.handle({ route, params, context, req, res });
    if (route.endpoint.rate !== 'admin_login') return forward();
    return logins.run(context.client_ip, res, forward);
  };

  const handle = (route: Route, params: PathParams, req: IncomingMessage, res: ServerResponse): void => {
    const requestId = String(carriedHeaders(res)['x-request-id']);
    if (route.endpoint.cache?.startsWith('public')) allowAnyOrigin(res);
    const ending = deprecations.get(route.id);
    if (ending) carryHeaders(res, ending);
    const started = performance.now();
    const work = () =>
      pass({ route, params, req, res, requestId }).catch(
        (error) => void sendError(req, res, { error, requestId, failures }),
      );
    res.once('close', () => {
      metrics.observeHttp('gateway', route.id, res.statusCode, answerTime(res) - started);
    });
    void runInScope({ request_id: requestId }, () =>
      isTraced
        ? inServerSpan(
            { route, params, req, res, requestId, parent: contextFrom(headerText(req, 'traceparent')), origin },
            work,
          )
        : work(),
    );
  };

  const router = buildRouter(routes, handle, async (req, res, allow) => {
    const requestId = String(carriedHeaders(res)['x-request-id']);
    try {
      const caller = { context: anonymous(req, requestId), publicKey: undefined, endpointId: 'docs' };
      const admit = () => rateLimits('public_ip', caller, res);
      if (asksForFavicon(req)) await admit();
      if (serveFavicon(req, res) || (await serveDocs(req, res, admit))) return;
      if (allow.length === 0) return fail('not_found');
      carryHeaders(res, { allow: allow.join(', ') });
      throw new AppError('method_not_allowed');
    } catch (error) {
      sendError(req, res, { error, requestId, failures });
    }
  });

  return (req: IncomingMessage, res: ServerResponse): void => {
    carryHeaders(res, { 'x-request-id': readRequestId(req), 'x-content-type-options': 'nosniff' });
    if (handleCors(req, res)) return;
    if ((req.url?.length ?? 0) <= maxTargetLength) router(req, res);
    else
      sendError(req, res, {
        error: new AppError('uri_too_long'),
        requestId: String(carriedHeaders(res)['x-request-id']),
        failures,
      });
  };
}

/**
 * Longer request targets are refused before they are parsed: no endpoint has one (RFC 9110 §4.1 asks for
 * 8,000 octets).
 */
const maxTargetLength = 8_192;

const nothing: Established = {};

/** The key header of OFREP is another name of `X-Public-Key`, which wins where both are sent. */
function adoptApiKey({ endpoint }: Route, { headers }: IncomingMessage): void {
  if (endpoint.protocol === 'ofrep') headers['x-public-key'] ||= headers['x-api-key'];
}

/** The caller's own request id when it is at most 128 printable characters, else a new one. */
function readRequestId(req: IncomingMessage): string {
  const requestId = headerText(req, 'x-request-id');
  return requestId !== undefined && /^[\x21-\x7e]{1,128}$/.test(requestId) ? requestId : randomUUID();
}
