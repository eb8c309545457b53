import { fail } from '@platform/runtime';
import { and, eq, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { users } from '../schema.ts';
import { findUser, isStorable, type Subject } from './find-user.ts';
import { channelOf } from './profile.ts';

/**
 * Prepares the query that returns the user id of a subject, or null. The gateway asks it for every token
 * without a cached user. The query is one prepared statement on the unique index.
 */
export function prepareResolveUser({ db }: Pick<App, 'db'>): (subject: Subject) => Promise<string | null> {
  const statement = db
    .select({ id: sql<string>`coalesce(${users.merged_into}, ${users.id})` })
    .from(users)
    .where(
      and(
        eq(users.application_id, sql.placeholder('application_id')),
        eq(users.issuer, sql.placeholder('issuer')),
        eq(users.subject, sql.placeholder('subject')),
      ),
    )
    .prepare('identity_resolve_user');
  return async (subject) => {
    if (!isStorable(subject)) return null;
    const [row] = await statement.execute({ ...subject });
    return row?.id ?? null;
  };
}

/**
 * How many users of an application belong to an issuer. An erased user belongs to none, so the unique index
 * of subjects answers.
 */
export async function countUsersOfIssuer(
  { db }: Pick<App, 'db'>,
  { application_id, issuer }: { application_id: string; issuer: string },
): Promise<number> {
  return db.$count(users, and(eq(users.application_id, application_id), eq(users.issuer, issuer)));
}

/** Whether a user was ever registered in an application: the row of an erased user stays. */
export async function hasUsers({ db }: Pick<App, 'db'>, { application_id }: { application_id: string }) {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.application_id, application_id)).limit(1);
  return rows.length > 0;
}

/** Whether an application has this user. */
export const userExists = async ({ db }: Pick<App, 'db'>, key: { application_id: string; user_id: string }) =>
  (await findUser(db, key)) !== undefined;

/**
 * Data that a payment inherits from its user.
 * @throws `user_not_found`
 */
export async function getAttribution({ db }: Pick<App, 'db'>, key: { application_id: string; user_id: string }) {
  const user = (await findUser(db, key)) ?? fail('user_not_found');
  const { utm_medium, utm_campaign, utm_content, email } = user;
  return { acquisition_source: channelOf(user), utm_medium, utm_campaign, utm_content, email };
}
