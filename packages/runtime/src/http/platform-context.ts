import type { PlatformContext } from '@platform/contracts/kit';
import type { Clock } from '../clock.ts';
import { hmac, secretEquals } from '../crypto.ts';

export const contextHeader = 'x-platform-context';
const lifeSeconds = 30;

interface SignedContext extends PlatformContext {
  /** The endpoint it was made for: a context that leaks cannot open another one. */
  endpoint: string;
  /** Seconds since 1970. */
  issued_at: number;
}

export interface ContextSigner {
  /** The value of `x-platform-context` for one call of one endpoint. */
  sign(context: PlatformContext, endpoint: string): string;
  /** The context, or null when the signature, the endpoint or the time is wrong. */
  verify(header: string | undefined, endpoint: string): PlatformContext | null;
}

/**
 * Signs what the gateway knows of a caller (HMAC-SHA256, 30 s life). The first secret signs and all verify,
 * so secrets rotate without a gap. A service refuses every request without a valid one: being inside the
 * network proves nothing.
 */
export function createContextSigner(secrets: readonly string[], clock: Clock): ContextSigner {
  const [current] = secrets;
  if (current === undefined) throw new Error('at least one context secret is needed');
  const seconds = () => Math.floor(clock.now().getTime() / 1000);
  return {
    sign(context, endpoint) {
      const signed: SignedContext = { ...context, endpoint, issued_at: seconds() };
      const payload = Buffer.from(JSON.stringify(signed)).toString('base64url');
      return `${payload}.${hmac(current, payload)}`;
    },
    verify(header, endpoint) {
      if (header === undefined) return null;
      const at = header.lastIndexOf('.');
      const payload = header.slice(0, at);
      const signature = header.slice(at + 1);
      if (at < 0 || !secrets.some((secret) => secretEquals(signature, hmac(secret, payload)))) return null;
      const {
        endpoint: madeFor,
        issued_at,
        ...context
      } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as SignedContext;
      const age = seconds() - issued_at;
      return madeFor === endpoint && age >= -lifeSeconds && age <= lifeSeconds ? context : null;
    },
  };
}
