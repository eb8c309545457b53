import { catalog } from '@platform/contracts';
import { errorText, fail } from '@platform/runtime';
import type { GatewayPlatform } from '../dependencies.ts';
import { KeysLostError } from './key-sets.ts';
import { TokenRefusedError } from './token-fault.ts';
import type { VerifyToken } from './token-verifier.ts';

/** The last second of the year 9999. */
const lastSecond = 253_402_300_799;

/**
 * Tells an administrator why a token is refused. The gateway owns this endpoint, because it owns the
 * verification: the answer comes from the very checks of a request. The application is read from its owner,
 * so that a provider that was just set counts at once.
 * @throws AppError `application_not_found`
 */
export async function checkToken(
  { ask, verifyToken }: Pick<GatewayPlatform, 'ask'> & { verifyToken: VerifyToken },
  { application_id, token }: { application_id: string; token: string },
) {
  const { application } = await ask(catalog.queries.resolveApplication, { id: application_id });
  if (!application) return fail('application_not_found');
  const refused = { is_accepted: false, subject: null, expires_at: null };
  try {
    const { sub = null, exp } = await verifyToken(application, token);
    // A provider that writes milliseconds names a year that no date has.
    const expires_at = exp === undefined || exp > lastSecond ? null : new Date(exp * 1000).toISOString();
    return { is_accepted: true, failed: null, expected: null, found: null, subject: sub, expires_at };
  } catch (error) {
    if (error instanceof TokenRefusedError) {
      const { check: failed, expected, found } = error.fault;
      return { ...refused, failed, expected, found };
    }
    if (!(error instanceof KeysLostError)) throw error;
    const expected = `a key set at ${application.identity_provider?.jwks_url}`;
    return { ...refused, failed: 'key' as const, expected, found: errorText(error.cause) };
  }
}
