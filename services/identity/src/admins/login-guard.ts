import {
  fail,
  hashPassword,
  type KeyValueStore,
  randomBase62,
  retryAfterSeconds,
  sha256,
  verifyPassword,
} from '@platform/runtime';

export interface LoginAttempt {
  email: string;
  password: string;
  client_ip: string;
}

/** Checks passwords without telling which e-mail has an account, and counts failures. */
export interface LoginGuard {
  /**
   * Whether the password belongs to `passwordHash`; an account that does not exist takes as long as a wrong password.
   * @throws AppError `rate_limited` after ten failures for the e-mail from this address, or 200 from anywhere, in fifteen
   * minutes
   */
  verify(attempt: LoginAttempt, passwordHash: string | undefined): Promise<boolean>;
}

const windowSeconds = 900;

export function createLoginGuard(kv: KeyValueStore): LoginGuard {
  // Ten by e-mail alone would let anybody lock an administrator out. The ceiling over all addresses is there for guesses
  // that come from many of them; the gateway's limit on logins keeps one address below it.
  const byAddress = kv.rateLimiter({ name: 'login_email_address', points: 10, windowSeconds });
  const byEmail = kv.rateLimiter({ name: 'login_email', points: 200, windowSeconds });
  // A hash that no password has, of the same cost as a real one.
  const decoy = hashPassword(randomBase62(43));
  return {
    async verify({ email, password, client_ip }, passwordHash) {
      const counters = [
        { limiter: byAddress, key: sha256(`${email}\n${networkOf(client_ip)}`) },
        { limiter: byEmail, key: sha256(email) },
      ];
      // Counted before the check, so that many guesses at once are not checked all, and given back when it was right. In
      // this order: an address that is refused does not use up what is left to the others.
      for (const { limiter, key } of counters) {
        await limiter.consume(key).catch((refusal: unknown) => {
          if (refusal instanceof Error) throw refusal;
          return fail('rate_limited', { retryAfterSeconds: retryAfterSeconds(refusal) });
        });
      }
      const matches = await verifyPassword(password, passwordHash ?? (await decoy));
      const isRight = matches && passwordHash !== undefined;
      if (isRight) await Promise.all(counters.map(({ limiter, key }) => limiter.reward(key)));
      return isRight;
    },
  };
}

/** An IPv6 customer owns a whole /64 and would otherwise have ten guesses for each of its addresses. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const hidden = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const whole = [...groups, ...Array<string>(Math.max(0, hidden)).fill('0'), ...(tail?.split(':') ?? [])];
  return whole
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
