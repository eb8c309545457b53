import type { User } from '@platform/contracts';
import { fail } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { users } from '../schema.ts';
import { findUser, isUser, type UserKey } from './find-user.ts';
import { toUser } from './profile.ts';

/**
 * The own profile.
 * @throws `user_not_found`
 */
export async function getProfile({ db }: Pick<App, 'db'>, key: UserKey): Promise<z.input<typeof User>> {
  return toUser((await findUser(db, key)) ?? fail('user_not_found'));
}

/** Fields that a person may set; null clears one, undefined leaves it. */
export interface ProfilePatch {
  display_name?: string | null | undefined;
  avatar_url?: string | null | undefined;
  timezone?: string | null | undefined;
}

/**
 * Sets profile fields by the person's own hand: from then on no login changes them.
 * @throws `user_not_found`
 */
export async function updateProfile(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  key: UserKey,
  { display_name, avatar_url, timezone }: ProfilePatch,
): Promise<z.input<typeof User>> {
  const [user] = await db
    .update(users)
    .set({
      ...(display_name !== undefined && { display_name, display_name_edited: true }),
      ...(avatar_url !== undefined && { avatar_url, avatar_url_edited: true }),
      ...(timezone !== undefined && { timezone, timezone_edited: true }),
      updated_at: clock.now(),
    })
    .where(isUser(key))
    .returning();
  return toUser(user ?? fail('user_not_found'));
}
