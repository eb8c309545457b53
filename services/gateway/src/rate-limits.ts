import type { ServerResponse } from 'node:http';
import { rateClasses } from '@platform/contracts';
import type { PlatformContext, RateClass } from '@platform/contracts/kit';
import { carryHeaders, fail, type KeyValueStore, limitedAddress } from '@platform/runtime';
import { type RateLimiterLike, RateLimiterRes } from 'rate-limiter-flexible';
import type { GatewayConfig } from './config.ts';
import type { GatewayMetrics } from './metrics.ts';
import { OptimisticLimiter } from './optimistic-limiter.ts';

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

/** Limits per minute, shared by all replicas through Redis where there is one, per process otherwise. */
export function createRateLimits(config: GatewayConfig, kv: KeyValueStore, metrics: GatewayMetrics): RateLimits {
  const limiters = new Map<RateClass, { limiter: Pick<RateLimiterLike, 'consume'>; points: string }>();
  for (const rateClass of Object.keys(rateClasses) as RateClass[]) {
    const points = config[`RATE_LIMIT_${rateClass.toUpperCase() as Uppercase<RateClass>}`];
    const limiter = kv.rateLimiter({ name: `rl:${rateClass}`, points, windowSeconds: 60 });
    limiters.set(rateClass, {
      limiter: kv.isShared ? new OptimisticLimiter(limiter, points) : limiter,
      points: String(points),
    });
  }

  return async (rateClass, caller, res) => {
    const entry = limiters.get(rateClass);
    if (!entry) return;
    const outcome = await entry.limiter.consume(subjectOf(rateClass, caller)).catch((thrown: unknown) => {
      if (thrown instanceof RateLimiterRes) return { refused: thrown };
      throw thrown;
    });
    const state = 'refused' in outcome ? outcome.refused : outcome;
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
    carryHeaders(res, {
      'ratelimit-limit': entry.points,
      'ratelimit-remaining': Math.max(0, state.remainingPoints),
      'ratelimit-reset': seconds,
    });
    if ('refused' in outcome) {
      metrics.rateLimited.inc({ rate_class: rateClass });
      fail('rate_limited', { retryAfterSeconds: seconds });
    }
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
