import type { RateLimiterLike } from 'rate-limiter-flexible';

export interface RateLimiterOptions {
  /** Separates the counters of one limit from those of another. */
  name: string;
  /** Requests in a window. */
  points: number;
  windowSeconds: number;
  /**
   * Whether points are given back. A key over its limit may then be within it again, so that a store which others
   * share refuses it without being asked only beyond twice its points.
   */
  hasRewards?: boolean;
}

/**
 * Short-lived shared state: caches and counters that may be lost without harm. Money, law and people's data
 * never live here. One suite (packages/testing) holds for every adapter.
 */
export interface KeyValueStore {
  /** The value, or null when there is none or it expired. Rejects when the store is down. */
  get(key: string): Promise<string | null>;
  set(key: string, value: string, ttlSeconds: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** A limiter that keeps limiting, per process, while the store is down. */
  rateLimiter(options: RateLimiterOptions): RateLimiterLike;
  /** Whether other processes see the same values, at the price of a round trip. */
  readonly isShared: boolean;
  isUp(): boolean;
  close(): Promise<void>;
}

/** Seconds until a limiter has room again, from what its `consume` rejected with. */
export function retryAfterSeconds(refusal: unknown): number {
  const ms =
    typeof refusal === 'object' && refusal !== null && 'msBeforeNext' in refusal ? Number(refusal.msBeforeNext) : 0;
  return Math.max(1, Math.ceil(ms / 1000));
}
