import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { context as traceContext } from '@opentelemetry/api';
import { describeFault, type Fault, faultsOf, longListsOf, type RequestPart } from '@platform/contracts/faults';
import {
  type Delivery,
  defaultTimeoutSeconds,
  type Endpoint,
  type PlatformContext,
  type Recognisers,
  type ServiceContract,
  StreamedBody,
  StreamedFile,
} from '@platform/contracts/kit';
import { type Route, refusesUnknownParameters, routeTable } from '@platform/contracts/route-table';
import type { z } from 'zod';
import { underAudit } from '../audit.ts';
import { AppError, fail, refuseFaults, toAppError } from '../errors.ts';
import { runInScope } from '../scope.ts';
import { inServerSpan } from '../telemetry/http-spans.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { contextFrom } from '../telemetry/tracing.ts';
import { type AdminReads, adminReader } from './admin-reads.ts';
import { assertStorable, readJson } from './body.ts';
import { canonicalJson } from './canonical-json.ts';
import { assertChangeable } from './fixed-fields.ts';
import { headerText } from './headers.ts';
import { type IdempotencyStore, readIdempotencyKey } from './idempotency.ts';
import { markOfCall, withListCursor, withMarkedCursor } from './list-cursor.ts';
import type { Listener } from './listen.ts';
import { withLocatedFaults } from './locate-faults.ts';
import { type ContextVerifier, contextHeader } from './platform-context.ts';
import { readIfMatch } from './precondition.ts';
import { type Reply, toReply } from './reply.ts';
import {
  answerTime,
  coalesceResponses,
  errorBody,
  send,
  sendError,
  sendJson,
  sendStream,
  writeHead,
} from './respond.ts';
import { buildRouter, type PathParams, splitTarget } from './router.ts';
import { sendFile } from './send-file.ts';
import { serialize } from './serialize.ts';
import { hasDayWithoutZone, hasTimeFilters, resolveTimeFilters } from './time-filters.ts';
import { type OpenedFile, openFile, readFile } from './upload.ts';

/** A handler seen without its types: the contract has parsed what goes in and parses what comes out. */
export type AnyHandler = (request: {
  params: unknown;
  query: unknown;
  body: unknown;
  file: Buffer | OpenedFile | undefined;
  context: unknown;
  idempotency_key: string | null;
  if_match: number | null;
  origin: string | null;
  is_prefetch: boolean;
  is_head: boolean;
  delivery: Delivery | null;
}) => unknown;

export interface ServiceHandlerOptions {
  contract: ServiceContract;
  routes: Record<string, AnyHandler>;
  recognise: Recognisers<ServiceContract>;
  /** By endpoint: today's answer of a replayed call, from the stored data. */
  refresh: Record<string, (stored: unknown) => unknown>;
  verifier: ContextVerifier;
  idempotency: IdempotencyStore | null;
  /** See `ServiceParts`; null for a service without lists of sites. */
  zoneOfSite: ((site_id: string) => Promise<string | null>) | null;
  /** Null for a service without a database. */
  adminReads: AdminReads | null;
  log: Log;
  /** Address of the error reference, with a slash at its end. */
  docsUrl: string;
  metrics: Metrics;
  /** Answers `GET /ready` outside of the contract, for direct callers of the service. */
  isReady(): Promise<boolean>;
}

/** A request with its route, its path parameters and what the platform knows of its caller. */
export interface RoutedCall {
  route: Route;
  params: PathParams;
  context: PlatformContext;
  req: IncomingMessage;
  res: ServerResponse;
}

export interface ServiceHandler {
  name: string;
  /**
   * Answers a request that the gateway of the same process has matched and whose caller it has established.
   * There is no network between, so the context is handed over instead of signed.
   */
  dispatch(call: RoutedCall): Promise<void>;
  /** Matches and answers a request from the network; the context has to be signed. */
  listener: Listener;
}

/** Serves the endpoints of a contract: context verified, input parsed once, answer parsed, failure shaped. */
export function createServiceHandler(options: ServiceHandlerOptions): ServiceHandler {
  const { contract, verifier, metrics } = options;
  assertZones(options);

  const serve: ServiceHandler['dispatch'] = async (call) => {
    const { context, req, res } = call;
    try {
      await answer(options, call);
    } catch (error) {
      sendError(req, res, { error, requestId: context.request_id, failures: options });
    }
  };

  const fromNetwork = (route: Route, params: PathParams, req: IncomingMessage, res: ServerResponse): void => {
    const context = verifier.verify(headerText(req, contextHeader), route.id);
    if (!context) {
      sendError(req, res, {
        error: new AppError('forbidden', { message: 'Only the gateway may call services.' }),
        requestId: randomUUID(),
        failures: options,
      });
      return;
    }
    const started = performance.now();
    res.once('close', () => metrics.observeHttp(contract.name, route.id, res.statusCode, answerTime(res) - started));
    const work = () => serve({ route, params, context, req, res });
    const parent = contextFrom(headerText(req, 'traceparent'));
    // A call of the scheduler is work in the background: what it does may be a lot.
    const isBackground = contract.endpoints[route.id]?.schedule !== undefined;
    const requestId = context.request_id;
    void runInScope({ request_id: requestId, isBackground }, () =>
      parent === traceContext.active()
        ? work()
        : inServerSpan({ route, params, req, res, requestId, parent, origin: addressedOrigin(req) }, work),
    );
  };

  const listener = buildRouter(routeTable({ [contract.name]: contract }), fromNetwork, (req, res) => {
    if (req.url !== '/ready')
      return sendError(req, res, { error: new AppError('not_found'), requestId: randomUUID(), failures: options });
    return void options
      .isReady()
      .then((ready) =>
        sendJson(req, res, { status: ready ? 200 : 503, value: { status: ready ? 'ok' : 'not_ready' } }),
      );
  });
  return { name: contract.name, dispatch: serve, listener };
}

/** The address that the gateway called this service at. */
function addressedOrigin({ headers }: IncomingMessage): URL {
  return URL.parse(`http://${headers.host}`) ?? new URL('http://localhost');
}

async function answer(options: ServiceHandlerOptions, { route, params, context, req, res }: RoutedCall): Promise<void> {
  const { endpoint } = route;
  const handler = options.routes[route.id] ?? fail('not_found');
  if (context.user && context.user.id === null && endpoint.unregistered !== true) return fail('user_not_found');

  const { query } = splitTarget(req.url ?? '/');
  const sentQuery = endpoint.query || query !== '' ? parseQuery(query) : undefined;
  const parsedQuery = endpoint.query && sentQuery;
  // Only a percent escape can carry a NUL into a path or query.
  if (req.url?.includes('%')) assertStorable({ params, query: parsedQuery }, '');
  if (query !== '' && refusesUnknownParameters(endpoint)) assertKnownParameters(endpoint, sentQuery);
  const body = endpoint.body ? await readJson(req, endpoint, context) : undefined;
  if (!endpoint.body && !endpoint.upload) req.resume();
  assertChangeable(endpoint, body?.value);
  const input = {
    params: parseInput(endpoint.params, 'params', params),
    query: parseInput(endpoint.query, 'query', parsedQuery),
    body: body && (options.recognise[route.id]?.(body.value) ?? parseInput(endpoint.body, '', body.value)),
    context,
  };
  if (hasTimeFilters(endpoint.query) || hasTimeFilters(endpoint.body)) await resolveDays(options, endpoint, input);

  const sent = { query: parsedQuery, body: body?.value };
  const applicationId = context.application?.id ?? null;
  const mark = markOfCall({ route, params, applicationId, parsed: input, sent });

  const key = endpoint.idempotent ? readIdempotencyKey(req.headers['idempotency-key']) : undefined;
  // A failure of ours frees the key here, so a handler whose work may have happened has to know it too.
  const if_match = readIfMatch(endpoint, req.headers['if-match']);
  const file = await fileOf(req, endpoint, query, context);
  const origin = req.headers.origin ?? null;
  const is_head = req.method === 'HEAD';
  const delivery = deliveryOf(req, endpoint, body?.raw ?? '');
  const request = {
    ...withListCursor(endpoint, input, mark),
    file,
    idempotency_key: key ?? null,
    if_match,
    origin,
    is_prefetch: isPrefetch(req),
    is_head,
    delivery,
  };
  const audited = { route, context, params, log: options.log };
  const make = async (): Promise<Reply> =>
    toReply(
      endpoint,
      withMarkedCursor(await underAudit(audited, () => withLocatedFaults(endpoint, () => handler(request))), mark),
      req,
    );
  const reader = adminReader(endpoint, context);
  const { adminReads } = options;
  const produce =
    adminReads && reader ? () => adminReads.run(endpoint, { ...reader, signal: untilClosed(res) }, make) : make;
  // Of an upload its parameters and its length are known before it is read.
  const sentRequest = endpoint.upload ? `${query} ${req.headers['content-length'] ?? ''}` : (body?.raw ?? '');
  const { idempotency, refresh, docsUrl } = options;
  let reply: Reply;
  try {
    reply =
      key === undefined || !idempotency
        ? await produce()
        : await produceOnce(idempotency, {
            refresh: refresh[route.id],
            route,
            context,
            params,
            key,
            request: body && key !== undefined ? canonicalJson(body.raw, body.value) : sentRequest,
            formerRequest: sentRequest,
            docsUrl,
            produce,
          });
  } finally {
    // A replayed call reads no file.
    if (file && 'stop' in file) file.stop();
  }
  const cacheControl = endpoint.cache ?? 'private, no-store';
  if (reply.body instanceof StreamedBody) await sendStream(req, res, reply.body);
  else if (reply.body instanceof StreamedFile)
    await sendFile(req, res, reply.body, { cacheControl, requestId: context.request_id });
  else if (reply.status === 304 || reply.status === 204)
    coalesceResponses(() => writeHead(res, reply.status, reply.headers).end());
  else send(req, res, { status: reply.status, body: reply.body, headers: reply.headers });
}

/** The file of an upload: its bytes, or a stream of them where the endpoint says so. */
async function fileOf(
  req: IncomingMessage,
  endpoint: Endpoint,
  query: string,
  from: PlatformContext,
): Promise<Buffer | OpenedFile | undefined> {
  if (!endpoint.upload) return undefined;
  if (!endpoint.upload.streamed) return readFile(req, endpoint.upload, from);
  return openFile(req, endpoint, parseQuery(query).file_name, from);
}

/** What a provider signed; null for an endpoint that none calls. */
function deliveryOf(req: IncomingMessage, { delivery }: Endpoint, text: string): Delivery | null {
  if (!delivery) return null;
  const delivered = delivery.map((name) => [name, headerText(req, name)]).filter(([, value]) => value !== undefined);
  return { text, headers: Object.fromEntries(delivered) };
}

/** A signal that aborts when the connection of an answer is gone. */
function untilClosed(res: ServerResponse): AbortSignal {
  const closed = new AbortController();
  res.once('close', () => closed.abort());
  return closed.signal;
}

interface IdempotentCall {
  /** Today's answer of a replayed success, from the stored data. */
  refresh: ((stored: unknown) => unknown) | undefined;
  route: Route;
  context: PlatformContext;
  params: PathParams;
  key: string;
  /** What a repeat has to equal: the JSON of the body, or the parameters and the length of an upload. */
  request: string;
  /** The same as a release before compared it: the bytes of the body. */
  formerRequest: string;
  docsUrl: string;
  produce: () => Promise<Reply>;
}

/**
 * Runs a creating call under its Idempotency-Key. Refusals are stored too: the same request gets the same
 * answer. A replayed success is answered with the current state, from `refresh`.
 */
async function produceOnce(
  store: IdempotencyStore,
  { refresh, route, context, params, key, request, formerRequest, docsUrl, produce }: IdempotentCall,
): Promise<Reply> {
  const caller = context.admin ? `admin:${context.admin.id}` : `user:${context.application?.id}:${context.user?.id}`;
  const scope = `${route.id}:${JSON.stringify(params)}:${caller}`;
  const timeoutSeconds = route.endpoint.timeoutSeconds ?? defaultTimeoutSeconds;
  const stored = await store.once({ scope, key, request, formerRequest, timeoutSeconds }, async () => {
    try {
      const reply = await produce();
      return { status: reply.status, body: reply.body.toString() };
    } catch (thrown) {
      const error = toAppError(thrown);
      // Another try may have another outcome.
      if (error.status >= 500 || [409, 412, 429].includes(error.status)) throw thrown;
      const body = errorBody(error, error.message, context.request_id, docsUrl);
      return { status: error.status, body: JSON.stringify(body) };
    }
  });
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-store',
  };
  if (stored.replayed) headers['idempotent-replayed'] = 'true';
  const isStale = stored.replayed && refresh !== undefined && stored.status < 300;
  const body = isStale ? serialize(route.endpoint, await refresh(JSON.parse(stored.body).data)) : stored.body;
  return { status: stored.status, body, headers };
}

/** @throws AppError `validation_failed` for a parameter that the operation does not have */
function assertKnownParameters({ query }: Endpoint, sent: object = {}): void {
  const known = Object.keys(query?.shape ?? {});
  const unknown = Object.keys(sent).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const names = known.map((name) => `\`${name}\``).join(', ');
  const predicate = `is not a parameter of this operation, which has ${known.length === 0 ? 'none' : `only ${names}`}`;
  const faults = unknown.slice(0, 50).map((name) => {
    const path = `query.${name}`;
    return { path, message: describeFault(path, predicate) };
  });
  refuseFaults(faults);
}

/** @throws AppError `validation_failed` with a sentence for each field that the schema refuses */
function parseInput(schema: z.ZodType | undefined, part: RequestPart, value: unknown): unknown {
  if (!schema) return undefined;
  const longLists = longListsOf(schema, value);
  if (longLists.length > 0) refuseFaults(longLists);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  return refuseFaults(
    faultsOf(parsed.error, part).map((fault) => (isRepeated(part, fault.path, value) ? repeated(fault) : fault)),
  );
}

/** Parts of a parsed request. */
interface ParsedInput {
  params: unknown;
  query: unknown;
  body: unknown;
  context: PlatformContext;
}

/** Resolves the days in the filters of a request. Without `timezone` they are days of the site whose list it is, or of UTC. */
async function resolveDays(
  { zoneOfSite }: Pick<ServiceHandlerOptions, 'zoneOfSite'>,
  endpoint: Endpoint,
  input: ParsedInput,
): Promise<void> {
  const siteId = (input.params as { site_id?: string } | undefined)?.site_id ?? input.context.site?.id;
  const needsZone = hasDayWithoutZone(endpoint.query, input.query) || hasDayWithoutZone(endpoint.body, input.body);
  const zone = needsZone && siteId !== undefined ? await zoneOfSite?.(siteId) : null;
  input.query = resolveTimeFilters(endpoint.query, input.query, zone ?? 'UTC');
  input.body = resolveTimeFilters(endpoint.body, input.body, zone ?? 'UTC');
}

/**
 * Asserts that the lists of sites have a zone for the days in their filters.
 * @throws Error for a service that cannot tell it
 */
function assertZones({ contract, zoneOfSite }: Pick<ServiceHandlerOptions, 'contract' | 'zoneOfSite'>): void {
  if (zoneOfSite) return;
  for (const [id, { params, query, body }] of Object.entries<Endpoint>(contract.endpoints)) {
    const isOfSite = params?.shape.site_id !== undefined || params?.shape.site_code !== undefined;
    if (isOfSite && (hasTimeFilters(query) || hasTimeFilters(body)))
      throw new Error(`${contract.name} has no \`zoneOfSite\` for the days in the filters of ${id}`);
  }
}

/** Whether a fault is about a parameter that the address has more than once. */
const isRepeated = (part: RequestPart, path: string, value: unknown): boolean =>
  part === 'query' && Array.isArray((value as Record<string, unknown>)[path.slice('query.'.length)]);

const repeated = ({ path }: Fault): Fault => ({
  path,
  message: describeFault(path, 'is in the address more than once: send it once'),
});

/** `Sec-Purpose` is a token with parameters (RFC 9651); Firefox before 115 and Safari send `Purpose` instead. */
const isPrefetch = ({ headers }: IncomingMessage): boolean =>
  [headers['sec-purpose'], headers.purpose].some(
    (purpose) => typeof purpose === 'string' && purpose.split(';', 1)[0]?.trim() === 'prefetch',
  );
