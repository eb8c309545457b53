import { type Caller, createTurns, hashPassword, randomBase62, verifyPassword } from '@platform/runtime';

/** Hashes and checks passwords, one at a time: a hash takes 38 MiB and a core. */
export interface Passwords {
  /**
   * The stored form of a password. Runs before the checks of logins.
   * @throws AppError `rate_limited` when the queue is full
   */
  hash(password: string): Promise<string>;
  /**
   * Whether the password belongs to `stored`; without a stored one the check takes as long and the answer is false.
   * @throws AppError `rate_limited` when the queue is full or the turn does not come in time
   */
  verify(password: string, stored: string | undefined, caller: Caller): Promise<boolean>;
}

/** Checks that may wait: about a second and a half of work. */
const waiting = 20;
const waitMs = 2_000;
const retryAfterSeconds = 2;

/** Hashes share the four threads of libuv with DNS and files, and the cores with requests: one at a time leaves both. */
export function createPasswords(): Passwords {
  const turns = createTurns({ atOnce: 1, waiting, waitMs, retryAfterSeconds, message: 'Too many logins at once.' });
  // A hash that no password has, of the same cost as a real one.
  const decoy = hashPassword(randomBase62(43));
  return {
    hash: (password) => turns.run({ key: 'hash' }, () => hashPassword(password)),
    verify: (password, stored, caller) =>
      turns.run(caller, async () => {
        const matches = await verifyPassword(password, stored ?? (await decoy));
        return matches && stored !== undefined;
      }),
  };
}
