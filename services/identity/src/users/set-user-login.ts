import { identity, type UserLogins } from '@platform/contracts';
import { fail, findRow, invalidField, isUniqueViolation, type Tx } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { grantWaiting, type RecognizedUser, takeCustomersOfLogins } from '../customers/take-customers-of-logins.ts';
import { users } from '../schema.ts';
import { isStorable, isSubject, isUser, type Subject, type UserKey } from './find-user.ts';
import type { UserRow } from './profile.ts';
import { issuerOfTokens, loginHash, mergedUsersOf, readLogins, requireApplication } from './user-logins.ts';

export type LoginApp = Pick<App, 'db' | 'ask' | 'call' | 'audit' | 'emit' | 'clock' | 'log'>;

/**
 * Binds a user to another login, on behalf of an owner. The former login leads to no user from then on.
 * @throws AppError `application_not_found`, `user_not_found`, `login_taken`, `validation_failed`,
 *   `service_unavailable` while catalog is down
 */
export async function setUserLogin(
  app: LoginApp,
  key: UserKey,
  input: { issuer?: string | undefined; subject: string },
): Promise<z.input<typeof UserLogins>> {
  const { application_id } = key;
  const issuer = issuerOfTokens(await requireApplication(app, application_id), input.issuer);
  const login: Subject = { application_id, issuer, subject: input.subject };
  if (!isStorable(login))
    return invalidField('subject', 'is no subject of a token: it has characters that cannot be stored');
  const attempt = () => app.db.transaction((tx) => setLogin(app, tx, key, login));
  // The login registered after it was found free: the second attempt finds its user.
  const { user, customer_ids } = await attempt().catch((error) =>
    isUniqueViolation(error) ? attempt() : Promise.reject(error),
  );
  await grantWaiting(app, { application_id, user_id: user.id, customer_ids });
  return readLogins(app.db, user);
}

/** A customer of before who waits for the new login becomes the user, as in a registration. */
async function setLogin(app: LoginApp, tx: Tx, key: UserKey, login: Subject): Promise<RecognizedUser<UserRow>> {
  let unchanged: UserRow | undefined;
  const [recognized] = await takeCustomersOfLogins(app, tx, loginsToTake(key.application_id, [login]), async () => {
    const user = (await findRow(tx, users, isUser(key), 'update')) ?? fail('user_not_found');
    const before = await auditedLogin(tx, user);
    const bound = await bindLogin(app, tx, user, login);
    const after = { ...before, issuer: login.issuer, bound_at: app.clock.now().toISOString() };
    await app.audit.record(tx, { before, after: bound ? after : before });
    unchanged = user;
    return bound ? [bound] : [];
  });
  return recognized ?? { user: unchanged ?? fail('user_not_found'), customer_ids: [] };
}

/** The names that {@link takeCustomersOfLogins} locks for new logins. */
export const loginsToTake = (application_id: string, logins: readonly Subject[]) => ({
  application_id,
  names: logins.map(({ issuer, subject }) => ({ issuer, subject, email: null })),
});

/** A user as the audit log has it. */
export const auditedLogin = async (tx: Tx, { id, application_id, issuer }: UserRow) => ({
  id,
  issuer,
  bound_at: null as string | null,
  merged_user_ids: (await mergedUsersOf(tx, { application_id, user_id: id })).map((merged) => merged.id),
});

/**
 * Binds a row of a user, locked by the caller, to a login.
 * @returns the user with that login, under its own id where the row is of a merged user; null for a login that already
 *   leads to the user
 * @throws AppError `login_taken`; a unique violation when the login registers in this moment
 */
export async function bindLogin(
  app: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  row: UserRow,
  login: Subject,
): Promise<UserRow | null> {
  const user_id = row.merged_into ?? row.id;
  const holder = await findRow(tx, users, isSubject(login));
  if (holder) {
    const holder_id = holder.merged_into ?? holder.id;
    return holder_id === user_id ? null : fail('login_taken', { fields: { user_id: holder_id } });
  }
  const now = app.clock.now();
  const { issuer, subject } = login;
  await tx.update(users).set({ issuer, subject, updated_at: now }).where(eq(users.id, row.id));
  await app.emit(
    tx,
    identity.events.userRebound,
    { user_id, former_login_hash: loginHash(row) },
    { application_id: row.application_id, occurred_at: now },
  );
  return { ...row, id: user_id, issuer, subject };
}
