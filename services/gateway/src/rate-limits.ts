import type { ServerResponse } from 'node:http';
import { rateClasses } from '@platform/contracts';
import type { PlatformContext, RateClass } from '@platform/contracts/kit';
import { carryHeaders, fail, isFromMemory, type KeyValueStore, limitedAddress } from '@platform/runtime';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { GatewayConfig } from './config.ts';
import type { GatewayMetrics } from './metrics.ts';
import { OptimisticLimiter, type PointLimiter } from './optimistic-limiter.ts';

/**
 * Counts a call against its class and writes the RateLimit headers.
 * @throws `rate_limited` when the allowance is used up
 */
export type RateLimits = (rateClass: RateClass, caller: Caller, res: ServerResponse) => Promise<void>;

export interface Caller {
  context: PlatformContext;
  publicKey: string | undefined;
  /** Hash of the server key of a site. */
  serverKey?: string;
  endpointId: string;
}

interface Limit {
  limiter: PointLimiter;
  /** Calls in a window. */
  calls: string;
  /** Points that a call consumes; a cheap answer gives all but one of them back. */
  cost: number;
}

/** Limits per minute, shared by all replicas through Redis where there is one, per process otherwise. */
export function createRateLimits(config: GatewayConfig, kv: KeyValueStore, metrics: GatewayMetrics): RateLimits {
  const limits = new Map<RateClass, Limit>();
  for (const rateClass of Object.keys(rateClasses) as RateClass[]) {
    const calls = config[`RATE_LIMIT_${rateClass.toUpperCase() as Uppercase<RateClass>}`];
    const { cheapAnswersPerCall: cost = 1 } = rateClasses[rateClass];
    const points = calls * cost;
    // Replicas of a release before count calls under the name without points.
    const name = cost === 1 ? `rl:${rateClass}` : `rl:${rateClass}:${cost}`;
    const limiter = kv.rateLimiter({ name, points, windowSeconds: 60, hasRewards: cost > 1 });
    limits.set(rateClass, {
      limiter: kv.isShared ? new OptimisticLimiter(limiter, points) : limiter,
      calls: String(calls),
      cost,
    });
  }

  return async (rateClass, caller, res) => {
    const limit = limits.get(rateClass);
    if (!limit) return;
    const { limiter, calls, cost } = limit;
    const subject = subjectOf(rateClass, caller);
    const outcome = await limiter.consume(subject, cost).catch((thrown: unknown) => {
      if (thrown instanceof RateLimiterRes) return { refused: thrown };
      throw thrown;
    });
    const state = 'refused' in outcome ? outcome.refused : outcome;
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
    carryHeaders(res, {
      'ratelimit-limit': calls,
      'ratelimit-remaining': Math.max(0, Math.floor(state.remainingPoints / cost)),
      'ratelimit-reset': seconds,
    });
    if ('refused' in outcome) {
      metrics.rateLimited.inc({ rate_class: rateClass });
      fail('rate_limited', { retryAfterSeconds: seconds });
    }
    if (cost === 1) return;
    const windowEnds = performance.now() + state.msBeforeNext;
    // The whole cost is consumed before the work, so that calls at once cost no less than one after the other.
    res.once('close', () => {
      // A file that did not change is not read; a 304 of another read may have been computed for this call.
      const isCheap = isFromMemory(res) || (rateClass === 'public_assets' && res.statusCode === 304);
      // Without an answer of the store the limit is stricter than it says.
      // A window gives back what it took itself: the next one begins whole.
      if (isCheap && performance.now() < windowEnds) limiter.reward(subject, cost - 1).catch(() => {});
    });
  };
}

const userOf = ({ application, user }: PlatformContext): string =>
  `${application?.id}:${user?.issuer}:${user?.subject}`;

/** Key of the class: see rate-classes.ts in the contracts. */
function subjectOf(rateClass: RateClass, { context, publicKey, serverKey, endpointId }: Caller): string {
  switch (rateClasses[rateClass].countedBy) {
    case 'client_ip':
      return limitedAddress(context.client_ip);
    case 'public_key_and_ip':
      return `${publicKey ?? ''}:${limitedAddress(context.client_ip)}`;
    case 'public_key':
      // A token holder is counted alone: a token needs no key beside it.
      return context.user ? userOf(context) : (publicKey ?? '');
    case 'user':
      return userOf(context);
    case 'admin':
      return context.admin?.id ?? serverKey ?? '';
    case 'endpoint':
      return endpointId;
  }
}
