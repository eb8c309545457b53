import { RateLimiterCompatibleAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { boundedCache } from '../bounded-cache.ts';
import type { RateLimiterOptions } from './store.ts';

/** Room for about twenty thousand addresses that call within one window. */
const maxBytes = 4 * 1024 * 1024;

interface Window {
  consumed: number;
  /** In milliseconds since 1970; Infinity when it never ends. */
  until: number;
}

/**
 * Counts in windows of fixed length, in the memory of this process. The memory limiter of
 * rate-limiter-flexible has an entry and a timer for every key that ever comes, however many they are and
 * however long; this one forgets the keys that are used least.
 */
export class WindowLimiter extends RateLimiterCompatibleAbstract {
  override readonly keyPrefix: string;
  override blockDuration = 0;
  override execEvenly = false;
  readonly #points: number;
  readonly #windowMs: number;
  readonly #windows = boundedCache<Window>({ maxBytes, sizeOf: () => 32 });

  constructor({ name, points, windowSeconds }: RateLimiterOptions) {
    super();
    this.keyPrefix = name;
    this.#points = points;
    this.#windowMs = windowSeconds * 1000;
  }

  override consume(key: string | number, points = 1): Promise<RateLimiterRes> {
    const state = this.#add(String(key), points);
    return state.consumedPoints > this.#points ? Promise.reject(state) : Promise.resolve(state);
  }

  override async penalty(key: string | number, points = 1): Promise<RateLimiterRes> {
    return this.#add(String(key), points);
  }

  override async reward(key: string | number, points = 1): Promise<RateLimiterRes> {
    return this.#add(String(key), -points);
  }

  override async get(key: string | number): Promise<RateLimiterRes | null> {
    const window = this.#open(String(key));
    return window ? this.#stateOf(window, false) : null;
  }

  override async set(key: string | number, points: number, seconds: number): Promise<RateLimiterRes> {
    return this.#stateOf(this.#begin(String(key), points, seconds * 1000), true);
  }

  override async block(key: string | number, seconds: number): Promise<RateLimiterRes> {
    return this.set(key, this.#points + 1, seconds);
  }

  override async delete(key: string | number): Promise<boolean> {
    return this.#windows.delete(String(key));
  }

  #add(key: string, points: number): RateLimiterRes {
    const window = this.#open(key);
    if (!window) return this.#stateOf(this.#begin(key, points, this.#windowMs), true);
    window.consumed += points;
    return this.#stateOf(window, false);
  }

  #open(key: string): Window | undefined {
    const window = this.#windows.get(key);
    return window && window.until > Date.now() ? window : undefined;
  }

  #begin(key: string, consumed: number, ms: number): Window {
    const window: Window = { consumed, until: ms > 0 ? Date.now() + ms : Number.POSITIVE_INFINITY };
    this.#windows.set(key, window);
    return window;
  }

  #stateOf({ consumed, until }: Window, isFirst: boolean): RateLimiterRes {
    const msBeforeNext = Number.isFinite(until) ? until - Date.now() : -1;
    return new RateLimiterRes(Math.max(0, this.#points - consumed), msBeforeNext, consumed, isFirst);
  }
}
