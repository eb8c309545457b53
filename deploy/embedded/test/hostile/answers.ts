import { type Route, requestPath } from '@platform/contracts';
import { asJson, type Parts, type Send, type WireReply, type WireRequest } from '../probes.ts';

/** Answers of a phase: how many had which status, the slowest ones, and each failure of the platform. */
export interface Answers {
  /** Sends a request and counts its answer under a name. */
  send(what: string, request: WireRequest): Promise<WireReply>;
  /** For example `200 × 1200, 404 × 31`. */
  summary(): string;
  /** The five slowest calls, for example `uploadAsset 812 ms`. */
  slowest(): string;
  /** One line for each 5xx, at most 20. */
  failures: readonly string[];
}

/**
 * A 503 is a failure as well, except for a call whose own queue is full: `mayBeRefused` tells which calls may be
 * refused so. A health that reports a degraded service counts as a failure.
 */
export function createAnswers(send: Send, mayBeRefused: (what: string) => boolean = () => false): Answers {
  const statuses = new Map<number, number>();
  const failures: string[] = [];
  let slow: { what: string; ms: number }[] = [];
  return {
    async send(what, request) {
      const began = performance.now();
      const reply = await send(request);
      const ms = performance.now() - began;
      if (slow.length < 5 || ms > (slow.at(-1)?.ms ?? 0))
        slow = [...slow, { what, ms }].toSorted((a, b) => b.ms - a.ms).slice(0, 5);
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      const isRefused = reply.status === 503 && mayBeRefused(what);
      if (reply.status >= 500 && !isRefused && failures.length < 20)
        failures.push(`${what}: ${reply.status} ${reply.text.slice(0, 300)}`);
      return reply;
    },
    summary: () =>
      [...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, times]) => `${status} × ${times}`)
        .join(', '),
    slowest: () => slow.map(({ what, ms }) => `${what} ${ms.toFixed(0)} ms`).join(', '),
    failures,
  };
}

/** A request of an operation as it goes over the wire. */
export function toRequest(
  { endpoint }: Route,
  { params, query, body }: Parts,
  headers: Record<string, string>,
): WireRequest {
  const content = body === undefined ? { headers: {} } : asJson(body);
  return {
    method: endpoint.method,
    target: requestPath(endpoint, { params, query }),
    ...content,
    headers: { ...headers, ...content.headers },
  };
}
