import { fail, type KeyValueStore, limitedAddress, retryAfterSeconds, sha256 } from '@platform/runtime';
import type { CatalogConfig } from '../config.ts';

/**
 * Counts an attempt to activate a key, whether or not the key exists or is valid: guesses, or tries of one
 * key from many addresses, are slowed down and reveal nothing.
 * @throws `rate_limited`
 */
export type LicenseGuard = (attempt: { client_ip: string; key: string }) => Promise<void>;

export function createLicenseGuard(
  kv: KeyValueStore,
  limits: Pick<CatalogConfig, 'RATE_LIMIT_LICENSE_IP' | 'RATE_LIMIT_LICENSE_KEY'>,
): LicenseGuard {
  const windowSeconds = 60;
  const byAddress = kv.rateLimiter({ name: 'license_ip', points: limits.RATE_LIMIT_LICENSE_IP, windowSeconds });
  const byKey = kv.rateLimiter({ name: 'license_key', points: limits.RATE_LIMIT_LICENSE_KEY, windowSeconds });
  return async ({ client_ip, key }) => {
    for (const { limiter, subject } of [
      { limiter: byAddress, subject: limitedAddress(client_ip) },
      { limiter: byKey, subject: sha256(key) },
    ])
      await limiter.consume(subject).catch((refusal: unknown) => {
        if (refusal instanceof Error) throw refusal;
        return fail('rate_limited', { retryAfterSeconds: retryAfterSeconds(refusal) });
      });
  };
}
