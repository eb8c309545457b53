import type { Device } from '@platform/contracts';
import type { ApplicationContext, Page } from '@platform/contracts/kit';
import { type Database, fail, readPageRows, toPage } from '@platform/runtime';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { App } from '../app.ts';
import { devices, users } from '../schema.ts';
import { toDevice } from './device.ts';

export interface ListDevices {
  application: ApplicationContext;
  user_id: string;
  application_code?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/**
 * One page of the devices of a user, revoked ones included, newest first; an erased user has none.
 * @throws AppError `application_mismatch` when `application_code` is not the application of the call
 */
export async function listDevices(
  { db }: Pick<App, 'db'>,
  { application, user_id, application_code, limit, cursor }: ListDevices,
): Promise<Page<Device>> {
  if (application_code !== undefined && application_code !== application.code) return fail('application_mismatch');
  const rows = await readPageRows(
    db
      .select()
      .from(devices)
      .innerJoin(users, and(eq(users.id, devices.user_id), isNull(users.erased_at))),
    devices,
    { user_id, application_id: application.id },
    { limit, cursor },
  );
  return toPage(
    rows.map((row) => row.devices),
    limit,
    toDevice,
  );
}

/** The newest 200 devices of a user, for administrators. */
export async function devicesOf(db: Database, user_id: string): Promise<Device[]> {
  const rows = await db.select().from(devices).where(eq(devices.user_id, user_id)).orderBy(desc(devices.id)).limit(200);
  return rows.map(toDevice);
}
