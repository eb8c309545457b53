import { boundedCache } from '@platform/runtime';
import { type RateLimiterLike, RateLimiterRes } from 'rate-limiter-flexible';

/** Room for about twenty thousand keys that are used within one window. */
const maxBytes = 4 * 1024 * 1024;

/** What counts the points of keys. */
export type PointLimiter = Pick<RateLimiterLike, 'consume' | 'reward'>;

/** The last answer of the store for a key, and the points that are on their way to it. */
interface Known {
  remaining: number;
  /** End of the window on the clock of `performance.now()`. */
  until: number;
  pending: number;
}

/**
 * A rate limiter in front of one in a shared store. A key with more than half of its points left is admitted
 * from memory, and its points are consumed in the background; only a key closer to its limit waits for the
 * store. Every point is consumed in the store, so the limit of one process is exact. Several processes may
 * together admit as many requests too many as are on their way to the store at one moment.
 */
export class OptimisticLimiter implements PointLimiter {
  readonly #limiter: PointLimiter;
  readonly #enough: number;
  readonly #known = boundedCache<Known>({ maxBytes, sizeOf: () => 48 });

  /** @param points those of a window, as the limiter counts them */
  constructor(limiter: PointLimiter, points: number) {
    this.#limiter = limiter;
    this.#enough = points / 2;
  }

  /** Consumes points. Rejects with a RateLimiterRes when the limit is used up. */
  consume(key: string, points = 1): Promise<RateLimiterRes> {
    const knownState = this.#known.get(key);
    const now = performance.now();
    if (!knownState || knownState.until <= now || knownState.remaining - knownState.pending <= this.#enough)
      return this.#ask(key, points, knownState);
    knownState.pending += points;
    const endPending = () => {
      knownState.pending -= points;
    };
    // The answer matters to the next request: a refusal leaves no points.
    this.#ask(key, points, knownState).then(endPending, endPending);
    return Promise.resolve(new RateLimiterRes(knownState.remaining - knownState.pending, knownState.until - now));
  }

  /** Gives points back. */
  async reward(key: string, points: number): Promise<RateLimiterRes> {
    return this.#remember(key, this.#known.get(key), await this.#limiter.reward(key, points));
  }

  async #ask(key: string, points: number, knownState: Known | undefined): Promise<RateLimiterRes> {
    try {
      return this.#remember(key, knownState, await this.#limiter.consume(key, points));
    } catch (thrown) {
      if (thrown instanceof RateLimiterRes) this.#remember(key, knownState, thrown);
      throw thrown;
    }
  }

  #remember(key: string, knownState: Known | undefined, state: RateLimiterRes): RateLimiterRes {
    const until = performance.now() + state.msBeforeNext;
    const present = knownState ?? this.#known.get(key);
    if (present) Object.assign(present, { remaining: state.remainingPoints, until });
    else this.#known.set(key, { remaining: state.remainingPoints, until, pending: 0 });
    return state;
  }
}
