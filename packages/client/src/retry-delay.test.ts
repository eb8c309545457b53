import { expect, test } from '@jest/globals';
import { retryDelay } from './retry-delay.ts';

const failure = (status: number, retry_after: number | null = null) => ({ status, retry_after });

test('a passing failure is tried again twice, after up to half a second and up to a second', () => {
  const delays = [0, 1, 2].map((attempt) => retryDelay(failure(503), attempt, 2, 1));
  expect(delays).toEqual([500, 1_000, null]);
  expect(retryDelay(failure(503), 0, 2, 0)).toBe(0);
});

test('no answer, a timeout of the gateway and a limit pass; a refusal and an error of the platform are final', () => {
  const isTried = (status: number) => retryDelay(failure(status), 0, 2, 0.5) !== null;
  expect([0, 408, 429, 502, 503, 504].filter((status) => !isTried(status))).toEqual([]);
  expect([400, 401, 403, 404, 409, 413, 500].filter(isTried)).toEqual([]);
});

test('Retry-After is obeyed up to thirty seconds, and a longer one is left to the caller', () => {
  expect(retryDelay(failure(429, 30), 0, 2, 0)).toBe(30_000);
  expect(retryDelay(failure(429, 31), 0, 2, 0)).toBeNull();
});
