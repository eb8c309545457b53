import { catalog, type ListedUser, type UserTerm } from '@platform/contracts';
import type { Page, StreamedBody } from '@platform/contracts/kit';
import { invalidField, type PageQuery, requireFound } from '@platform/runtime';
import { and, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { answerPersons, filtersOf, type PersonsList } from '../audit-log/answer-persons.ts';
import { users } from '../schema.ts';
import { toAdminUsers } from './admin-user.ts';
import { isPresent } from './find-user.ts';
import { type EntitledUser, listEntitledUsers, requireCodes } from './list-entitled-users.ts';
import type { UserRow } from './profile.ts';
import { searchUsers } from './search-users.ts';
import { readEntitledCursor, readSearchCursor, writeEntitledCursor, writeSearchCursor } from './user-cursor.ts';
import type { UserFilter } from './user-filter.ts';

type UserView = z.input<typeof ListedUser>;

/** Terms of users that a list asks for; times in RFC 3339. */
interface TermsQuery {
  entitlement_code?: string | undefined;
  plan_code?: string | undefined;
  expires_from?: string | undefined;
  expires_until?: string | undefined;
  access?: 'active' | 'ended' | undefined;
}

interface UsersQuery extends PageQuery, TermsQuery, Omit<UserFilter, 'reference'> {
  format: 'json' | 'csv';
}

/**
 * Users of an application except erased ones, newest first, that all filters name, or all of them as CSV. `q` is an id
 * or a subject. The read is in the audit log.
 * @throws AppError `application_not_found`, `entitlement_not_found`, `plan_not_found`, `validation_failed`,
 * `service_unavailable` while catalog is down
 */
export const listUsers = (
  app: App,
  application_id: string,
  query: Omit<UsersQuery, 'email' | 'display_name'>,
): Promise<Page<UserView> | StreamedBody> =>
  answerUsers(app, application_id, query, { ...userFilterOf(query), reference: query.q });

/**
 * As {@link listUsers}, and by texts that name persons: `q` may be a part of the e-mail or of the name. A page of a search
 * may be short, or empty, with further pages behind it.
 * @throws AppError as {@link listUsers}
 */
export const findUsers = (
  app: App,
  application_id: string,
  query: UsersQuery,
): Promise<Page<UserView> | StreamedBody> =>
  answerUsers(app, application_id, query, {
    ...userFilterOf(query),
    // An empty text asks for nothing.
    q: query.q,
    email: query.email || undefined,
    display_name: query.display_name,
  });

const userFilterOf = ({ acquisition_source, created_from, created_until }: Omit<UsersQuery, 'format'>): UserFilter => ({
  acquisition_source,
  created_from,
  created_until,
});

const termsOf = ({ entitlement_code, plan_code, expires_from, expires_until, access }: TermsQuery): TermsQuery => ({
  entitlement_code,
  plan_code,
  expires_from,
  expires_until,
  access,
});

async function answerUsers(
  app: App,
  application_id: string,
  query: UsersQuery,
  filter: UserFilter,
): Promise<Page<UserView> | StreamedBody> {
  const terms = termsOf(query);
  const asksForTerms = filtersOf(terms).length > 0;
  assertRange(query, 'created_from', 'created_until');
  assertRange(query, 'expires_from', 'expires_until');
  requireFound(await app.ask(catalog.queries.getApplicationFacts, { application_id }), 'application');
  if (asksForTerms) await requireCodes(app, { application_id, terms });
  const readPage = asksForTerms
    ? (page: PageQuery) => readEntitledPage(app, { application_id, filter, terms, limit: page.limit }, page.cursor)
    : (page: PageQuery) => readUserPage(app, { application_id, filter }, page);
  const { limit, cursor, format, ...filters } = query;
  const list: PersonsList<UserView> = {
    name: 'users',
    columns: asksForTerms ? [...userColumns, ...termColumns] : userColumns,
    filters: filtersOf(filters),
    readPage: format === 'csv' ? async (page) => withCells(await readPage(page)) : readPage,
  };
  return answerPersons(app, { owner_type: 'application', owner_id: application_id }, list, { limit, cursor, format });
}

/** @throws AppError `validation_failed` for a range that ends before it begins */
function assertRange<Name extends string>(query: { [N in Name]?: string | undefined }, from: Name, until: Name): void {
  const [begin, end] = [query[from], query[until]];
  if (begin !== undefined && end !== undefined && Date.parse(begin) > Date.parse(end))
    invalidField(until, `is before \`${from}\`: send a later time`);
}

async function readUserPage(
  app: App,
  { application_id, filter }: { application_id: string; filter: UserFilter },
  { limit, cursor }: PageQuery,
): Promise<Page<UserView>> {
  const { ids, next } = await searchUsers(app.db, { application_id, ...filter, ...readSearchCursor(cursor), limit });
  // A user may be erased or merged between the two statements.
  const isShown = and(inArray(users.id, ids), isPresent);
  const byId = new Map((await app.db.select().from(users).where(isShown)).map((row) => [row.id, row]));
  const found = ids.flatMap((id) => byId.get(id) ?? []);
  return { items: await toViews(app, found), next_cursor: writeSearchCursor(next) };
}

async function readEntitledPage(
  app: App,
  search: Parameters<typeof listEntitledUsers>[1],
  cursor: string | undefined,
): Promise<Page<UserView>> {
  const { users: found, next } = await listEntitledUsers(app, search, readEntitledCursor(cursor));
  const rows = found.map(({ row }) => row);
  return { items: await toViews(app, rows, found), next_cursor: writeEntitledCursor(next) };
}

/** @param entitled the same users with their terms, for a list that asks for terms */
async function toViews(app: App, rows: UserRow[], entitled?: EntitledUser[]): Promise<UserView[]> {
  const views = await toAdminUsers(app.db, rows);
  return views.map((view, at) => ({ ...view, terms: entitled?.[at]?.terms ?? null }));
}

const userColumns = [
  'id',
  'issuer',
  'subject',
  'email',
  'display_name',
  'acquisition_source',
  'created_at',
  'last_seen_at',
] as const;
const termColumns = ['codes', 'plan_codes', 'sources', 'starts_at', 'expires_at', 'is_lifetime'] as const;

const withCells = ({ items, next_cursor }: Page<UserView>): Page<UserView> => ({
  items: items.map((user) => ({ ...user, ...(user.terms && cellsOf(user.terms)) })),
  next_cursor,
});

/** The terms of a user in one row: the names of all, from the first start to the last end; no end for life. */
function cellsOf(terms: readonly z.input<typeof UserTerm>[]) {
  const joined = (texts: (string | null)[]) => [...new Set(texts.filter((text) => text !== null))].join(' ');
  const ends = terms.map(({ expires_at }) => expires_at);
  return {
    codes: joined(terms.map(({ code }) => code)),
    plan_codes: joined(terms.map(({ plan_code }) => plan_code)),
    sources: joined(terms.map(({ source }) => source)),
    starts_at: terms.map(({ starts_at }) => starts_at).toSorted()[0],
    expires_at: ends.includes(null) ? null : ends.toSorted().at(-1),
    is_lifetime: ends.includes(null),
  };
}
