import { defineStatement, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';

/** The grants for life that hold at a moment: they have begun, have no end and are not revoked. */
const codesForLife = defineStatement({
  name: 'codes_for_life',
  text: `SELECT DISTINCT unnest(entitlement_codes) AS code FROM catalog.grants
    WHERE application_id = $1 AND user_id = $2 AND revoked_at IS NULL AND expires_at IS NULL AND starts_at <= $3`,
});

interface Purchase {
  application_id: string;
  user_id: string;
  entitlement_codes: readonly string[];
}

/**
 * Whether a user has all of these entitlement codes for life by now, from any source: a purchase of them
 * would add nothing. Without codes the answer is false.
 */
export async function ownsForLifetime({ db, clock }: Pick<App, 'db' | 'clock'>, purchase: Purchase): Promise<boolean> {
  if (purchase.entitlement_codes.length === 0) return false;
  const rows = await db.read<{ code: string }>(codesForLife, [purchase.application_id, purchase.user_id, clock.now()]);
  return covers(rows, purchase);
}

/** The same inside a transaction. */
export async function ownsForLifetimeIn(tx: Tx, purchase: Purchase, now: Date): Promise<boolean> {
  if (purchase.entitlement_codes.length === 0) return false;
  const { application_id, user_id } = purchase;
  const { rows } = await runStatement<{ code: string }>(tx, codesForLife, [application_id, user_id, now]);
  return covers(rows, purchase);
}

function covers(rows: readonly { code: string }[], { entitlement_codes }: Purchase): boolean {
  const owned = new Set(rows.map(({ code }) => code));
  return entitlement_codes.every((code) => owned.has(code));
}
