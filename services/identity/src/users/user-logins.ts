import { hash } from 'node:crypto';
import { catalog, type UserLogins } from '@platform/contracts';
import { type Database, fail, invalidField, requireFound } from '@platform/runtime';
import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { users } from '../schema.ts';
import { findUser, type Subject, type UserKey } from './find-user.ts';
import type { UserRow } from './profile.ts';

/**
 * The logins that lead to a user.
 * @throws AppError `application_not_found`, `user_not_found`, `service_unavailable` while catalog is down
 */
export async function getUserLogins(app: Pick<App, 'db' | 'ask'>, key: UserKey): Promise<z.input<typeof UserLogins>> {
  await requireApplication(app, key.application_id);
  const user = (await findUser(app.db, key)) ?? fail('user_not_found');
  return readLogins(app.db, user);
}

/** The login of a user and those of the users that were merged into it, oldest merge first. */
export async function readLogins(
  db: Pick<Database, 'select'>,
  { id, application_id, issuer, subject }: Pick<UserRow, 'id' | 'application_id' | 'issuer' | 'subject'>,
): Promise<z.input<typeof UserLogins>> {
  const merged = await mergedUsersOf(db, { application_id, user_id: id });
  return {
    id,
    logins: [
      { issuer, subject, merged_user_id: null, merged_at: null },
      ...merged.map((row) => ({
        issuer: row.issuer,
        subject: row.subject,
        merged_user_id: row.id,
        merged_at: row.merged_at?.toISOString() ?? null,
      })),
    ],
  };
}

/** The rows of the users that were merged into a user, oldest merge first. */
export const mergedUsersOf = (db: Pick<Database, 'select'>, { application_id, user_id }: UserKey): Promise<UserRow[]> =>
  db
    .select()
    .from(users)
    .where(and(eq(users.application_id, application_id), eq(users.merged_into, user_id)))
    .orderBy(asc(users.merged_at), asc(users.id))
    .execute();

/** Issuer and subject as the gateway names them in its caches. */
export const loginHash = ({ issuer, subject }: Pick<Subject, 'issuer' | 'subject'>): string =>
  hash('sha256', `${issuer}\n${subject}`, 'base64url');

/** @throws AppError `application_not_found`, `service_unavailable` while catalog is down */
export const requireApplication = async ({ ask }: Pick<App, 'ask'>, application_id: string) =>
  requireFound(await ask(catalog.queries.getApplicationFacts, { application_id }), 'application');

/** How tokens of an application name their provider. */
export interface TokenIssuer {
  issuer: string | null;
  issuer_aliases: readonly string[];
}

/**
 * The issuer to which users of tokens belong.
 * @param issuer of the tokens, or an alias; the present one when absent
 * @throws AppError `validation_failed` when the application has no provider and none is named
 */
export function issuerOfTokens(provider: TokenIssuer, issuer: string | undefined): string {
  if (issuer === undefined)
    return (
      provider.issuer ??
      invalidField('issuer', 'is missing: the application has no identity provider, so name the issuer')
    );
  return provider.issuer !== null && provider.issuer_aliases.includes(issuer) ? provider.issuer : issuer;
}
