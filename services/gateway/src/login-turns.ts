import { boundedCache, type KeyValueStore, limitedAddress, sha256, Turns } from '@platform/runtime';

/** The answer to a login; a ServerResponse is one. */
export interface LoginAnswer {
  readonly statusCode: number;
  once(event: 'finish', listener: () => void): unknown;
}

/** Passes logins on to identity, a bounded number at once. */
export interface LoginTurns {
  /**
   * Runs `forward`, which answers `res`, when the turn of the address comes. An answer 201 makes the address
   * known.
   * @throws AppError `rate_limited` when the queue is full or the turn does not come in time
   */
  run(address: string, res: LoginAnswer, forward: () => void | Promise<void>): Promise<void>;
}

/**
 * Identity checks about five a second during a flood, one at a time. The others wait here: a queue entry costs
 * nothing.
 */
const atOnce = 4;
const waiting = 200;
const rememberedBytes = 2 * 1024 * 1024;
const minutesMs = 60_000;
const knownSeconds = 30 * 86_400;

/**
 * Logins on their way to identity, by address in turn. Without a bound they would take the 64 connections to
 * identity and the queue behind them, which belong to every other call; a refusal by identity costs ten
 * times as much as one here. An address that logged in lately goes first, and the others in the order of
 * their checked attempts in the last fifteen minutes. The shared store knows the addresses that logged in,
 * for restarts and for the other replicas. The queue in front of the password checks is identity's.
 */
export function createLoginTurns(kv: Pick<KeyValueStore, 'get' | 'set'>): LoginTurns {
  const turns = new Turns({
    atOnce,
    waiting,
    waitMs: 2_000,
    retryAfterSeconds: 2,
    message: 'Too many logins at once.',
  });
  const attempts = boundedCache<number>({ maxBytes: rememberedBytes, ttlMs: 15 * minutesMs });
  const knownAddresses = boundedCache<true>({ maxBytes: rememberedBytes, ttlMs: knownSeconds * 1000 });
  let inFlight = 0;
  const nameOf = (key: string) => `login_address:${sha256(key)}`;

  const isKnown = async (key: string): Promise<boolean> => {
    if (knownAddresses.has(key)) return true;
    // Only a queue needs an order. A store that is down costs the order and not the login.
    if (inFlight <= atOnce) return false;
    return (await kv.get(nameOf(key)).catch(() => null)) !== null;
  };

  return {
    async run(address, res, forward) {
      const key = limitedAddress(address);
      // The head is written some time after `forward` is done.
      res.once('finish', () => {
        if (res.statusCode !== 201) return;
        knownAddresses.set(key, true);
        attempts.delete(key);
        void kv.set(nameOf(key), '1', knownSeconds).catch(() => {});
      });
      inFlight += 1;
      try {
        const rank = (await isKnown(key)) ? 0 : 1 + (attempts.get(key) ?? 0);
        return await turns.run({ key, rank }, async () => {
          attempts.set(key, (attempts.get(key) ?? 0) + 1);
          await forward();
        });
      } finally {
        inFlight -= 1;
      }
    },
  };
}
