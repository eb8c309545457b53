import type { ServerResponse } from 'node:http';
import { boundedCache, createTurns, limitedAddress } from '@platform/runtime';

/** Passes logins on to identity, a bounded number at once. */
export interface LoginTurns {
  /**
   * Runs `forward`, which answers `res`, when the turn of the address comes. An answer 201 makes the address known.
   * @throws AppError `rate_limited` when the queue is full or the turn does not come in time
   */
  run(address: string, res: ServerResponse, forward: () => void | Promise<void>): Promise<void>;
}

/** Identity checks about five a second during a flood, one at a time. The others wait here, where a place costs nothing. */
const atOnce = 4;
const waiting = 200;
const rememberedBytes = 2 * 1024 * 1024;
const minutesMs = 60_000;

/**
 * Logins on their way to identity, by address in turn. Without a bound they would take the 64 connections to identity and
 * the places behind them, which belong to every other call, and a refusal by identity costs ten times as much as one here. An address that logged in lately goes first, and the others in
 * the order of their attempts in the last fifteen minutes. The queue in front of the password checks is identity's.
 */
export function createLoginTurns(): LoginTurns {
  const turns = createTurns({
    atOnce,
    waiting,
    waitMs: 2_000,
    retryAfterSeconds: 2,
    message: 'Too many logins at once.',
  });
  const attempts = boundedCache<number>({ maxBytes: rememberedBytes, ttlMs: 15 * minutesMs });
  const known = boundedCache<true>({ maxBytes: rememberedBytes, ttlMs: 30 * 1_440 * minutesMs });
  return {
    run(address, res, forward) {
      const key = limitedAddress(address);
      const tried = attempts.get(key) ?? 0;
      attempts.set(key, tried + 1);
      // The head is written some time after `forward` is done.
      res.once('finish', () => {
        if (res.statusCode !== 201) return;
        known.set(key, true);
        attempts.delete(key);
      });
      return turns.run({ key, rank: known.has(key) ? 0 : 1 + tried }, async () => forward());
    },
  };
}
