import type { IncomingMessage } from 'node:http';
import {
  Answer,
  type Endpoint,
  isAdminRead,
  type Page,
  type PreparedBody,
  StreamedBody,
  StreamedFile,
} from '@platform/contracts/kit';
import { waitForTick } from '../map-in-slices.ts';
import { representationOf } from './compression.ts';
import { lowerCased } from './headers.ts';
import { etagOf, fromMemory, matchedETag } from './respond.ts';
import { serialize, serializeInSlices } from './serialize.ts';

/** An answer, ready to be sent. */
export interface Reply {
  status: number;
  body: string | Buffer | StreamedBody | StreamedFile;
  headers: Record<string, string>;
}

const isPrepared = (result: unknown): result is PreparedBody =>
  typeof result === 'object' && result !== null && 'etag' in result && 'body' in result;

/** Makes what a handler returned into bytes. The contract's schema drops every key that it does not name. */
export async function toReply(endpoint: Endpoint, result: unknown, req: IncomingMessage): Promise<Reply> {
  if (isPrepared(result)) return conditional(endpoint, req, { prepared: result, extra: {} });
  if (result instanceof StreamedBody || result instanceof StreamedFile)
    return { status: 200, body: result, headers: {} };
  const { data, status, headers } =
    result instanceof Answer ? (result as Answer<unknown>) : { data: result, status: undefined, headers: {} };
  if (isPrepared(data)) return conditional(endpoint, req, { prepared: data, extra: headers, ownStatus: status });
  const finalStatus = status ?? endpoint.status ?? 200;
  if (finalStatus === 204) return { status: 204, body: '', headers };
  if (endpoint.cache)
    return conditional(endpoint, req, { prepared: prepareBody(endpoint, data), extra: headers, ownStatus: status });
  return {
    status: finalStatus,
    body: isAdminRead(endpoint) ? await serializeInSlices(endpoint, data) : serialize(endpoint, data),
    headers: {
      ...contentType(endpoint),
      'cache-control': 'private, no-store',
      ...versionOf(endpoint, data),
      ...totalOf(endpoint, data),
      ...headers,
    },
  };
}

/** The version of a resource as its ETag, to be sent back as `If-Match` (RFC 9110 §13.1.1). */
function versionOf(endpoint: Endpoint, data: unknown): Record<string, string> {
  if (!endpoint.versioned || typeof data !== 'object' || data === null) return {};
  // A resource whose own `version` is something else counts its changes in `lock_version`.
  const version = 'lock_version' in data ? data.lock_version : 'version' in data ? data.version : undefined;
  return version === undefined ? {} : { etag: `"${version}"` };
}

/** The rows of all pages together, where a list counts them. */
function totalOf(endpoint: Endpoint, data: unknown): Record<string, string> {
  const total = endpoint.paginated ? (data as Page<unknown>).total : undefined;
  return total === undefined ? {} : { 'x-total-count': String(total) };
}

const contentTypes = {
  html: 'text/html; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  json_document: 'application/json; charset=utf-8',
  // A file says by itself what it is.
  file: 'application/octet-stream',
  archive: 'application/zip',
};

const contentType = ({ produces = 'json_document', mediaType }: Endpoint): { 'content-type': string } => ({
  'content-type': mediaType ? `${mediaType}; charset=utf-8` : contentTypes[produces],
});

/** A browser that opens XML shows it as a page, which has no business with scripts. */
const policyOf = ({ produces }: Endpoint): Record<string, string> =>
  produces === 'xml' ? { 'content-security-policy': "default-src 'none'; sandbox" } : {};

/**
 * A body that was built before. A public read gets an ETag and may be compressed. A private one is never
 * cached, and never compressed: the length of a compressed answer reveals information about the secrets in
 * it.
 */
function conditional(
  endpoint: Endpoint,
  req: IncomingMessage,
  {
    prepared,
    extra,
    ownStatus,
  }: { prepared: PreparedBody; extra: Record<string, string>; ownStatus?: number | undefined },
): Reply {
  const status = ownStatus ?? endpoint.status ?? 200;
  const ownHeaders = prepared.headers ? { ...lowerCased(prepared.headers), ...extra } : extra;
  const cacheControl = ownHeaders['cache-control'] ?? endpoint.cache;
  // A condition applies only where the answer would be 200 (RFC 9110 §13.2.1): a redirect is sent without a
  // check.
  if (cacheControl === undefined || cacheControl.includes('no-store') || status !== 200) {
    const headers = { ...contentType(endpoint), 'cache-control': 'private, no-store', ...ownHeaders };
    return { status, body: prepared.body, headers };
  }
  const type = ownHeaders['content-type'] ?? contentType(endpoint)['content-type'];
  const { coding, body, etag, otherETags } = representationOf(prepared, type, acceptedBy(req));
  const isVarying = otherETags.length > 0;
  const headers: Record<string, string> = {
    etag,
    'cache-control': cacheControl,
    ...policyOf(endpoint),
    ...ownHeaders,
    ...(isVarying ? { vary: ownHeaders.vary ? `${ownHeaders.vary}, Accept-Encoding` : 'Accept-Encoding' } : {}),
  };
  // Also of a 304, whose body may have been made for it.
  if (answered.has(prepared)) Object.assign(headers, fromMemory);
  else answered.add(prepared);
  // The tag of what the client has, so that a cache finds the stored answer that is still good.
  const matched = matchedETag(req, [prepared.etag, ...otherETags]);
  if (matched !== null) return notModified(headers, matched);
  if (coding) headers['content-encoding'] = coding;
  return { status, body, headers: { ...headers, 'content-type': type } };
}

/** Bodies that were answered once: the next answer with one is from memory. */
const answered = new WeakSet<PreparedBody>();

const acceptedBy = ({ headers }: IncomingMessage): string | undefined =>
  headers['accept-encoding'] as string | undefined;

/** A 304 has the headers that a cache updates its answer with (RFC 9110 §15.4.5), and no count of rows. */
function notModified({ 'x-total-count': _, ...headers }: Record<string, string>, etag: string): Reply {
  return { status: 304, body: '', headers: { ...headers, etag } };
}

/** A longer text is held as bytes: encoding it for every answer costs more than a second chunk to write. */
const leastBytesEncoded = 4_096;

/**
 * Builds a body once, to be answered many times: the same bytes, ETag and count as the handler's plain answer
 * would have.
 * @param headers of the answer; they replace those that the endpoint gives
 */
export const prepareBody = (endpoint: Endpoint, data: unknown, headers?: Record<string, string>): PreparedBody =>
  toPrepared(serialize(endpoint, data), { ...totalOf(endpoint, data), ...headers });

function toPrepared(text: string, headers: Record<string, string>): PreparedBody {
  const bytes = Buffer.from(text);
  const body = bytes.length < leastBytesEncoded ? text : bytes;
  return { etag: etagOf(body), ...(Object.keys(headers).length > 0 ? { headers } : {}), body };
}

/** Encoding and hashing a longer text takes a tick of its own. */
const longText = 262_144;

/**
 * {@link prepareBody} in ticks of the event loop that no other large body has. For answers of up to megabytes, which
 * take milliseconds each: the rows of several arrive together.
 */
export async function prepareInTick(
  endpoint: Endpoint,
  data: unknown,
  headers?: Record<string, string>,
): Promise<PreparedBody> {
  await waitForTick('call');
  const text = serialize(endpoint, data);
  if (text.length > longText) await waitForTick('call');
  return toPrepared(text, { ...totalOf(endpoint, data), ...headers });
}
