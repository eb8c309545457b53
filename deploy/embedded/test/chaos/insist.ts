import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '@platform/contracts';

/** A caller refused for this long gives up, and the platform has failed. */
const patienceMs = 120_000;

/** The totals of all answers of the platform. */
export interface Tally {
  calls: number;
  retried: Map<string, number>;
  violations: string[];
  slowestMs: number;
}

export const newTally = (): Tally => ({ calls: 0, retried: new Map(), violations: [], slowestMs: 0 });

/** Retriable errors. Any other answer that is no success is a broken promise. */
const retriable: Record<number, readonly string[]> = {
  409: ['idempotency_conflict'],
  429: ['rate_limited'],
  502: ['provider_error'],
  503: ['service_unavailable'],
  504: ['upstream_timeout'],
};

/** Why an answer is neither a success nor a retriable error, or null. */
export function whatIsWrong({ status, headers, body, error }: Reply): string | null {
  if (status >= 200 && status < 300) return null;
  const isDocumented = retriable[status]?.includes(error ?? '') ?? false;
  if (!isDocumented) return `${status} ${JSON.stringify(body).slice(0, 300)}`;
  if (typeof body !== 'object' || body === null || !('request_id' in body) || !('message' in body))
    return `${status} without a message or a request_id: ${JSON.stringify(body)}`;
  if ([429, 503].includes(status) && !(Number(headers.get('retry-after')) > 0)) return `${status} without Retry-After`;
  return null;
}

const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);

/**
 * Retries until a success; every answer is checked.
 * @param what name of the call in reports
 * @param passed codes of 409 that end the retries, too: an earlier try without an answer did the work
 * @throws Error when the call is refused for two minutes
 */
export async function insist<T>(
  tally: Tally,
  what: string,
  call: () => Promise<Reply<T>>,
  passed: readonly string[] = [],
): Promise<Reply<T>> {
  const began = Date.now();
  for (let attempt = 0; ; attempt += 1) {
    const asked = Date.now();
    tally.calls += 1;
    const reply = await call().catch((error: unknown) => {
      // No answer at all: the connection was refused or cut, or the call timed out.
      if (error instanceof SyntaxError) tally.violations.push(`${what}: an answer that is no JSON: ${error.message}`);
      return null;
    });
    tally.slowestMs = Math.max(tally.slowestMs, Date.now() - asked);
    if (reply && (reply.status < 300 || (reply.status === 409 && passed.includes(reply.error ?? '')))) return reply;
    const wrong = reply && whatIsWrong(reply);
    if (wrong) tally.violations.push(`${what}: ${wrong}`);
    count(tally.retried, reply ? `${reply.status} ${reply.error}` : 'no answer');
    if (Date.now() - began > patienceMs) throw new Error(`${what}: nothing but refusals for ${patienceMs} ms`);
    await sleep(Math.min(100 * 2 ** attempt, 1_500));
  }
}
