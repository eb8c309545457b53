import { hkdfSync } from 'node:crypto';
import type { PlatformContext } from '@platform/contracts/kit';
import { contextKeysVariable } from '@platform/contracts/service-names';
import type { Clock } from '../clock.ts';
import { splitList } from '../config.ts';
import { hmac, secretEquals } from '../crypto.ts';

export const contextHeader = 'x-platform-context';
const lifeSeconds = 30;
const keyBytes = 32;

interface SignedContext extends PlatformContext {
  /** The endpoint it was made for: a context that leaks cannot open another one. */
  endpoint: string;
  /** Seconds since 1970. */
  issued_at: number;
}

export interface ContextSigner {
  /** The value of `x-platform-context` for one call of one endpoint of a service. */
  sign(context: PlatformContext, service: string, endpoint: string): string;
}

export interface ContextVerifier {
  /** The context, or null when the signature, the endpoint or the time is wrong. */
  verify(header: string | undefined, endpoint: string): PlatformContext | null;
}

/**
 * The key of contexts for one service, as 43 characters of base64url. It is derived (HKDF-SHA256, RFC 5869)
 * and not the secret itself: a service can sign contexts for itself and for no other service.
 * @param secret one of `PLATFORM_CONTEXT_SECRETS`
 */
export const deriveContextKey = (secret: string, service: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', `platform-context ${service}`, keyBytes)).toString('base64url');

/**
 * The variables with the context keys of services.
 * @param secrets the value of `PLATFORM_CONTEXT_SECRETS`: secrets with commas between
 */
export const contextKeysEnvironment = (secrets: string, services: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    services.map((service) => [
      contextKeysVariable(service),
      splitList(secrets)
        .map((secret) => deriveContextKey(secret, service))
        .join(','),
    ]),
  );

/**
 * Signs the facts that the gateway knows of a caller (HMAC-SHA256, 30 s life), with the key of the service
 * that is called. The first secret signs, so secrets rotate without a gap.
 * @throws Error without a secret
 */
export function createContextSigner(secrets: readonly string[], clock: Clock): ContextSigner {
  const [current] = secrets;
  if (current === undefined) throw new Error('at least one context secret is needed');
  const keys = new Map<string, string>();
  const keyOf = (service: string): string => {
    const key = keys.get(service) ?? deriveContextKey(current, service);
    keys.set(service, key);
    return key;
  };
  return {
    sign(context, service, endpoint) {
      const signed: SignedContext = { ...context, endpoint, issued_at: secondsOf(clock) };
      const payload = Buffer.from(JSON.stringify(signed)).toString('base64url');
      return `${payload}.${hmac(keyOf(service), payload)}`;
    },
  };
}

/**
 * Verifies contexts for one service. A service refuses every request without a valid one: being inside the
 * network proves nothing.
 * @param keys what {@link deriveContextKey} gives for the service, for each secret; all verify, none refuses
 * every context
 */
export function createContextVerifier(keys: readonly string[], clock: Clock): ContextVerifier {
  return {
    verify(header, endpoint) {
      if (header === undefined) return null;
      const at = header.lastIndexOf('.');
      const payload = header.slice(0, at);
      const signature = header.slice(at + 1);
      if (at < 0 || !keys.some((key) => secretEquals(signature, hmac(key, payload)))) return null;
      const {
        endpoint: madeFor,
        issued_at,
        ...context
      } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as SignedContext;
      const age = secondsOf(clock) - issued_at;
      return madeFor === endpoint && age >= -lifeSeconds && age <= lifeSeconds ? context : null;
    },
  };
}

const secondsOf = (clock: Clock): number => Math.floor(clock.now().getTime() / 1000);
