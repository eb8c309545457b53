import { catalog } from '@platform/contracts';
import { fail, findRow, invalidField, newId, type Tx } from '@platform/runtime';
import { and, eq, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { foldRows, type TermedGrant } from '../grants/change-grants.ts';
import { readSnapshot } from '../grants/get-my-entitlements.ts';
import { readGrantRows } from '../grants/grant-rows.ts';
import { insertGrant } from '../grants/insert-grant.ts';
import { ownsForLifetimeIn } from '../grants/owns-for-lifetime.ts';
import { entitlementCodesOf } from '../plans/read-plans.ts';
import { license_activations, license_batches, license_devices, license_keys, plans } from '../schema.ts';
import { hashLicenseKey, readLicenseKey } from './license-key.ts';
import { termEnd } from './read-license-keys.ts';

interface Attempt {
  application: { id: string; code: string };
  user_id: string;
  client_ip: string;
  key: string;
  installation_id: string | null;
}

/**
 * Activates a key for a user: the row of the key is locked, so that its limits hold however many come at
 * once. A repeat by the same user is answered like the first time, and counts another installation where
 * devices are limited.
 *
 * The key grants a timed grant, so its time adds up with everything else that the user has. A key that many
 * may redeem has one end, counted from its first activation: an activation grants the time that is left.
 * `valid_until` limits activations only.
 * @throws AppError `license_key_invalid`, `license_key_exhausted`, `license_key_expired`,
 * `license_key_revoked`,
 *   `already_owned` for a user to whom the key adds nothing, `device_limit_reached`, `rate_limited`, `validation_failed` without an installation where devices are
 *   limited
 */
export async function activateLicenseKey(app: App, attempt: Attempt) {
  const { application, user_id } = attempt;
  const key = readLicenseKey(attempt.key);
  await app.licenseGuard({ client_ip: attempt.client_ip, key: key ?? attempt.key });
  if (key === null) return fail('license_key_invalid');
  const license = await app.db.transaction(async (tx) => {
    const lockedKey = await lockKey(tx, application.id, key);
    const present = await findRow(tx, license_activations, { license_key_id: lockedKey.id, user_id });
    if (lockedKey.revoked_at) return fail('license_key_revoked');
    const now = app.clock.now();
    if (!present) assertRedeemable(lockedKey, now);
    await useDevice(tx, lockedKey, attempt, now);
    const { activation, termed } = present
      ? { activation: present, termed: await readGrantOf(tx, application.id, present) }
      : await redeem(app, tx, { lockedKey, attempt, now });
    return {
      plan_code: lockedKey.plan_code,
      activated_at: activation.created_at.toISOString(),
      expires_at: termed?.term.expires_at?.toISOString() ?? null,
    };
  });
  app.grantTerms.invalidate(user_id);
  return { ...(await readSnapshot(app, { application, user_id })), license };
}

/** The grant of an activation with its term of today. */
async function readGrantOf(
  tx: Tx,
  applicationId: string,
  activation: { id: string; user_id: string },
): Promise<TermedGrant | undefined> {
  const rows = await readGrantRows(tx, applicationId, [activation.user_id]);
  return foldRows(rows).find(({ grant }) => grant.source_id === activation.id);
}

type LockedKey = Awaited<ReturnType<typeof lockKey>>;

/** The key with its batch and plan, locked. A key of another application does not exist here. */
async function lockKey(tx: Tx, applicationId: string, key: string) {
  const isTargetKey = and(
    eq(license_keys.key_hash, hashLicenseKey(key)),
    eq(license_keys.application_id, applicationId),
  );
  // Locked first and read after that: what the others have written while this one waited counts.
  await tx.select({ id: license_keys.id }).from(license_keys).where(isTargetKey).for('no key update');
  const [row] = await tx
    .select({
      id: license_keys.id,
      batch_id: license_keys.batch_id,
      redemptions: license_keys.redemptions,
      first_activated_at: license_keys.first_activated_at,
      revoked_at: license_keys.revoked_at,
      max_redemptions: license_batches.max_redemptions,
      max_devices: license_batches.max_devices,
      valid_until: license_batches.valid_until,
      plan_id: plans.id,
      plan_code: plans.code,
      duration_days: plans.duration_days,
    })
    .from(license_keys)
    .innerJoin(license_batches, eq(license_batches.id, license_keys.batch_id))
    .innerJoin(plans, eq(plans.id, license_batches.plan_id))
    .where(isTargetKey);
  return row ?? fail('license_key_invalid');
}

function assertRedeemable(lockedKey: LockedKey, now: Date): void {
  const end = termEnd(lockedKey.first_activated_at, lockedKey.duration_days);
  if ((lockedKey.valid_until && lockedKey.valid_until <= now) || (end && end <= now)) fail('license_key_expired');
  if (lockedKey.redemptions >= lockedKey.max_redemptions) fail('license_key_exhausted');
}

/** Counts the installation where devices are limited; one that is counted already stays allowed. */
async function useDevice(
  tx: Tx,
  lockedKey: LockedKey,
  { user_id, installation_id: installationId }: Attempt,
  now: Date,
): Promise<void> {
  if (lockedKey.max_devices === null) return;
  if (installationId === null)
    return invalidField(
      'installation_id',
      'is missing: the license key limits devices, so send the id of the installation',
    );
  const device = { license_key_id: lockedKey.id, installation_id: installationId.toLowerCase() };
  const ofKey = eq(license_devices.license_key_id, device.license_key_id);
  // Most activations of such a key are repeats: they read one row, however many installations it has.
  const countedRows = await tx.$count(
    license_devices,
    and(ofKey, eq(license_devices.installation_id, device.installation_id)),
  );
  if (countedRows > 0) return;
  if ((await tx.$count(license_devices, ofKey)) >= lockedKey.max_devices)
    return fail('device_limit_reached', { fields: { max_active_devices: lockedKey.max_devices } });
  await tx.insert(license_devices).values({ ...device, user_id, created_at: now });
}

/** A key that may be used, and the attempt to use it. */
interface Redemption {
  lockedKey: LockedKey;
  attempt: Attempt;
  now: Date;
}

async function redeem(app: App, tx: Tx, { lockedKey, attempt, now }: Redemption) {
  const { application, user_id } = attempt;
  const first_activated_at = lockedKey.first_activated_at ?? now;
  const end = termEnd(first_activated_at, lockedKey.duration_days);
  const entitlement_codes = (await entitlementCodesOf(tx, [lockedKey.plan_id])).get(lockedKey.plan_id) ?? [];
  const purchase = { application_id: application.id, user_id, entitlement_codes };
  // The key is not used up: the user may give it to another person.
  if (await ownsForLifetimeIn(tx, purchase, now)) return fail('already_owned');
  const activation = { id: newId(), license_key_id: lockedKey.id, user_id, created_at: now };
  await tx.insert(license_activations).values(activation);
  await tx
    .update(license_keys)
    .set({ redemptions: sql`${license_keys.redemptions} + 1`, first_activated_at })
    .where(eq(license_keys.id, lockedKey.id));
  const granted = await insertGrant(app, tx, {
    application_id: application.id,
    user_id,
    source: 'license',
    source_id: activation.id,
    plan_id: lockedKey.plan_id,
    plan_code: lockedKey.plan_code,
    entitlement_codes,
    granted_at: now,
    duration_ms: end === null ? null : end.getTime() - now.getTime(),
  });
  if (granted === null) return fail('internal_error');
  await app.emit(
    tx,
    catalog.events.licenseKeyActivated,
    {
      license_key_id: lockedKey.id,
      batch_id: lockedKey.batch_id,
      user_id,
      plan_code: lockedKey.plan_code,
      grant_id: granted.grant.id,
    },
    { application_id: application.id, occurred_at: now },
  );
  return { activation, termed: granted };
}
