import type { Clock, Database, GeoLocation, Tx } from '@platform/runtime';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { users } from '../schema.ts';
import { isUser, type UserKey } from './find-user.ts';
import { locationDiffers, locationValues } from './location.ts';

/**
 * Updates the location of a user: country and city follow the address, a time zone only fills one that
 * neither the person nor a device has given. One conditional UPDATE.
 * @returns whether something changed; nothing is written otherwise, nor for an erased user
 */
export async function locateUser(
  { db, clock }: { db: Database | Tx; clock: Clock },
  key: UserKey,
  location: GeoLocation,
): Promise<boolean> {
  const { timezone } = location;
  if (location.country_code === null && timezone === null) return false;
  const lacksZone = and(isNull(users.timezone), eq(users.timezone_edited, false));
  const { rowCount } = await db
    .update(users)
    .set({
      ...locationValues(users, location),
      ...(timezone !== null && { timezone: sql`CASE WHEN ${lacksZone} THEN ${timezone} ELSE ${users.timezone} END` }),
      updated_at: clock.now(),
    })
    .where(and(isUser(key), or(locationDiffers(users, location), timezone === null ? undefined : lacksZone)));
  return (rowCount ?? 0) > 0;
}
