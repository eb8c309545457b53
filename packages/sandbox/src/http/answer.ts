import type { ServerResponse } from 'node:http';

/** A whole HTTP response, decided before anything is written. */
export type Answer = { status: number; headers: Record<string, string>; body: string };

/**
 * A JSON answer.
 * @param status HTTP status
 * @param value what to serialise
 * @param headers added headers
 */
export function jsonAnswer(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(value),
  };
}

/**
 * A redirect with 303, so that the browser follows a POST with a GET.
 * @param location where to go, used as it is
 */
export function seeOther(location: string): Answer {
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' };
}

/**
 * Writes an answer, unless the peer is gone already.
 * @param res the response
 * @param answer what to write
 */
export function send(res: ServerResponse, answer: Answer): void {
  if (res.headersSent || res.destroyed) return;
  res.writeHead(answer.status, { ...answer.headers, 'content-length': String(Buffer.byteLength(answer.body)) });
  res.end(answer.body);
}
