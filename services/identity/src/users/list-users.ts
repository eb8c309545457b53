import { catalog, type User } from '@platform/contracts';
import type { Page } from '@platform/contracts/kit';
import { readCursor, requireFound, toPage } from '@platform/runtime';
import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
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
  const rows = await app.db
    .select()
    .from(users)
    .where(
      and(
        eq(users.application_id, application_id),
        isNull(users.erased_at),
        after === null ? undefined : lt(users.id, after),
        q ? isNamed(q) : undefined,
        email ? emailIsLike(`${literal(email.trim())}%`) : undefined,
      ),
    )
    .orderBy(desc(users.id))
    .limit(limit + 1);
  return toPage(rows, limit, toUser);
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
