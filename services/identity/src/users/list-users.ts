import { catalog, type User } from '@platform/contracts';
import type { Page } from '@platform/contracts/kit';
import { isUuid, readPageRows, requireFound, toPage } from '@platform/runtime';
import { and, desc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { filtersOf, recordPersonsRead } from '../audit-log/answer-persons.ts';
import { users } from '../schema.ts';
import { toUser } from './profile.ts';
import { readSearchCursor, searchUsers, writeSearchCursor } from './search-users.ts';

export interface ListUsers {
  application_id: string;
  /** An id or a subject. */
  q?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/**
 * Users of an application except erased ones, newest first, optionally those with an id or a subject. The read is in the
 * audit log.
 * @throws AppError `application_not_found`, `validation_failed`
 */
export async function listUsers(
  app: App,
  { application_id, limit, q, cursor }: ListUsers,
): Promise<Page<z.input<typeof User>>> {
  await requireApplication(app, application_id);
  const isNamed = (text: string) =>
    isUuid(text) ? or(eq(users.subject, text), eq(users.id, text)) : eq(users.subject, text);
  const rows = await readPageRows(
    app.db,
    users,
    and(eq(users.application_id, application_id), isNull(users.erased_at), q === undefined ? undefined : isNamed(q)),
    { limit, cursor },
  );
  return recorded(app, { application_id, q }, toPage(rows, limit, toUser));
}

/** A search of users: `q` may be a part of the e-mail, too. */
export interface FindUsers extends ListUsers {
  /** The start of the e-mail. */
  email?: string | undefined;
}

/**
 * Users of an application except erased ones, newest first, that a text names, or whose e-mail begins with one. A
 * page of a search may be short, or empty, with further pages behind it.
 * @throws AppError `application_not_found`, `validation_failed`
 */
export async function findUsers(app: App, { cursor, ...filter }: FindUsers): Promise<Page<z.input<typeof User>>> {
  if (!filter.q && !filter.email) return listUsers(app, { ...filter, q: undefined, cursor });
  const position = readSearchCursor(cursor);
  await requireApplication(app, filter.application_id);
  const { ids, next } = await searchUsers(app.db, { ...filter, ...position });
  // A user may be erased between the two statements.
  const isShown = and(inArray(users.id, ids), isNull(users.erased_at));
  const rows = await app.db.select().from(users).where(isShown).orderBy(desc(users.id));
  return recorded(app, filter, { items: rows.map(toUser), next_cursor: writeSearchCursor(next) });
}

async function recorded<T>(
  app: App,
  { application_id, q, email }: Pick<FindUsers, 'application_id' | 'q' | 'email'>,
  page: Page<T>,
): Promise<Page<T>> {
  const filters = filtersOf({ q, email });
  await recordPersonsRead(app, { application_id, records: page.items.length, format: 'json', filters });
  return page;
}

const requireApplication = async (app: App, application_id: string) =>
  requireFound(await app.ask(catalog.queries.getApplicationFacts, { application_id }), 'application');
