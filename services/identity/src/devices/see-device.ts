import type { Database, GeoLocation, Tx } from '@platform/runtime';
import { and, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { devices } from '../schema.ts';
import { locationDiffers, locationValues } from '../users/location.ts';
import { type DeviceRow, type InstallationKey, isInstallation } from './device.ts';

/** Known state of a device at a moment. */
export interface Sighting extends InstallationKey {
  platform: string;
  /** Undefined leaves the known value. */
  app_version?: string | undefined;
  /** The value of the device; undefined leaves the known one. */
  timezone?: string | undefined;
  location: GeoLocation;
  seen_at: Date;
}

/** A device that was seen less long ago is written only when something else changed. */
const writtenEveryMs = 60_000;

/**
 * Records that an active device was seen. One conditional UPDATE: nothing is written for a revoked or unknown
 * device, for one that has been seen later than this, or within a minute when nothing changed. A change moves
 * `last_seen_at` as well, so that an older heartbeat that comes later cannot revert it.
 * @returns the row that was written, or undefined
 */
export async function seeDevice(db: Database | Tx, sighting: Sighting): Promise<DeviceRow | undefined> {
  const { platform, app_version, location, seen_at } = sighting;
  const { timezone, changed: zoneChanged } = zoneOf(sighting);
  const [row] = await db
    .update(devices)
    .set({
      last_seen_at: seen_at,
      platform,
      ...(app_version !== undefined && { app_version }),
      ...(timezone !== undefined && { timezone }),
      ...locationValues(devices, location),
    })
    .where(
      and(
        isInstallation(sighting),
        isNull(devices.revoked_at),
        lte(devices.last_seen_at, seen_at),
        or(
          lte(devices.last_seen_at, new Date(seen_at.getTime() - writtenEveryMs)),
          sql`${devices.platform} <> ${platform}`,
          app_version === undefined ? undefined : sql`${devices.app_version} <> ${app_version}`,
          zoneChanged,
          locationDiffers(devices, location),
        ),
      ),
    )
    .returning();
  return row;
}

/** A time zone that the device gives replaces the known one; that of its address only fills a gap. */
function zoneOf({ timezone, location }: Sighting): { timezone?: string | SQL; changed?: SQL | undefined } {
  if (timezone !== undefined) return { timezone, changed: sql`${devices.timezone} IS DISTINCT FROM ${timezone}` };
  if (location.timezone === null) return {};
  return { timezone: sql`coalesce(${devices.timezone}, ${location.timezone})`, changed: isNull(devices.timezone) };
}
