/** Repeats of a call after its first attempt. */
export const maxRetries = 2;

/** Longest `Retry-After` in milliseconds that a call waits for by itself. */
const longestWaitMs = 30_000;

const firstDelayMs = 500;

/** Statuses that a later attempt may not get: no answer, a timeout, a limit, a gateway without a service. */
const isPassing = (status: number): boolean => [0, 408, 429, 502, 503, 504].includes(status);

/**
 * Milliseconds until the next attempt, or null when the failure is final. Backoff is exponential with full
 * jitter: the delays of many clients spread over the whole interval.
 * @param attempt attempts that failed before this one
 * @param options.random from 0 to 1
 * @param options.maxWaitMs longest `Retry-After` in milliseconds that is waited for
 */
export function retryDelay(
  { status, retry_after }: { status: number; retry_after: number | null },
  attempt: number,
  { retries, random, maxWaitMs = longestWaitMs }: { retries: number; random: number; maxWaitMs?: number },
): number | null {
  if (attempt >= retries || !isPassing(status)) return null;
  const jitter = random * firstDelayMs * 2 ** attempt;
  if (retry_after === null) return jitter;
  return retry_after * 1_000 > maxWaitMs ? null : retry_after * 1_000 + jitter;
}
