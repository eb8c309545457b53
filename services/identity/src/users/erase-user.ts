import {
  type AdminErasureReason,
  catalog,
  categoriesOfUsers,
  type ErasureFacts,
  type ErasureRecord,
  ErasureFacts as Facts,
  identity,
} from '@platform/contracts';
import {
  defineStatement,
  fail,
  findRow,
  newId,
  type ReceivedEvent,
  requireFound,
  runStatement,
  type Tx,
} from '@platform/runtime';
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { subjectKeys } from '../consents/subject-key.ts';
import { forgetCustomers } from '../customers/forget-customers.ts';
import { forgetDevices } from '../devices/forget-devices.ts';
import { type ErasureRecorder, type ErasureRow, recordErasure, toErasure } from '../erasures/record-erasure.ts';
import { erasure_records, users } from '../schema.ts';
import { isUser, type UserKey } from './find-user.ts';
import { mergedUsersOf } from './user-logins.ts';

type Eraser = ErasureRecorder & Pick<App, 'db' | 'clock' | 'emit'>;

/**
 * Forgets a person (152-FZ, article 21). The row of the user stays as a
 * pseudonym for payments and for the ledger; the key of the ledger's personal columns is destroyed, so that
 * they can never be read again and the chain still verifies. Every other service with data of the person
 * consumes `user.erased`. The token may register again, as a new user. The erasure leaves a record.
 * @throws AppError `user_not_found`, also when the person was erased before
 */
export async function eraseMyself(app: Eraser, person: UserKey): Promise<void> {
  await app.db.transaction(async (tx) => {
    if (!(await eraseWithin(app, tx, person, Facts.parse({})))) fail('user_not_found');
  });
}

/**
 * {@link eraseMyself} by an administrator, for a user of any issuer and of an application in any status. A repeat
 * changes nothing.
 * @returns the record of the first erasure
 * @throws AppError `application_not_found`, `user_not_found`
 */
export async function eraseUser(
  app: Eraser & Pick<App, 'ask' | 'audit'>,
  person: UserKey,
  { admin_id, reason }: { admin_id: string; reason: z.output<typeof AdminErasureReason> },
): Promise<z.input<typeof ErasureRecord>> {
  const { application_id } = person;
  requireFound(await app.ask(catalog.queries.getApplicationFacts, { application_id }), 'application');
  return app.db.transaction(async (tx) => {
    const row = await eraseWithin(app, tx, person, { erased_by: 'admin', admin_id, reason });
    const record = toErasure(row ?? (await recordOfErased(app, tx, person)));
    await app.audit.record(tx, { before: row ? null : record, after: record });
    return record;
  });
}

/** @returns the record; null when there was no user to erase */
async function eraseWithin(app: Eraser, tx: Tx, person: UserKey, facts: ErasureFacts): Promise<ErasureRow | null> {
  // Before anything is removed: what found the user by the login of a merged one has stored its rows by then. A
  // sign-in takes the two locks in this order, too.
  await runStatement(tx, lockMerged, [person.user_id]);
  const user = await findRow(tx, users, isUser(person), 'update');
  if (!user) return null;
  const merged = await mergedUsersOf(tx, person);
  const record = await eraseRow(app, tx, person, facts);
  // The consents of a merged user stay under its own id, and so do rows that a service has not moved yet.
  for (const { id } of merged) await eraseRow(app, tx, { application_id: person.application_id, user_id: id }, facts);
  return record;
}

const lockMerged = defineStatement({
  name: 'lock_merged_users',
  text: 'SELECT FROM identity.users WHERE merged_into = $1 ORDER BY id FOR UPDATE',
});

async function eraseRow(app: Eraser, tx: Tx, person: UserKey, facts: ErasureFacts): Promise<ErasureRow | null> {
  const now = app.clock.now();
  if (!(await forget(app, tx, person, now))) return null;
  const { application_id, user_id } = person;
  await app.emit(tx, identity.events.userErased, { user_id, ...facts }, { application_id, occurred_at: now });
  return recordErasure(app, tx, ofUser(person, { ...facts, id: newId(), erased_at: now }));
}

/**
 * The record of a user who was erased before. An erasure by a release without records is of the person, and gets its
 * record now.
 * @throws AppError `user_not_found`
 */
async function recordOfErased(app: Eraser, tx: Tx, { application_id, user_id }: UserKey): Promise<ErasureRow> {
  const [user] = await tx
    .select({ erased_at: users.erased_at })
    .from(users)
    .where(and(eq(users.id, user_id), eq(users.application_id, application_id), isNotNull(users.erased_at)))
    .for('update');
  if (!user?.erased_at) return fail('user_not_found');
  const pseudonym = await app.erasurePseudonyms.of({ person: 'user', person_id: user_id });
  const [row] = await tx
    .select()
    .from(erasure_records)
    .where(eq(erasure_records.pseudonym, pseudonym))
    .orderBy(desc(erasure_records.id))
    .limit(1);
  if (row) return row;
  const { erased_at } = user;
  return recordErasure(app, tx, ofUser({ application_id, user_id }, { ...Facts.parse({}), id: newId(), erased_at }));
}

const ofUser = (
  { application_id, user_id }: UserKey,
  facts: ErasureFacts & { id: string; erased_at: Date },
): Parameters<typeof recordErasure>[2] => ({
  ...facts,
  owner_type: 'application',
  owner_id: application_id,
  person: 'user',
  person_id: user_id,
  categories: categoriesOfUsers,
});

/**
 * Erases an already erased user again: a database restored from an older backup contains the user again, and lacks the
 * record. The event then comes from the bus, as it does to every other consumer. For any other user it does nothing.
 */
export const eraseAgain =
  (app: ErasureRecorder & Pick<App, 'clock' | 'emit'>) =>
  async (tx: Tx, { id, application_id, occurred_at, data }: ReceivedEvent<typeof identity.events.userErased>) => {
    if (application_id === null) return;
    const { user_id, ...facts } = data;
    const person = { application_id, user_id };
    const erased_at = new Date(occurred_at);
    if (await forget(app, tx, person, erased_at))
      await recordErasure(app, tx, ofUser(person, { ...facts, id, erased_at }));
  };

/** @returns whether there was a user to erase */
async function forget(
  app: Pick<App, 'clock' | 'emit'>,
  tx: Tx,
  { application_id, user_id }: { application_id: string; user_id: string },
  erased_at: Date,
): Promise<boolean> {
  // A writer of data about the person holds a lock on this row: it finishes first, or finds no user.
  const user = await findRow(
    tx,
    users,
    and(eq(users.id, user_id), eq(users.application_id, application_id), isNull(users.erased_at)),
    'update',
  );
  if (!user) return false;
  await tx
    .update(users)
    .set({ ...pseudonym(user_id), updated_at: app.clock.now(), erased_at })
    .where(eq(users.id, user_id));
  await forgetCustomers(tx, user);
  await forgetDevices(app, tx, { application_id, user_id });
  await subjectKeys.destroy(tx, user_id);
  return true;
}

/** The remains of an erased person: no name from an identity provider, no data from person or device. */
const pseudonym = (userId: string) => ({
  // No identity provider can have this name.
  issuer: '',
  subject: userId,
  merged_into: null,
  merged_at: null,
  ...noProfile,
});

/** A row of a user without data from person or device. */
export const noProfile = {
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
} as const;
