import { identity } from '@platform/contracts';
import { fail, type ReceivedEvent, type Tx } from '@platform/runtime';
import { and, eq, isNull } from 'drizzle-orm';
import type { App } from '../app.ts';
import { subjectKeys } from '../consents/subject-key.ts';
import { forgetDevices } from '../devices/forget-devices.ts';
import { users } from '../schema.ts';

/**
 * Forgets a person (152-FZ, article 21). The row of the user stays as a
 * pseudonym for payments and for the ledger; the key of the ledger's personal columns is destroyed, so that
 * they can never be read again and the chain still verifies. Every other service with data of the person
 * consumes `user.erased`. The token may register again, as a new user.
 * @throws AppError `user_not_found`, also when the person was erased before
 */
export async function eraseUser(
  app: Pick<App, 'db' | 'clock' | 'emit'>,
  person: { application_id: string; user_id: string },
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const now = app.clock.now();
    if (!(await forget(app, tx, person, now))) return fail('user_not_found');
    const { application_id, user_id } = person;
    await app.emit(tx, identity.events.userErased, { user_id }, { application_id, occurred_at: now });
  });
}

/**
 * Erases an already erased user again: a database restored from an older backup contains the user again. The
 * event then comes from the bus, as it does to every other consumer. For any other user it does nothing.
 */
export const eraseAgain =
  (app: Pick<App, 'clock' | 'emit'>) =>
  async (tx: Tx, { application_id, occurred_at, data }: ReceivedEvent<typeof identity.events.userErased>) => {
    if (application_id !== null)
      await forget(app, tx, { application_id, user_id: data.user_id }, new Date(occurred_at));
  };

/** @returns whether there was a user to erase */
async function forget(
  app: Pick<App, 'clock' | 'emit'>,
  tx: Tx,
  { application_id, user_id }: { application_id: string; user_id: string },
  erased_at: Date,
): Promise<boolean> {
  // A writer of data about the person holds a lock on this row: it finishes first, or finds no user.
  const [user] = await tx
    .update(users)
    .set({ ...pseudonym(user_id), updated_at: app.clock.now(), erased_at })
    .where(and(eq(users.id, user_id), eq(users.application_id, application_id), isNull(users.erased_at)))
    .returning({ id: users.id });
  if (!user) return false;
  await forgetDevices(app, tx, { application_id, user_id });
  await subjectKeys.destroy(tx, user_id);
  return true;
}

/** The remains of an erased person: no name from an identity provider, no data from person or device. */
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
  utm_content: null,
  acquisition_source: null,
});
