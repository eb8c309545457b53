import type { Database } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import { users } from '../schema.ts';
import type { UserRow } from './profile.ts';

/** Who a verified token speaks for: the identity provider and its name for the person, within one application. */
export interface Subject {
  application_id: string;
  issuer: string;
  subject: string;
}

/**
 * Whether a subject can be somebody here: PostgreSQL holds neither NUL nor half of a surrogate pair, and OpenID Connect
 * (Core, §2) ends a name at 255 characters.
 */
export const isStorable = ({ issuer, subject }: Subject): boolean =>
  subject.length <= 255 && [issuer, subject].every((part) => !part.includes('\0') && part.isWellFormed());

/** The users row of a subject, as a condition. */
export const isSubject = ({ application_id, issuer, subject }: Subject) =>
  and(eq(users.application_id, application_id), eq(users.issuer, issuer), eq(users.subject, subject));

/** A user of an application by id, or undefined. */
export async function findUser(
  db: Pick<Database, 'select'>,
  { application_id, user_id }: { application_id: string; user_id: string },
): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, user_id), eq(users.application_id, application_id)));
  return row;
}
