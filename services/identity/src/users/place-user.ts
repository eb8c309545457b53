import type { Clock, Database, Place, Tx } from '@platform/runtime';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { users } from '../schema.ts';
import { isUser, type UserKey } from './find-user.ts';
import { placeDiffers, placeValues } from './place.ts';

/**
 * Keeps the place of a user current: country and city follow the address, a time zone only fills one that
 * neither the person nor a device has given. One conditional UPDATE.
 * @returns whether something changed; nothing is written otherwise, nor for an erased user
 */
export async function placeUser(
  { db, clock }: { db: Database | Tx; clock: Clock },
  key: UserKey,
  place: Place,
): Promise<boolean> {
  const { timezone } = place;
  if (place.country_code === null && timezone === null) return false;
  const lacksZone = and(isNull(users.timezone), eq(users.timezone_edited, false));
  const { rowCount } = await db
    .update(users)
    .set({
      ...placeValues(users, place),
      ...(timezone !== null && { timezone: sql`CASE WHEN ${lacksZone} THEN ${timezone} ELSE ${users.timezone} END` }),
      updated_at: clock.now(),
    })
    .where(and(isUser(key), or(placeDiffers(users, place), timezone === null ? undefined : lacksZone)));
  return (rowCount ?? 0) > 0;
}
