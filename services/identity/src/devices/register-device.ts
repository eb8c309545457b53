import { catalog, type Device, type DeviceLimitPolicy } from '@platform/contracts';
import { fail, findRow, type GeoLocation, newId, requireFound, type Tx, unknownLocation } from '@platform/runtime';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { App } from '../app.ts';
import { devices, users } from '../schema.ts';
import { isUser } from '../users/find-user.ts';
import { locateUser } from '../users/locate-user.ts';
import { locationChanges } from '../users/location.ts';
import { type DeviceRow, emitRegistered, emitRevoked, isInstallation, toDevice } from './device.ts';
import { seeDevice } from './see-device.ts';

export interface RegisterDevice {
  application_id: string;
  user_id: string;
  installation_id: string;
  platform: string;
  app_version: string;
  timezone?: string | undefined;
  client_ip: string;
}

interface Limit {
  max_active_devices: number;
  device_limit_policy: DeviceLimitPolicy;
}

/**
 * Makes an installation an active device of the user, or refreshes it.
 * An installation is unique by user: on a shared device each user has a device of their own, counted and
 * revoked by itself.
 * @returns the device, and whether this user has never had it before
 * @throws AppError `device_limit_reached`, `user_not_found`, `service_unavailable` while catalog is down
 */
export async function registerDevice(
  app: App,
  { client_ip, ...input }: RegisterDevice,
): Promise<{ device: Device; created: boolean }> {
  const location = await app.geo.locate(client_ip);
  const sighting = { ...input, location, seen_at: app.clock.now() };
  const userLocation = { ...location, timezone: input.timezone ?? location.timezone };

  // Clients call at every start: a device that is active already takes no lock, and mostly writes nothing.
  const active = (await seeDevice(app.db, sighting)) ?? (await findActive(app, input));
  if (active) {
    await locateUser(app, input, userLocation);
    return { device: toDevice(active), created: false };
  }
  const limit = requireFound(
    await app.ask(catalog.queries.getApplicationFacts, { application_id: input.application_id }),
    'application',
  );
  return app.db.transaction(async (tx) => {
    // Another activation for this user waits here, so that the count below is true when this commits.
    const [user] = await tx.select({ id: users.id }).from(users).where(isUser(input)).for('no key update');
    if (!user) return fail('user_not_found');
    const { row, created } = await activate(app, tx, { input, location, limit });
    await locateUser({ db: tx, clock: app.clock }, input, userLocation);
    return { device: toDevice(row), created };
  });
}

async function findActive({ db }: Pick<App, 'db'>, input: RegisterInput): Promise<DeviceRow | undefined> {
  const row = await findRow(db, devices, and(isInstallation(input), isNull(devices.revoked_at)));
  return row;
}

type RegisterInput = Omit<RegisterDevice, 'client_ip'>;

/** With the row of the user locked: writes the device, once there is room for it. */
async function activate(
  app: App,
  tx: Tx,
  { input, location, limit }: { input: RegisterInput; location: GeoLocation; limit: Limit },
) {
  const now = app.clock.now();
  const former = await findRow(tx, devices, isInstallation(input));
  if (!former || former.revoked_at) await makeRoom(app, tx, { input, limit, now });
  const values = {
    platform: input.platform,
    app_version: input.app_version,
    timezone: input.timezone ?? former?.timezone ?? location.timezone,
    ...locationChanges(former ?? unknownLocation, location),
    last_seen_at: former && former.last_seen_at > now ? former.last_seen_at : now,
    revoked_at: null,
  };
  const key = {
    application_id: input.application_id,
    user_id: input.user_id,
    installation_id: input.installation_id,
  };
  const [row] = former
    ? await tx.update(devices).set(values).where(eq(devices.id, former.id)).returning()
    : await tx
        .insert(devices)
        .values({ id: newId(), ...key, ...values, created_at: now })
        .returning();
  if (!row) return fail('internal_error');
  if (!former || former.revoked_at) await emitRegistered(app, tx, { row, reason: former ? 'again' : 'new', at: now });
  return { row, created: !former };
}

/**
 * Sees to it that one more device fits. Where the limit was lowered meanwhile, as many are evicted as are too
 * many.
 * @throws AppError `device_limit_reached`
 */
async function makeRoom(
  app: App,
  tx: Tx,
  { input: { user_id }, limit, now }: { input: RegisterInput; limit: Limit; now: Date },
): Promise<void> {
  const active = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.user_id, user_id), isNull(devices.revoked_at)))
    .orderBy(asc(devices.last_seen_at), asc(devices.id));
  const tooMany = active.length - limit.max_active_devices + 1;
  if (tooMany <= 0) return;
  if (limit.device_limit_policy === 'reject')
    return fail('device_limit_reached', { fields: { max_active_devices: limit.max_active_devices } });
  const oldest = active.slice(0, tooMany).map(({ id }) => id);
  const evicted = await tx
    .update(devices)
    .set({ revoked_at: now })
    .where(and(inArray(devices.id, oldest), isNull(devices.revoked_at)))
    .returning();
  await emitRevoked(app, tx, { rows: evicted, reason: 'evicted', at: now });
}
