import { type Database, findRow } from '@platform/runtime';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { users } from '../schema.ts';
import type { UserRow } from './profile.ts';

/**
 * The subject of a verified token: the identity provider and its name for the person, within one application.
 */
export interface Subject {
  application_id: string;
  issuer: string;
  subject: string;
}

export interface UserKey {
  application_id: string;
  user_id: string;
}

/**
 * Whether a subject can be a user here: PostgreSQL holds neither NUL nor half of a surrogate pair, and OpenID
 * Connect (Core, §2) ends a name at 255 characters.
 */
export const isStorable = ({ issuer, subject }: Subject): boolean =>
  subject.length <= 255 && [issuer, subject].every((part) => !part.includes('\0') && part.isWellFormed());

/** The users row of a subject, as a condition. */
export const isSubject = ({ application_id, issuer, subject }: Subject) =>
  and(eq(users.application_id, application_id), eq(users.issuer, issuer), eq(users.subject, subject));

/** Users of an application with this subject, two at most, at one issuer or at any. */
export async function findUsersBySubject(
  { db }: { db: Pick<Database, 'select'> },
  { application_id, subject, issuer = '' }: { application_id: string; subject: string; issuer?: string | undefined },
): Promise<{ user_id: string; issuer: string }[]> {
  if (!isStorable({ application_id, subject, issuer })) return [];
  const ofSubject = and(eq(users.application_id, application_id), eq(users.subject, subject));
  const rows = await db
    .select({ user_id: sql<string>`coalesce(${users.merged_into}, ${users.id})`, issuer: users.issuer })
    .from(users)
    .where(issuer === '' ? ofSubject : isSubject({ application_id, issuer, subject }))
    .limit(2);
  // Two logins of one person.
  return [...new Map(rows.map((row) => [row.user_id, row])).values()];
}

/** Users of an application with this e-mail address, in any case, newest first and 100 at most. */
export async function findUsersByEmail(
  { db }: { db: Pick<Database, 'select'> },
  { application_id, email }: { application_id: string; email: string },
): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.application_id, application_id), sql`lower(${users.email}) = lower(${email})`, isPresent))
    .orderBy(desc(users.id))
    .limit(100);
  return rows.map(({ id }) => id);
}

/** The row is a person: neither erased nor merged into another user. */
export const isPresent = and(isNull(users.erased_at), isNull(users.merged_into));

/** A user of an application by id, neither erased nor merged into another one, as a condition. */
export const isUser = ({ application_id, user_id }: UserKey) =>
  and(eq(users.id, user_id), eq(users.application_id, application_id), isPresent);

/**
 * The user that a login leads to, or undefined.
 * @param isLocked whether the row is locked against changes of its profile until the transaction ends
 */
export async function findUserOfLogin(
  db: Pick<Database, 'select'>,
  login: Subject,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<{ user: UserRow; isMerged: boolean } | undefined> {
  const lock = isLocked ? 'no key update' : undefined;
  const row = await findRow(db, users, isSubject(login), lock);
  if (!row) return undefined;
  if (row.merged_into === null) return { user: row, isMerged: false };
  const user = await findRow(db, users, isUser({ application_id: row.application_id, user_id: row.merged_into }), lock);
  return user && { user, isMerged: true };
}

/** A user of an application by id, or undefined, also for an erased user. */
export async function findUser(db: Pick<Database, 'select'>, key: UserKey): Promise<UserRow | undefined> {
  const row = await findRow(db, users, isUser(key));
  return row;
}
