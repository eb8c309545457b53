import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, hashPassword, randomBase62, Turns, verifyPassword } from '@platform/runtime';

/** Hashes and checks passwords, one at a time: a hash takes 19 MiB and a core. */
export interface Passwords {
  /**
   * The stored form of a password. Runs before the checks of logins.
   * @throws AppError `rate_limited` when the queue is full
   */
  hash(password: string): Promise<string>;
  /**
   * Whether the password belongs to `stored`; without a stored one the check takes as long and the answer is
   * false.
   * @throws AppError `rate_limited` when the queue is full or the turn does not come in time
   */
  verify(password: string, stored: string | undefined, caller: Caller): Promise<boolean>;
}

/** Checks that may wait. Most of them are wrong guesses, which time out. */
const waiting = 20;
const maxWaitMs = 2_000;
const retryAfterSeconds = 2;
/** While others wait, a wrong password is followed by a cooldown of twice its own time, within a bound. */
const cooldownFactor = 2;
const maxCooldownMs = 500;

/**
 * A bounded queue in front of the argon2 thread, with a cooldown after each wrong password.
 * @param waitMs how long a check waits for its turn, in milliseconds
 */
export function createPasswords(waitMs = maxWaitMs): Passwords {
  const turns = new Turns({ atOnce: 1, waiting, waitMs, retryAfterSeconds, message: 'Too many logins at once.' });
  // A hash that no password has, of the same cost as a real one.
  const decoy = hashPassword(randomBase62(43));
  // A login that needs it gets the error.
  decoy.catch(() => {});
  return {
    hash: (password) => turns.run({ key: 'hash' }, () => hashPassword(password)),
    verify: (password, stored, caller) =>
      new Promise((resolve, reject) => {
        const check = async (): Promise<void> => {
          const began = performance.now();
          const isEqual = await verifyPassword(password, stored ?? (await decoy));
          const isRight = isEqual && stored !== undefined;
          resolve(isRight);
          if (!isRight && turns.load.waiting > 0)
            await sleep(Math.min(maxCooldownMs, cooldownFactor * (performance.now() - began)));
        };
        turns.run(caller, check).catch(reject);
      }),
  };
}
