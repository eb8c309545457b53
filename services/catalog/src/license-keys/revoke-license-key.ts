import type { LicenseKey } from '@platform/contracts';
import { fail, findRow } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { requireApplication } from '../applications/application.ts';
import { revokeSources } from '../grants/revoke-grant.ts';
import { license_activations, license_keys } from '../schema.ts';
import { selectLicenseKeys, toLicenseKey } from './read-license-keys.ts';

/**
 * Revokes a key and every grant that came from it. A repeat answers the revoked key again.
 * @throws AppError `application_not_found`, `license_key_not_found`
 */
export async function revokeLicenseKey(
  app: Pick<App, 'db' | 'clock' | 'emit' | 'grantTerms' | 'audit'>,
  target: { application_id: string; license_key_id: string; admin_id: string; reason: string },
): Promise<z.input<typeof LicenseKey>> {
  const isTargetKey = and(
    eq(license_keys.id, target.license_key_id),
    eq(license_keys.application_id, target.application_id),
  );
  const { key, revoked } = await app.db.transaction(async (tx) => {
    await requireApplication(tx, target.application_id);
    const lockedKey = await findRow(tx, license_keys, isTargetKey, 'no key update');
    if (!lockedKey) return fail('license_key_not_found');
    const now = app.clock.now();
    const [before] = await selectLicenseKeys(tx, now, isTargetKey, 1);
    if (!lockedKey.revoked_at)
      await tx.update(license_keys).set({ revoked_at: now, revocation_reason: target.reason }).where(isTargetKey);
    const activations = await tx
      .select({ source_id: license_activations.id, user_id: license_activations.user_id })
      .from(license_activations)
      .where(eq(license_activations.license_key_id, lockedKey.id));
    const revoked = await revokeSources(app, tx, {
      application_id: target.application_id,
      source: 'license',
      of: activations,
      admin_id: target.admin_id,
      reason: target.reason,
    });
    const [row] = await selectLicenseKeys(tx, now, isTargetKey, 1);
    if (!before || !row) return fail('license_key_not_found');
    const key = toLicenseKey(row);
    await app.audit.record(tx, { before: toLicenseKey(before), after: key });
    return { key, revoked };
  });
  for (const { user_id } of revoked) app.grantTerms.invalidate(user_id);
  return key;
}
