import {
  boundedCache,
  fail,
  isAppError,
  type KeyValueStore,
  limitedAddress,
  retryAfterSeconds,
  sha256,
} from '@platform/runtime';
import type { Passwords } from './passwords.ts';

export interface LoginAttempt {
  email: string;
  password: string;
  client_ip: string;
}

/** Stored fields of the account of an attempt. */
export interface GuardedAccount {
  password_hash: string;
  /** Whether a login from the network of the attempt succeeded lately. */
  isKnownNetwork: boolean;
}

/** Checks passwords without telling which e-mail has an account, and counts failures. */
export interface LoginGuard {
  /**
   * Whether the password is the one of the account; an account that does not exist takes as long as a wrong
   * password. A network that the account is known to log in from goes before all others, and failures
   * elsewhere do not close it.
   * @param findAccount is asked once the address has budget left
   * @throws AppError `rate_limited` after ten failures for the e-mail from this address, or 200 from unknown
   * networks, in fifteen minutes, and when too many logins are being checked
   */
  verify(attempt: LoginAttempt, findAccount: () => Promise<GuardedAccount | undefined>): Promise<boolean>;
}

const windowSeconds = 900;

export function createLoginGuard(kv: KeyValueStore, passwords: Passwords): LoginGuard {
  // Ten by e-mail alone would let any caller lock an administrator out. The ceiling over all addresses is
  // there for guesses that come from many of them; the gateway's limit on logins keeps one address below it.
  const byAddress = kv.rateLimiter({ name: 'login_email_address', points: 10, windowSeconds });
  const byEmail = kv.rateLimiter({ name: 'login_email', points: 200, windowSeconds });
  /** Failures of each network in this process: the more there are, the later its next check comes. */
  const failures = boundedCache<number>({ maxBytes: 4 * 1024 * 1024, ttlMs: windowSeconds * 1_000 });

  return {
    async verify({ email, password, client_ip }, findAccount) {
      const network = limitedAddress(client_ip);
      const charged: (() => Promise<unknown>)[] = [];
      const giveBack = () => Promise.all(charged.map((reward) => reward()));
      // Counted before the check, so that many guesses at once are not checked all, and given back when it
      // was right.
      const charge = async (limiter: typeof byAddress, key: string): Promise<void> => {
        await limiter.consume(key).catch((refusal: unknown) => {
          if (refusal instanceof Error) throw refusal;
          return fail('rate_limited', { retryAfterSeconds: retryAfterSeconds(refusal) });
        });
        charged.push(() => limiter.reward(key));
      };
      // In this order: a refused address costs no query and does not use up the budget of the others.
      await charge(byAddress, sha256(`${email}\n${network}`));
      const account = await findAccount();
      if (!account?.isKnownNetwork) await charge(byEmail, sha256(email));
      const failed = failures.get(network) ?? 0;
      const rank = account?.isKnownNetwork ? 0 : 1 + failed;
      const isRight = await passwords
        .verify(password, account?.password_hash, { key: network, rank })
        .catch(async (error: unknown) => {
          // Nothing was checked, so nothing was guessed.
          if (isAppError(error, 'rate_limited')) await giveBack();
          throw error;
        });
      if (isRight) await giveBack();
      else failures.set(network, failed + 1);
      return isRight;
    },
  };
}
