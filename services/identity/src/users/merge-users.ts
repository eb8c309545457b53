import { identity, type UserLogins } from '@platform/contracts';
import { fail, invalidField, type Tx } from '@platform/runtime';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { moveDevices } from '../devices/move-devices.ts';
import { customers, users } from '../schema.ts';
import { noProfile } from './erase-user.ts';
import type { UserKey } from './find-user.ts';
import type { UserRow } from './profile.ts';
import { auditedLogin } from './set-user-login.ts';
import { readLogins, requireApplication } from './user-logins.ts';

/**
 * Merges a user into another one, on behalf of an owner. The row of the former user becomes one more login of the
 * other one, without personal data; its records in the ledger stay under its id. Services move their rows when they
 * consume `user.merged`. A repeat changes nothing.
 * @throws AppError `application_not_found`, `user_not_found` for either user, `validation_failed` for a user and
 *   itself, `service_unavailable` while catalog is down
 */
export async function mergeUsers(
  app: Pick<App, 'db' | 'ask' | 'audit' | 'emit' | 'clock'>,
  key: UserKey,
  { merged_user_id }: { merged_user_id: string },
): Promise<z.input<typeof UserLogins>> {
  await requireApplication(app, key.application_id);
  if (merged_user_id === key.user_id)
    return invalidField('merged_user_id', 'is the user in the address: name another one');
  return app.db.transaction(async (tx) => {
    const { user, merged } = await lockBoth(tx, key, merged_user_id);
    const before = await auditedLogin(tx, user);
    if (merged.merged_into === null) await mergeRow(app, tx, user, merged);
    await app.audit.record(tx, { before, after: await auditedLogin(tx, user) });
    return readLogins(tx, user);
  });
}

/**
 * Both rows, locked in the order of their ids.
 * @throws AppError `user_not_found` when one is erased, of another application, or merged into a third user
 */
async function lockBoth(tx: Tx, { application_id, user_id }: UserKey, mergedUserId: string) {
  const rows = await tx
    .select()
    .from(users)
    .where(
      and(
        inArray(users.id, [user_id, mergedUserId]),
        eq(users.application_id, application_id),
        isNull(users.erased_at),
      ),
    )
    .orderBy(asc(users.id))
    .for('update');
  const user = rows.find(({ id, merged_into }) => id === user_id && merged_into === null);
  const merged = rows.find(({ id, merged_into }) => id !== user_id && (merged_into ?? user_id) === user_id);
  return user && merged ? { user, merged } : fail('user_not_found');
}

/** Merges a row into the row of a user; the caller has locked both. */
export async function mergeRow(
  app: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  user: UserRow,
  merged: UserRow,
): Promise<void> {
  const { application_id } = user;
  const now = app.clock.now();
  await moveDevices(app, tx, { application_id, user_id: user.id, merged_user_id: merged.id });
  await tx
    .update(users)
    .set({ ...noProfile, merged_into: user.id, merged_at: now, updated_at: now })
    .where(eq(users.id, merged.id));
  await tx.update(users).set({ merged_into: user.id }).where(eq(users.merged_into, merged.id));
  await tx.update(customers).set({ user_id: user.id }).where(eq(customers.user_id, merged.id));
  await tx
    .update(users)
    .set({ ...filledProfile(user, merged), updated_at: now })
    .where(eq(users.id, user.id));
  await app.emit(
    tx,
    identity.events.userMerged,
    { user_id: user.id, merged_user_id: merged.id },
    { application_id, occurred_at: now },
  );
}

/** The profile of a user, with the values of another one in its empty fields, and the first touch of both. */
function filledProfile(user: UserRow, merged: UserRow) {
  const [first, second] = merged.created_at < user.created_at ? [merged, user] : [user, merged];
  const { utm_source, utm_medium, utm_campaign, utm_content, acquisition_source } = hasAttribution(first)
    ? first
    : second;
  return {
    email: user.email ?? merged.email,
    display_name: user.display_name ?? merged.display_name,
    avatar_url: user.avatar_url ?? merged.avatar_url,
    timezone: user.timezone ?? merged.timezone,
    platform: first.platform ?? second.platform,
    country_code: user.country_code ?? merged.country_code,
    city: user.country_code === null ? merged.city : user.city,
    utm_source,
    utm_medium,
    utm_campaign,
    utm_content,
    acquisition_source,
    created_at: first.created_at,
  };
}

const hasAttribution = (user: UserRow): boolean =>
  [user.utm_source, user.utm_medium, user.utm_campaign, user.utm_content, user.acquisition_source].some(
    (value) => value !== null,
  );
