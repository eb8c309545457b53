import { fail } from '@platform/runtime';
import { and, eq, isNull } from 'drizzle-orm';
import type { App } from '../app.ts';
import { devices } from '../schema.ts';
import { emitRevoked } from './device.ts';

export interface RevokeDevice {
  application_id: string;
  user_id: string;
  device_id: string;
}

/**
 * Makes a device inactive until it registers again. One that is revoked already keeps its time.
 * @throws AppError `device_not_found`, also for a device of another user
 */
export async function revokeDevice(
  app: Pick<App, 'db' | 'clock' | 'emit'>,
  { application_id, user_id, device_id }: RevokeDevice,
): Promise<void> {
  const isOwn = and(
    eq(devices.id, device_id),
    eq(devices.user_id, user_id),
    eq(devices.application_id, application_id),
  );
  await app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const revoked = await tx
      .update(devices)
      .set({ revoked_at: now })
      .where(and(isOwn, isNull(devices.revoked_at)))
      .returning();
    if (revoked.length > 0) return emitRevoked(app, tx, { rows: revoked, reason: 'revoked_by_user', at: now });
    const [revokedDevice] = await tx.select({ id: devices.id }).from(devices).where(isOwn);
    if (!revokedDevice) return fail('device_not_found');
  });
}
