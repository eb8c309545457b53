import type { Caller } from './caller.ts';
import { getPaywall } from './generated/operations.ts';
import type { PublicPaywall } from './generated/schemas.ts';
import { isPlatformError } from './platform-error.ts';
import type { Session } from './session.ts';

/** A paywall, and where it came from. A payment checks the price again, whatever was shown. */
export type ShownPaywall = PublicPaywall & { source: 'network' | 'cache' | 'fallback' };

const networkMs = 2_000;

/**
 * The paywall with a code: from the network within two seconds, else the last one that was read, else the
 * copy in the build of the application.
 * @throws PlatformError when none of the three is available, and `paywall_not_found`, for which no copy is
 * used
 */
export async function showPaywall(
  { caller, session, fallbacks }: { caller: Caller; session: Session; fallbacks?: Record<string, PublicPaywall> },
  code: string,
): Promise<ShownPaywall> {
  const { shelf } = session;
  try {
    const paywall = await caller.call(getPaywall, {
      params: { paywall_code: code },
      timeoutMs: networkMs,
      retries: 0,
    });
    const storedPaywalls = await shelf.read<Record<string, PublicPaywall>>('paywalls');
    await shelf.write('paywalls', { ...storedPaywalls, [code]: paywall });
    return { ...paywall, source: 'network' };
  } catch (error) {
    if (isPlatformError(error, 'paywall_not_found')) throw error;
    const cached = (await shelf.read<Record<string, PublicPaywall>>('paywalls'))?.[code];
    if (cached) return { ...cached, source: 'cache' };
    const fallback = fallbacks?.[code];
    if (fallback) return { ...fallback, source: 'fallback' };
    throw error;
  }
}
