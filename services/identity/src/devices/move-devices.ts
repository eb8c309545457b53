import type { Tx } from '@platform/runtime';
import { and, eq, inArray } from 'drizzle-orm';
import type { App } from '../app.ts';
import { devices } from '../schema.ts';
import { emitRevoked } from './device.ts';

/**
 * Part of a merge of users, with both rows locked: the devices of the former user become those of the other one. Of an
 * installation that both have, the device that was seen last stays, and the other one is revoked and removed.
 */
export async function moveDevices(
  app: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  users: { application_id: string; user_id: string; merged_user_id: string },
): Promise<void> {
  const { application_id, user_id, merged_user_id } = users;
  const isOf = (id: string) => and(eq(devices.user_id, id), eq(devices.application_id, application_id));
  const [present, moved] = await Promise.all([
    tx.select().from(devices).where(isOf(user_id)).for('update'),
    tx.select().from(devices).where(isOf(merged_user_id)).for('update'),
  ]);
  const byInstallation = new Map(present.map((device) => [device.installation_id, device]));
  const surplus = moved.flatMap((device) => {
    const twin = byInstallation.get(device.installation_id);
    return twin ? [twin.last_seen_at > device.last_seen_at ? device : twin] : [];
  });
  const now = app.clock.now();
  const surplusIds = surplus.map(({ id }) => id);
  if (surplus.length > 0) await tx.delete(devices).where(inArray(devices.id, surplusIds));
  await tx.update(devices).set({ user_id }).where(isOf(merged_user_id));
  const ended = surplus.filter(({ revoked_at }) => revoked_at === null);
  await emitRevoked(app, tx, { rows: ended, reason: 'evicted', at: now });
}
