import { defineStatement } from '@platform/runtime';
import type { App } from '../app.ts';

/** The grants for life that hold at a moment: they have begun, have no end and are not revoked. */
const codesForLife = defineStatement({
  name: 'codes_for_life',
  text: `SELECT DISTINCT unnest(entitlement_codes) AS code FROM catalog.grants
    WHERE application_id = $1 AND user_id = $2 AND revoked_at IS NULL AND expires_at IS NULL AND starts_at <= $3`,
});

/**
 * Whether a user has all of these entitlement codes for life by now, from any source: a purchase of them
 * would add nothing. Without codes the answer is false.
 */
export async function ownsForLifetime(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  purchase: { application_id: string; user_id: string; entitlement_codes: string[] },
): Promise<boolean> {
  const { application_id, user_id, entitlement_codes } = purchase;
  if (entitlement_codes.length === 0) return false;
  const rows = await db.read<{ code: string }>(codesForLife, [application_id, user_id, clock.now()]);
  const owned = new Set(rows.map(({ code }) => code));
  return entitlement_codes.every((code) => owned.has(code));
}
