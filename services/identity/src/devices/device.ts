import type { Device, DeviceRevocation } from '@platform/contracts';
import { identity } from '@platform/contracts';
import type { Tx } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { devices } from '../schema.ts';

export type DeviceRow = typeof devices.$inferSelect;

/** A device by what its client calls itself. */
export interface InstallationKey {
  application_id: string;
  user_id: string;
  installation_id: string;
}

/** The row of an installation of a user, active or not, as a condition. */
export const isInstallation = ({ application_id, user_id, installation_id }: InstallationKey) =>
  and(
    eq(devices.user_id, user_id),
    eq(devices.installation_id, installation_id),
    eq(devices.application_id, application_id),
  );

/** A device as the contract shows one. */
export const toDevice = (row: DeviceRow): Device => ({
  id: row.id,
  installation_id: row.installation_id,
  platform: row.platform,
  app_version: row.app_version,
  timezone: row.timezone,
  country_code: row.country_code,
  city: row.city,
  last_seen_at: row.last_seen_at.toISOString(),
  revoked_at: row.revoked_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

const eventData = ({ id, user_id, installation_id, platform }: DeviceRow) => ({
  device_id: id,
  user_id,
  installation_id,
  platform,
});

/** Publishes that a device became active. */
export const emitRegistered = (
  app: Pick<App, 'emit'>,
  tx: Tx,
  { row, reason, at }: { row: DeviceRow; reason: 'new' | 'again'; at: Date },
) =>
  app.emit(
    tx,
    identity.events.deviceRegistered,
    { ...eventData(row), reason },
    { application_id: row.application_id, occurred_at: at },
  );

/** Publishes for each device that it is no longer active. */
export async function emitRevoked(
  app: Pick<App, 'emit'>,
  tx: Tx,
  { rows, reason, at }: { rows: readonly DeviceRow[]; reason: z.input<typeof DeviceRevocation>; at: Date },
): Promise<void> {
  for (const row of rows) {
    const about = { application_id: row.application_id, occurred_at: at };
    await app.emit(tx, identity.events.deviceRevoked, { ...eventData(row), reason }, about);
  }
}
