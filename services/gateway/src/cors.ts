import type { IncomingMessage, ServerResponse } from 'node:http';
import { carryHeaders, writeHead } from '@platform/runtime';

const exposed =
  'ETag, X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Idempotent-Replayed, X-Total-Count, Accept-Ranges, Content-Range, Content-Disposition, Deprecation, Sunset, Link';
const allowedHeaders =
  'Authorization, Content-Type, Content-Encoding, X-Public-Key, X-API-Key, X-Application-Code, X-Application-Id, X-Platform-Client, X-Request-Id, Idempotency-Key, If-None-Match, If-Match, Range, If-Range, traceparent, tracestate';

/**
 * Allows scripts of any origin to read an answer. A public read carries this also in an answer to a request
 * without an origin: a shared cache stores one copy for all.
 */
export const allowAnyOrigin = (res: ServerResponse): void =>
  carryHeaders(res, { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed });

/**
 * Lets browser clients of any origin call the API. Credentials travel in headers that a script sets itself,
 * never in cookies, so another site gains nothing from a visitor's browser.
 * @returns true when the request was a preflight and is answered
 */
export function handleCors(req: IncomingMessage, res: ServerResponse): boolean {
  if (req.headers.origin === undefined) return false;
  allowAnyOrigin(res);
  if (req.method !== 'OPTIONS' || req.headers['access-control-request-method'] === undefined) return false;
  writeHead(res, 204, {
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': allowedHeaders,
    'access-control-max-age': '86400',
  });
  res.end();
  return true;
}
