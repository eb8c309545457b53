import { fail, hashPassword, type KeyValueStore, randomBase62, sha256, verifyPassword } from '@platform/runtime';

/** Checks passwords without telling which e-mail has an account, and counts failures for each e-mail. */
export interface LoginGuard {
  /**
   * Whether `password` belongs to `passwordHash`; an account that does not exist takes as long as a wrong password.
   * @throws AppError `rate_limited` after ten failures for the e-mail in fifteen minutes
   */
  verify(email: string, password: string, passwordHash: string | undefined): Promise<boolean>;
}

export function createLoginGuard(kv: KeyValueStore): LoginGuard {
  const limiter = kv.rateLimiter({ name: 'login_email', points: 10, windowSeconds: 900 });
  // A hash that no password has, of the same cost as a real one.
  const decoy = hashPassword(randomBase62(43));
  return {
    async verify(email, password, passwordHash) {
      const key = sha256(email);
      // Counted before the check, so that many guesses at once are not checked all, and given back when it was right.
      await limiter.consume(key).catch((refusal: unknown) => {
        if (refusal instanceof Error) throw refusal;
        return fail('rate_limited', { retryAfterSeconds: retryAfter(refusal) });
      });
      const matches = await verifyPassword(password, passwordHash ?? (await decoy));
      const isRight = matches && passwordHash !== undefined;
      if (isRight) await limiter.reward(key);
      return isRight;
    },
  };
}

/** Seconds until the counter is free again; the limiter rejects with an object that says so in milliseconds. */
function retryAfter(refusal: unknown): number {
  const ms =
    typeof refusal === 'object' && refusal !== null && 'msBeforeNext' in refusal ? Number(refusal.msBeforeNext) : 0;
  return Math.max(1, Math.ceil(ms / 1000));
}
