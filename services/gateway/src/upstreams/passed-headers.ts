import type { IncomingMessage } from 'node:http';
import { contextHeader } from '@platform/runtime';

/** Headers that belong to one connection (RFC 9110 §7.6.1) and must not be passed on. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'expect',
]);
/**
 * Headers that end at the gateway: the caller's credentials, and every header that only the gateway may set.
 */
const ownedByGateway = new Set([
  'authorization',
  'x-public-key',
  'x-api-key',
  'x-worker-secret',
  'x-webhook-token',
  'cookie',
  'x-forwarded-for',
]);
const isOwnedByGateway = (name: string): boolean =>
  ownedByGateway.has(name) || (name.startsWith('x-platform-') && name !== contextHeader);

/**
 * Headers that pass the gateway in either direction.
 * @param hasLength whether the body keeps its length; without it, the sender sets one of its own
 */
export function selectPassedHeaders(
  headers: Record<string, string | string[] | undefined>,
  hasLength: boolean,
): Record<string, string | string[]> {
  const passed: Record<string, string | string[]> = {};
  for (const name in headers) {
    const value = headers[name];
    if (
      value === undefined ||
      hopByHop.has(name) ||
      isOwnedByGateway(name) ||
      (!hasLength && name === 'content-length')
    )
      continue;
    passed[name] = value;
  }
  return passed;
}

/** The middleware passes on all headers of a request, so those that end here are removed. It has no body. */
export function stripHeaders(req: IncomingMessage): IncomingMessage {
  for (const name in req.headers)
    if (hopByHop.has(name) || isOwnedByGateway(name) || name === 'content-length') delete req.headers[name];
  return req;
}
