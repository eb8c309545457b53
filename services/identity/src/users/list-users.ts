import type { User } from '@platform/contracts';
import type { Page } from '@platform/contracts/kit';
import { readCursor, toPage } from '@platform/runtime';
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { requireApplication } from '../require-application.ts';
import { users } from '../schema.ts';
import { toUser } from './profile.ts';

export interface ListUsers {
  application_id: string;
  email?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/**
 * Users of an application except erased ones, newest first, optionally those whose e-mail begins with a text.
 * Throws `application_not_found`.
 */
export async function listUsers(
  app: App,
  { application_id, email, limit, cursor }: ListUsers,
): Promise<Page<z.input<typeof User>>> {
  const after = readCursor(cursor);
  await requireApplication(app, application_id);
  const rows = await app.db
    .select()
    .from(users)
    .where(
      and(
        eq(users.application_id, application_id),
        isNull(users.erased_at),
        after === null ? undefined : lt(users.id, after),
        email ? sql`lower(${users.email}) LIKE lower(${startsWith(email.trim())})` : undefined,
      ),
    )
    .orderBy(desc(users.id))
    .limit(limit + 1);
  return toPage(rows, limit, toUser);
}

/** A LIKE pattern for texts that begin with `text`, in which `%` and `_` stand for themselves. */
const startsWith = (text: string): string => `${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
