import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorMessage } from '@platform/contracts/errors';
import type { StreamedBody } from '@platform/contracts/kit';
import { trimEndCharacters } from '@platform/contracts/trim-characters';
import { type AppError, toAppError } from '../errors.ts';
import type { Log } from '../telemetry/log.ts';
import { recordRefusal } from '../telemetry/tracing.ts';
import { ClientGoneError } from './body.ts';
import { discardRest } from './discard-rest.ts';
import { ofrepFailure } from './ofrep-failure.ts';

/** A strong ETag of a body. */
export const etagOf = (body: string | Buffer): string => `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;

/** Whether `If-None-Match` names this ETag (RFC 9110 §13.1.2; a weak tag matches too). */
export const isNotModified = (req: IncomingMessage, etag: string): boolean => matchedETag(req, [etag]) !== null;

/**
 * The first of these ETags that `If-None-Match` names (RFC 9110 §13.1.2; a weak tag matches too), or null.
 * @param etags those of one resource; `*` names the first
 */
export function matchedETag(req: IncomingMessage, etags: readonly string[]): string | null {
  const header = req.headers['if-none-match'];
  if (header === undefined) return null;
  if (header.trim() === '*') return etags[0] ?? null;
  if (etags.includes(header)) return header;
  const named = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return etags.find((etag) => named.includes(etag)) ?? null;
}

const carried = Symbol('headers of the answer');
const answeredFromMemory = Symbol('answer from memory');
type CarryingResponse = ServerResponse & {
  [carried]?: Record<string, string | number>;
  [answeredFromMemory]?: boolean;
};

/**
 * Collects headers for the code that answers the request. Node writes a whole head much faster than headers
 * that are set one by one, so they are buffered until {@link writeHead}.
 */
export function carryHeaders(res: CarryingResponse, headers: Record<string, string | number>): void {
  const present = res[carried];
  if (present) Object.assign(present, headers);
  else res[carried] = headers;
}

export const carriedHeaders = (res: CarryingResponse): Record<string, string | number> => res[carried] ?? {};

/** `Cache-Status` of an answer from the memory of a service (RFC 9211). */
export const fromMemory = { 'cache-status': 'platform; hit' } as const;

/** Whether the head that was written says that the answer is {@link fromMemory}. */
export const isFromMemory = (res: CarryingResponse): boolean => res[answeredFromMemory] === true;

/** Writes the head of an answer with everything that was carried; the given headers win. */
export function writeHead(
  res: CarryingResponse,
  status: number,
  headers: Record<string, string | string[] | number>,
): ServerResponse {
  if (headers['cache-status'] === fromMemory['cache-status']) res[answeredFromMemory] = true;
  return res.writeHead(status, { ...carriedHeaders(res), ...headers });
}

const pending: (() => void)[] = [];

/**
 * Write coalescing: an answer is written after all requests that arrived together are handled. Each write to
 * a socket may wake its reader; answers in one row wake it once, which under load is the largest part of a
 * small answer.
 */
export function coalesceResponses(write: () => void): void {
  if (pending.push(write) > 1) return;
  setImmediate(() => {
    for (const write of pending.splice(0)) write();
  });
}

/** Sends a complete body. HEAD gets the headers alone. */
export function send(
  req: IncomingMessage,
  res: ServerResponse,
  { status, body, headers }: { status: number; body: string | Buffer; headers: Record<string, string | number> },
): void {
  coalesceResponses(() => {
    writeHead(res, status, { ...headers, 'content-length': Buffer.byteLength(body) });
    res.end(req.method === 'HEAD' ? undefined : body);
  });
}

export const sendJson = (
  req: IncomingMessage,
  res: ServerResponse,
  { status, value, headers = {} }: { status: number; value: unknown; headers?: Record<string, string> },
): void =>
  send(req, res, {
    status,
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });

/**
 * Writes a body as it is made, no faster than the client reads. The first part is made before the head is
 * written, so a failure at the start is still a proper answer; a later one is for {@link sendError}, which
 * cuts the connection: the client sees that it is incomplete. When the client goes away, nothing more is
 * made.
 */
export async function sendStream(req: IncomingMessage, res: ServerResponse, body: StreamedBody): Promise<void> {
  const chunks = body.chunks[Symbol.asyncIterator]();
  try {
    let next = await chunks.next();
    writeHead(res, 200, {
      'content-type': body.contentType,
      'content-disposition': `attachment; filename="${body.filename}"`,
      'cache-control': 'private, no-store',
    });
    while (!next.done && !res.destroyed && req.method !== 'HEAD') {
      if (!res.write(next.value)) await drained(res);
      if (!res.destroyed) next = await chunks.next();
    }
    if (!res.destroyed) res.end();
  } finally {
    await chunks.return?.();
  }
}

/** Resolves when more may be written, or never can. */
export const drained = (res: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    if (res.destroyed) return resolve();
    const done = () => {
      res.off('drain', done).off('close', done);
      resolve();
    };
    res.on('drain', done).on('close', done);
  });

/** What an answer of a failure needs beside the request. */
export interface Failures {
  log: Log;
  /** Address of the error reference, with a slash at its end. */
  docsUrl: string;
}

/** @param publicApiUrl the address that clients reach the gateway at */
export const errorDocsUrl = (publicApiUrl: string): string => `${trimEndCharacters(publicApiUrl, '/')}/docs/errors/`;

/** The body of a refusal: the fields of every refusal, and those of its code. */
export const errorBody = (error: AppError, message: string, requestId: string, docsUrl: string) => ({
  error: error.code,
  message,
  request_id: requestId,
  doc_url: docsUrl + error.code,
  ...error.fields,
});

/**
 * Answers a failure as `{error, message, request_id, doc_url, …}`, under `/ofrep` with the fields of that
 * protocol too. A server error is logged with its cause; no part of the cause reaches the client.
 */
export function sendError(
  req: IncomingMessage,
  res: ServerResponse,
  { error: thrown, requestId, failures: { log, docsUrl } }: { error: unknown; requestId: string; failures: Failures },
): AppError {
  const error = toAppError(thrown);
  recordRefusal(error.code);
  if (thrown instanceof ClientGoneError) {
    // For the metrics, as nginx does.
    res.statusCode = 499;
    res.destroy();
    return error;
  }
  if (error.status === 500) log.error({ err: thrown, path: req.url?.split('?')[0] }, 'a request failed');
  else if (error.status > 500) log.warn({ err: thrown, code: error.code }, 'a request could not be served');
  // Not its message: that may repeat what the caller sent.
  else log.debug({ request_id: requestId, status: error.status, code: error.code }, 'a request is refused');
  if (res.headersSent) {
    res.destroy();
    return error;
  }
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  };
  if (error.retryAfterSeconds !== undefined) headers['retry-after'] = String(error.retryAfterSeconds);
  const message = error.status === 500 ? errorMessage('internal_error') : error.message;
  sendRefusal(req, res, {
    status: error.status,
    headers,
    value: {
      ...errorBody(error, message, requestId, docsUrl),
      ...ofrepFailure(req.url ?? '', error.code, message),
    },
  });
  return error;
}

/**
 * Sends a refusal. One that comes before the end of the body ends the connection, once the client could read
 * it.
 */
function sendRefusal(
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, value }: { status: number; headers: Record<string, string>; value: object },
): void {
  coalesceResponses(() => {
    const body = JSON.stringify(value);
    const isEarly = !req.complete;
    writeHead(res, status, {
      ...headers,
      'content-length': Buffer.byteLength(body),
      ...(isEarly ? { connection: 'close' } : {}),
    });
    const shown = req.method === 'HEAD' ? '' : body;
    if (!isEarly) {
      res.end(shown);
      return;
    }
    // The client has the whole answer with this; `end` would let the server close.
    if (shown === '') res.flushHeaders();
    else res.write(shown);
    answeredAt.set(res, performance.now());
    discardRest(req, () => res.end());
  });
}

const answeredAt = new WeakMap<ServerResponse, number>();

/**
 * When the client had the answer, in milliseconds of `performance.now()`. To be asked when the answer is
 * closed.
 */
export const answerTime = (res: ServerResponse): number => answeredAt.get(res) ?? performance.now();
