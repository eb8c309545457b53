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
  return db
    .select({ user_id: users.id, issuer: users.issuer })
    .from(users)
    .where(issuer === '' ? ofSubject : isSubject({ application_id, issuer, subject }))
    .limit(2);
}

/** Users of an application with this e-mail address, in any case, newest first and 100 at most. */
export async function findUsersByEmail(
  { db }: { db: Pick<Database, 'select'> },
  { application_id, email }: { application_id: string; email: string },
): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.application_id, application_id),
        sql`lower(${users.email}) = lower(${email})`,
        isNull(users.erased_at),
      ),
    )
    .orderBy(desc(users.id))
    .limit(100);
  return rows.map(({ id }) => id);
}

/** A user of an application by id, unless erased, as a condition. */
export const isUser = ({ application_id, user_id }: UserKey) =>
  and(eq(users.id, user_id), eq(users.application_id, application_id), isNull(users.erased_at));

/** A user of an application by id, or undefined, also for an erased user. */
export async function findUser(db: Pick<Database, 'select'>, key: UserKey): Promise<UserRow | undefined> {
  const row = await findRow(db, users, isUser(key));
  return row;
}
