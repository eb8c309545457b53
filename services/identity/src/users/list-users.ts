import { catalog, type User } from '@platform/contracts';
import type { Page } from '@platform/contracts/kit';
import { defineStatement, readCursor, requireFound, runStatement, toPage } from '@platform/runtime';
import { and, desc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { App } from '../app.ts';
import { users } from '../schema.ts';
import { toUser } from './profile.ts';

export interface ListUsers {
  application_id: string;
  /** An id, a subject, or a part of the e-mail. */
  q?: string | undefined;
  /** The start of the e-mail. */
  email?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/**
 * Users of an application except erased ones, newest first, optionally those that a text names, or whose
 * e-mail begins with one. Throws `application_not_found`.
 */
export async function listUsers(
  app: App,
  { application_id, q, email, limit, cursor }: ListUsers,
): Promise<Page<z.input<typeof User>>> {
  const after = readCursor(cursor);
  requireFound(await app.ask(catalog.queries.getApplicationFacts, { application_id }), 'application');
  const named = email ? await emailBegins(app, { application_id, email, after, limit: limit + 1 }) : undefined;
  const rows = await app.db
    .select()
    .from(users)
    .where(
      and(
        eq(users.application_id, application_id),
        isNull(users.erased_at),
        after === null ? undefined : lt(users.id, after),
        q ? isNamed(q) : undefined,
        named,
      ),
    )
    .orderBy(desc(users.id))
    .limit(limit + 1);
  return toPage(rows, limit, toUser);
}

/** Matches of a prefix that one read of the index finds. A wider prefix matches many of the newest users. */
const narrowPrefix = 5_000;

/**
 * The newest of the users that a prefix of e-mails names, and how many there are, up to one more than
 * {@link narrowPrefix}. The order of the index keeps the planner from a walk over all users.
 */
const findByPrefix = defineStatement({
  name: 'find_users_by_email_prefix',
  text: `WITH named AS MATERIALIZED (
      SELECT id FROM identity.users WHERE application_id = $1 AND lower(email) LIKE lower($2)
      ORDER BY lower(email) USING ~<~ LIMIT ${narrowPrefix + 1}
    )
    SELECT (SELECT count(*) FROM named)::int AS matches,
           ARRAY(SELECT id FROM named WHERE $3::uuid IS NULL OR id < $3 ORDER BY id DESC LIMIT $4) AS ids`,
});

/**
 * Users of a page whose e-mail begins like this, as a condition: by id where they are few, else by the
 * e-mail.
 */
async function emailBegins(
  { db }: Pick<App, 'db'>,
  {
    application_id,
    email,
    after,
    limit,
  }: { application_id: string; email: string; after: string | null; limit: number },
): Promise<SQL> {
  const pattern = `${literal(email.trim())}%`;
  const { rows } = await runStatement<{ matches: number; ids: string[] }>(db, findByPrefix, [
    application_id,
    pattern,
    after,
    limit,
  ]);
  const [found] = rows;
  return found && found.matches <= narrowPrefix ? inArray(users.id, found.ids) : emailIsLike(pattern);
}

/**
 * Users with this id, this subject at any identity provider, or this text in the e-mail, as a condition. Each
 * part has an index. A text without a trigram (three letters or digits in a row) is looked for at the start
 * of an address.
 */
const isNamed = (q: string) =>
  or(
    z.guid().safeParse(q).success ? eq(users.id, q) : undefined,
    eq(users.subject, q),
    emailIsLike(!/[\p{L}\p{N}]{3}/u.test(q) ? `${literal(q)}%` : `%${literal(q)}%`),
  );

const emailIsLike = (pattern: string) => sql`lower(${users.email}) LIKE lower(${pattern})`;

/** A text for a LIKE pattern, in which `%` and `_` stand for themselves. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');
