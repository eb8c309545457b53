import type { catalog } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { fail, findRow, invalidField, newId } from '@platform/runtime';
import type { App } from '../app.ts';
import { requireOpenApplication } from '../applications/application.ts';
import { license_batches, license_keys, plans } from '../schema.ts';
import { hashLicenseKey, newLicenseKey, readLicenseKey } from './license-key.ts';

type Body = EndpointRequest<typeof catalog.endpoints.issueLicenseKeys>['body'];
const rowsPerStatement = 1_000;

/**
 * Issues a batch of keys. They are answered once; what stays is their hash and their last characters.
 * @throws AppError `application_not_found`, `plan_not_found`, `conflict` for an archived application and a free or
 * archived plan,
 * `validation_failed`
 *   when `valid_until` is over
 */
export async function issueLicenseKeys(
  app: Pick<App, 'db' | 'clock' | 'audit'>,
  { application_id, admin_id }: { application_id: string; admin_id: string },
  { plan_code, quantity, batch_name, max_redemptions, max_devices, valid_until }: Body,
) {
  return app.db.transaction(async (tx) => {
    await requireOpenApplication(tx, application_id);
    const plan = await findRow(tx, plans, { application_id, code: plan_code });
    if (!plan) return fail('plan_not_found');
    if (plan.billing_type === 'free' || plan.status === 'archived')
      return fail('conflict', {
        message: `Keys cannot grant the plan ${plan_code}: it is free or archived. Name an active plan that is not free.`,
      });
    const now = app.clock.now();
    const end = valid_until === null ? null : new Date(valid_until);
    if (end && end <= now)
      return invalidField('valid_until', 'is in the past: the keys could never be activated, so send a later time');
    const batch = {
      id: newId(),
      application_id,
      plan_id: plan.id,
      name: batch_name ?? `${plan_code} ${now.toISOString().slice(0, 10)}`,
      max_redemptions,
      max_devices,
      valid_until: end,
      admin_id,
      created_at: now,
      updated_at: now,
    };
    await tx.insert(license_batches).values(batch);
    const keys = Array.from({ length: quantity }, () => ({ id: newId(), key: newLicenseKey() }));
    const rows = keys.map(({ id, key }) => ({
      id,
      batch_id: batch.id,
      application_id,
      key_hash: hashLicenseKey(readLicenseKey(key) ?? fail('internal_error')),
      hint: key.slice(-5),
      created_at: now,
    }));
    for (let at = 0; at < rows.length; at += rowsPerStatement)
      await tx.insert(license_keys).values(rows.slice(at, at + rowsPerStatement));
    const issued = { batch_id: batch.id, batch_name: batch.name, plan_code, max_redemptions, max_devices, valid_until };
    await app.audit.record(tx, { before: null, after: { ...issued, quantity } });
    return { ...issued, keys };
  });
}
