import { identity } from '@platform/contracts';
import { fail } from '@platform/runtime';
import { and, eq, isNull } from 'drizzle-orm';
import type { App } from '../app.ts';
import { forgetDevices } from '../devices/forget-devices.ts';
import { subject_keys, users } from '../schema.ts';

/**
 * Forgets a person (152-FZ, article 21; decisions, `DELETE users/me`). The row of the user stays as a pseudonym for
 * payments and for the ledger; the key of the ledger's personal columns is destroyed, so that they can never be read
 * again and the chain still verifies. Everybody else who holds something of the person hears `user.erased`. The token
 * may register anew, and is somebody else then.
 * @throws AppError `user_not_found`, also when the person was erased before
 */
export async function eraseUser(
  app: Pick<App, 'db' | 'clock' | 'emit'>,
  { application_id, user_id }: { application_id: string; user_id: string },
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const now = app.clock.now();
    // Whoever is about to write something about the person holds this row: they finish first, or find nobody.
    const [user] = await tx
      .update(users)
      .set({ ...pseudonym(user_id), updated_at: now, erased_at: now })
      .where(and(eq(users.id, user_id), eq(users.application_id, application_id), isNull(users.erased_at)))
      .returning({ id: users.id });
    if (!user) return fail('user_not_found');
    await forgetDevices(app, tx, { application_id, user_id });
    await tx.delete(subject_keys).where(eq(subject_keys.subject_id, user_id));
    await app.emit(tx, identity.events.userErased, { user_id }, { application_id, occurred_at: now });
  });
}

/** What is left of a person: no name that any identity provider gives, and nothing that they or their device told us. */
const pseudonym = (userId: string) => ({
  // No identity provider can have this name.
  issuer: '',
  subject: userId,
  email: null,
  display_name: null,
  avatar_url: null,
  timezone: null,
  country_code: null,
  city: null,
  platform: null,
  // Free text that campaigns put into links, sometimes with an address in it.
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  acquisition_source: null,
});
