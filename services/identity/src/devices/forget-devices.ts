import type { Tx } from '@platform/runtime';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { devices } from '../schema.ts';
import { emitRevoked } from './device.ts';

/**
 * Part of an erasure, with the row of the user locked: the devices stay as a number of rows without data of
 * the person. The installation id of a client identifies the device in every log, so it is replaced by a
 * random one, and the event names the new one.
 */
export async function forgetDevices(
  app: Pick<App, 'clock' | 'emit'>,
  tx: Tx,
  { application_id, user_id }: { application_id: string; user_id: string },
): Promise<void> {
  const now = app.clock.now();
  const isTheirs = and(eq(devices.user_id, user_id), eq(devices.application_id, application_id));
  const ended = await tx
    .update(devices)
    .set({ revoked_at: now })
    .where(and(isTheirs, isNull(devices.revoked_at)))
    .returning({ id: devices.id });
  // All of them and after the first: one that is revoked by hand in this moment is forgotten as well.
  const forgotten = await tx
    .update(devices)
    .set({ installation_id: sql`gen_random_uuid()`, timezone: null, country_code: null, city: null })
    .where(isTheirs)
    .returning();
  const wasActive = new Set(ended.map(({ id }) => id));
  const revoked = forgotten.filter(({ id }) => wasActive.has(id));
  await emitRevoked(app, tx, { rows: revoked, reason: 'user_erased', at: now });
}
