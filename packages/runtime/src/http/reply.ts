import type { IncomingMessage } from 'node:http';
import { Answer, type Endpoint, type Page, type PreparedBody, StreamedBody } from '@platform/contracts/kit';
import { etagOf, isNotModified } from './respond.ts';

/** An answer, ready to be sent. */
export interface Reply {
  status: number;
  body: string | Buffer | StreamedBody;
  headers: Record<string, string>;
}

const isPrepared = (result: unknown): result is PreparedBody =>
  typeof result === 'object' && result !== null && 'etag' in result && 'body' in result;

/** Turns what a handler returned into bytes. The contract's schema drops every key that it does not name. */
export function toReply(endpoint: Endpoint, result: unknown, req: IncomingMessage): Reply {
  if (isPrepared(result)) return conditional(endpoint, req, result, {});
  if (result instanceof StreamedBody) return { status: 200, body: result, headers: {} };
  const { data, status, headers } =
    result instanceof Answer ? (result as Answer<unknown>) : { data: result, status: undefined, headers: {} };
  if (isPrepared(data)) return conditional(endpoint, req, data, headers);
  const finalStatus = status ?? endpoint.status ?? 200;
  if (finalStatus === 204) return { status: 204, body: '', headers };
  const body = serialize(endpoint, data);
  if (endpoint.cache) return conditional(endpoint, req, { etag: etagOf(body), body }, headers);
  return {
    status: finalStatus,
    body,
    headers: {
      ...contentType(endpoint),
      'cache-control': 'private, no-store',
      ...versionOf(endpoint, data),
      ...headers,
    },
  };
}

/** The version of a resource as its ETag, to be sent back as `If-Match` (RFC 9110 §13.1.1). */
function versionOf(endpoint: Endpoint, data: unknown): Record<string, string> {
  if (!endpoint.versioned || typeof data !== 'object' || data === null || !('version' in data)) return {};
  return { etag: `"${data.version}"` };
}

const contentType = (endpoint: Endpoint): Record<string, string> => ({
  'content-type': endpoint.produces === 'html' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
});

/** A body that was built before. Only a public read gets an ETag; a private one is never cached. */
function conditional(
  endpoint: Endpoint,
  req: IncomingMessage,
  prepared: PreparedBody,
  extra: Record<string, string>,
): Reply {
  if (!endpoint.cache) {
    return {
      status: 200,
      body: prepared.body,
      headers: { ...contentType(endpoint), 'cache-control': 'private, no-store', ...extra },
    };
  }
  const headers = { etag: prepared.etag, 'cache-control': endpoint.cache, ...extra };
  if (isNotModified(req, prepared.etag)) return { status: 304, body: '', headers };
  return { status: endpoint.status ?? 200, body: prepared.body, headers: { ...contentType(endpoint), ...headers } };
}

/** The body of an answer as text. The schema of the contract drops every key that it does not name. */
export function serialize(endpoint: Endpoint, data: unknown): string {
  if (endpoint.produces === 'html') return String(data);
  const parse = (value: unknown) => (endpoint.response ? endpoint.response.parse(value) : value);
  if (endpoint.produces === 'json_document') return JSON.stringify(parse(data));
  if (endpoint.paginated) {
    const page = data as Page<unknown>;
    return JSON.stringify({ data: page.items.map(parse), next_cursor: page.next_cursor });
  }
  return JSON.stringify({ data: parse(data) ?? null });
}

/**
 * Builds a body once, to be answered many times: the same bytes and ETag as the handler's plain answer would
 * have.
 */
export function prepareBody(endpoint: Endpoint, data: unknown): PreparedBody {
  const body = serialize(endpoint, data);
  return { etag: etagOf(body), body };
}
