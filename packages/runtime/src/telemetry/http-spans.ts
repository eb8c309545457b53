import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Attributes, type Context, context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Route } from '@platform/contracts/route-table';
import { withoutAddresses } from './log.ts';
import { inSpan, SpanKind } from './tracing.ts';

/** Attributes and names follow the semantic conventions of OpenTelemetry for HTTP, version 1.23 (stable). */

const tracer = trace.getTracer('platform');

/** Parameters of paths that name content and not persons. Every other one stays a placeholder, tokens above all. */
const harmless = new Set([
  'app_code',
  'application_id',
  'brand_id',
  'doc_kind',
  'entitlement_id',
  'event_name',
  'experiment_id',
  'item_type',
  'kind',
  'owner_type',
  'paywall_code',
  'paywall_id',
  'plan_id',
  'platform',
  'provider',
  'revision',
  'site_code',
  'site_id',
  'slug',
  'version',
]);

/** A client chooses the values: an address or a phone number of a person instead of a code has another form. */
const isCode = (value: string): boolean =>
  value.length <= 64 && /^[A-Za-z0-9._-]+$/.test(value) && !/^[0-9._-]{7,}$/.test(value);

/**
 * The path of a request without identifiers of persons and without secrets: `/v1/sites/shop/leads/{token}`.
 * @param template the path of the contract
 * @param params values of its parameters, as the client sent them
 */
export const tracedPath = (template: string, params: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{([a-z_]+)\}/g, (placeholder, name: string) => {
    const value = params[name] ?? '';
    return harmless.has(name) && isCode(value) ? value : placeholder;
  });

export interface ServedRequest {
  route: Route;
  params: Readonly<Record<string, string>>;
  req: IncomingMessage;
  res: ServerResponse;
  requestId: string;
  /** The context of the caller. */
  parent: Context;
  /** Address that clients use. */
  origin: URL;
}

/**
 * Runs `work` in the server span of a request. The span ends when the answer is out or its connection is gone, and has
 * the status of the answer then.
 */
export function inServerSpan<T>(served: ServedRequest, work: () => Promise<T>): Promise<T> {
  const { route, params, req, res, requestId, parent, origin } = served;
  const method = req.method ?? route.endpoint.method;
  const attributes = {
    'http.request.method': method,
    'http.route': route.endpoint.path,
    'url.path': tracedPath(route.endpoint.path, params),
    ...addressAttributes(origin),
    'platform.operation': route.id,
    request_id: withoutAddresses(requestId),
  };
  const span = tracer.startSpan(`${method} ${route.endpoint.path}`, { kind: SpanKind.SERVER, attributes }, parent);
  res.once('close', () => {
    recordStatus(span, res);
    span.end();
  });
  return context.with(trace.setSpan(parent, span), work);
}

/** Status code for a client that is gone before its answer, as nginx has it. */
const clientGone = 499;

function recordStatus(span: Span, res: ServerResponse): void {
  const { statusCode } = res;
  if (!res.headersSent) {
    span.setAttribute('error.type', 'client_gone');
    if (statusCode === clientGone) span.setAttribute('http.response.status_code', statusCode);
    return;
  }
  span.setAttribute('http.response.status_code', statusCode);
  if (statusCode >= 500) span.setAttribute('error.type', String(statusCode)).setStatus({ code: SpanStatusCode.ERROR });
}

function addressAttributes({ protocol, hostname, port }: URL): Attributes {
  const scheme = protocol.replace(/:$/, '');
  return {
    'url.scheme': scheme,
    'server.address': hostname,
    'server.port': port === '' ? (scheme === 'https' ? 443 : 80) : Number(port),
  };
}

export interface ClientRequest {
  method: string;
  url: URL;
  /** The path that the span may show; the whole address is left out without it: it may hold a secret. */
  path?: string;
  /** How often this request was sent before. */
  resends?: number;
}

/**
 * Runs `work` in the client span of an HTTP request. Work outside of a request or an event has no span.
 * @param work calls `onStatus` with the status of the answer: from 400 on the call of a client failed
 */
export function inClientSpan<T>(
  { method, url, path, resends = 0 }: ClientRequest,
  work: (onStatus: (status: number) => void) => Promise<T>,
): Promise<T> {
  if (trace.getActiveSpan() === undefined) return work(() => {});
  const attributes = {
    'http.request.method': method,
    'url.full': `${url.origin}${path ?? '/REDACTED'}`,
    ...addressAttributes(url),
    ...(resends > 0 ? { 'http.request.resend_count': resends } : {}),
  };
  return inSpan(path === undefined ? method : `${method} ${path}`, { kind: SpanKind.CLIENT, attributes }, (span) =>
    work((status) => {
      span.setAttribute('http.response.status_code', status);
      if (status >= 400) span.setAttribute('error.type', String(status)).setStatus({ code: SpanStatusCode.ERROR });
    }),
  );
}
