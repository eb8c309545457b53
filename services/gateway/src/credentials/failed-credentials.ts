import type { ServerResponse } from 'node:http';
import {
  boundedCache,
  carryHeaders,
  type EventLoopLag,
  fail,
  isAppError,
  type KeyValueStore,
  limitedAddress,
  Turns,
  watchEventLoopLag,
} from '@platform/runtime';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { GatewayMetrics } from '../metrics.ts';
import { createFloodWatch } from './flood-watch.ts';

export type AskInTurn = <T>(service: string, question: () => Promise<T>) => Promise<T>;

/** One check of what a caller shows. */
export interface CredentialAttempt {
  /**
   * Called before an expensive check: a body, a call of another service, a signature. A credential that was
   * proven before needs no admission, so that the failures of one caller do not lock out the others behind
   * its address.
   * @throws AppError `rate_limited` while the budget of the address is used up
   */
  admit(): void;
  /**
   * Asks another service about a credential that was not seen before. A bounded number of these questions
   * runs at once (a bulkhead per service), by address in turn, so that unknown callers leave room for the
   * known ones.
   * @throws AppError `rate_limited` while the budget of the address is used up, or when its turn comes too
   * late
   */
  askInTurn: AskInTurn;
  /** Makes a failure of this check cost so many points more. */
  weigh(points: number): void;
}

export interface FailedCredentials {
  /**
   * Runs the check of one caller. When it refuses the caller, the budget of the address is charged; a failure
   * of ours charges nothing.
   * @throws AppError what the check throws, or `rate_limited` once the budget is used up
   */
  check<T>(address: string, res: ServerResponse, work: (attempt: CredentialAttempt) => Promise<T>): Promise<T>;
  stop(): void;
}

/** Local state of the budget of one address. */
interface Budget {
  left: number;
  /** When it is whole again, in milliseconds of `performance.now()`. */
  until: number;
  /** Until when a flood shuts the address out, on the same clock. */
  shutUntil: number;
  /** Checks that were admitted and have no outcome yet. */
  pending: number;
}

const windowSeconds = 60;
/**
 * Questions about unknown callers to one service. One takes some milliseconds, so these are about a thousand
 * a second.
 */
const questions = {
  atOnce: 4,
  waiting: 500,
  // Longer than a question to a service that hangs.
  waitMs: 8_000,
  retryAfterSeconds: 1,
  message: 'Too many unknown callers at once.',
};
/**
 * Part of its budget that an address may use in a window of a flooded process (load shedding), and its
 * minimum.
 */
const floodPart = 1 / 24;
export const leastFloodPoints = 5;
/** Memory for the budgets of addresses, in bytes. */
const rememberedBytes = 8 * 1024 * 1024;
const rateClass = 'failed_credentials';

/**
 * Failures per address and minute, an IPv6 network of 64 bits being one address; shared by all replicas where
 * there is a shared store. Failures are written to the store without separate reads: each process knows the
 * remaining budget from its own last failure.
 */
export function createFailedCredentials(
  points: number,
  { kv, metrics, lag = watchEventLoopLag() }: { kv: KeyValueStore; metrics: GatewayMetrics; lag?: EventLoopLag },
): FailedCredentials {
  const limiter = kv.rateLimiter({ name: `rl:${rateClass}`, points, windowSeconds });
  const budgets = boundedCache<Budget>({ maxBytes: rememberedBytes });
  const turns = new Map<string, Turns>();

  const turnsOf = (service: string): Turns => {
    const present = turns.get(service) ?? new Turns(questions);
    turns.set(service, present);
    return present;
  };

  const floodPoints = Math.max(leastFloodPoints, points * floodPart);
  const flood = createFloodWatch(points, lag);

  /**
   * The remaining failures of an address. An address that exceeds its part of a flooded process stays refused
   * until its window ends: let in again as soon as the flood falls, the addresses of a flood would keep it
   * where it is.
   */
  const allowanceOf = (budget: Budget): number => {
    const used = points - budget.left;
    if (used >= floodPoints && budget.until > performance.now() && flood.isFlooded()) budget.shutUntil = budget.until;
    return budget.shutUntil > performance.now() ? 0 : budget.left;
  };

  const budgetOf = (address: string): Budget => {
    const present = budgets.get(address);
    const budget = present ?? { left: points, until: 0, shutUntil: 0, pending: 0 };
    if (!present) budgets.set(address, budget);
    if (budget.until <= performance.now()) budget.left = points;
    return budget;
  };

  const carry = (res: ServerResponse, { left: pointsLeft, until }: Budget): number => {
    const seconds = Math.max(1, Math.ceil((until - performance.now()) / 1000));
    carryHeaders(res, {
      'ratelimit-limit': String(points),
      'ratelimit-remaining': Math.max(0, pointsLeft),
      'ratelimit-reset': seconds,
    });
    return seconds;
  };

  const refuse = (res: ServerResponse, budget: Budget): never => {
    metrics.rateLimited.inc({ rate_class: rateClass });
    return fail('rate_limited', { retryAfterSeconds: carry(res, budget) });
  };

  const charge = async (address: string, res: ServerResponse, weight: number): Promise<void> => {
    const budget = budgetOf(address);
    if (allowanceOf(budget) <= 0) return refuse(res, budget);
    flood.countFailure();
    const outcome = await limiter.consume(address, weight).catch((thrown: unknown) => {
      if (thrown instanceof RateLimiterRes) return { refused: thrown };
      throw thrown;
    });
    const state = 'refused' in outcome ? outcome.refused : outcome;
    budget.left = state.remainingPoints;
    budget.until = performance.now() + state.msBeforeNext;
    if ('refused' in outcome) return refuse(res, budget);
    carry(res, budget);
  };

  return {
    async check(client_ip, res, work) {
      let admitted: Budget | undefined;
      let weight = 1;
      const attempt: CredentialAttempt = {
        admit() {
          if (admitted) return;
          const budget = budgetOf(limitedAddress(client_ip));
          // Checks without an outcome count as failures: many at once must not all be made before the first
          // one fails.
          if (allowanceOf(budget) <= budget.pending) refuse(res, budget);
          budget.pending += 1;
          admitted = budget;
        },
        async askInTurn(service, question) {
          attempt.admit();
          const key = limitedAddress(client_ip);
          const clientGone = new AbortController();
          res.once('close', () => clientGone.abort());
          return turnsOf(service).run({ key, signal: clientGone.signal }, () => {
            const budget = budgetOf(key);
            // Other checks of the address may have failed while this one waited.
            return allowanceOf(budget) > 0 ? question() : refuse(res, budget);
          });
        },
        weigh(more) {
          weight += more;
        },
      };
      try {
        return await work(attempt);
      } catch (error) {
        if (isFailure(error)) await charge(limitedAddress(client_ip), res, weight);
        throw error;
      } finally {
        if (admitted) admitted.pending -= 1;
      }
    },
    stop: () => lag.stop(),
  };
}

/** A role that is too low is no guess, and an outage is not the fault of the caller. */
const isFailure = (error: unknown): boolean =>
  isAppError(error) && error.status < 500 && error.code !== 'forbidden' && error.code !== 'rate_limited';
