import { catalog, type TermFilter, type UserTerm } from '@platform/contracts';
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { users } from '../schema.ts';
import type { UserRow } from './profile.ts';
import { readMatches } from './search-users.ts';
import { hasUserFilter, isNamed, isOfRange, isShown, type UserFilter, type UserPosition } from './user-filter.ts';

/** A place in a list of catalog: by user id, or by the end of the access (RFC 3339 with microseconds). */
interface CatalogPosition {
  before: string | null;
  is_scanning: boolean;
  end: string | null;
}

/** Position of a list of users with terms: behind a user, in the order of one of the two services. */
export type EntitledPosition =
  | { order: 'registration'; after: UserPosition | null }
  | ({ order: 'catalog' } & CatalogPosition);

const beginning: CatalogPosition = { before: null, is_scanning: false, end: null };

export interface EntitledSearch {
  application_id: string;
  filter: UserFilter;
  terms: z.input<typeof TermFilter>;
  limit: number;
}

export interface EntitledUser {
  row: UserRow;
  terms: z.output<typeof UserTerm>[];
}

export interface FoundEntitledUsers {
  users: EntitledUser[];
  next: EntitledPosition | null;
}

/** Questions to catalog for one page. A page may end short or empty behind them, with further ones behind it. */
const maxRounds = 10;
/** Users that catalog answers at once at most. */
const usersOfRound = 200;
/** Users that the filters of identity may name, for catalog to judge each of them for a page. */
const narrow = maxRounds * usersOfRound;

/**
 * One page of users with terms that a filter asks for, newest first; without erased and merged users. When the filter of identity
 * names few users, catalog judges these. Otherwise identity filters the users that catalog names.
 * @throws AppError `entitlement_not_found`, `plan_not_found`; `service_unavailable` while catalog is down
 */
export async function listEntitledUsers(
  app: Pick<App, 'db' | 'ask'>,
  search: EntitledSearch,
  position: EntitledPosition | null,
): Promise<FoundEntitledUsers> {
  if (position?.order !== 'catalog' && hasUserFilter(search.filter)) {
    const after = position?.after ?? null;
    const { application_id, filter } = search;
    const candidates = await readMatches(app.db, { ...filter, application_id, after }, narrow + 1);
    if (candidates) return judgeCandidates(app, search, candidates);
  }
  if (position?.order === 'registration')
    return filterEntitled(app, search, { ...beginning, before: position.after?.id ?? null });
  return filterEntitled(app, search, position ?? beginning);
}

/** Refuses an unknown code before a file begins. @throws AppError `entitlement_not_found`, `plan_not_found` */
export async function requireCodes(
  app: Pick<App, 'ask'>,
  { application_id, terms }: Pick<EntitledSearch, 'application_id' | 'terms'>,
): Promise<void> {
  const ofNobody = { application_id, filter: terms, user_ids: [], position: beginning, limit: 1 };
  await app.ask(catalog.queries.listEntitledUsers, ofNobody);
}

/** The users among few candidates, in the order of their registrations. */
async function judgeCandidates(
  app: Pick<App, 'db' | 'ask'>,
  { application_id, terms, limit }: EntitledSearch,
  candidates: readonly UserPosition[],
): Promise<FoundEntitledUsers> {
  const found = new Map<string, EntitledUser['terms']>();
  for (let at = 0; at === 0 || (at < candidates.length && found.size <= limit); at += usersOfRound) {
    const { users: matches } = await app.ask(catalog.queries.listEntitledUsers, {
      application_id,
      filter: terms,
      user_ids: candidates.slice(at, at + usersOfRound).map(({ id }) => id),
      position: beginning,
      limit: usersOfRound,
    });
    for (const { user_id, terms: ofUser } of matches) found.set(user_id, ofUser);
  }
  const matches = candidates.filter(({ id }) => found.has(id));
  const shown = matches.slice(0, limit);
  const last = shown.at(-1);
  const rows = await readUsers(
    app,
    shown.map(({ id }) => id),
    sql`true`,
  );
  return {
    users: rows.map((row) => ({ row, terms: found.get(row.id) ?? [] })),
    next: matches.length > limit && last ? { order: 'registration', after: last } : null,
  };
}

/** The users that catalog names and identity's filter lets through, in the order of catalog. */
async function filterEntitled(
  app: Pick<App, 'db' | 'ask'>,
  { application_id, filter, terms, limit }: EntitledSearch,
  { before, is_scanning, end }: CatalogPosition,
): Promise<FoundEntitledUsers> {
  const isWanted = sql`${isOfRange(application_id, filter)} AND ${isNamed(application_id, filter, false)}`;
  const found: (EntitledUser & { end: string | null })[] = [];
  let position: CatalogPosition = { before, is_scanning, end };
  for (let round = 0; round < maxRounds; round += 1) {
    const { users: named, next } = await app.ask(catalog.queries.listEntitledUsers, {
      application_id,
      filter: terms,
      position,
      limit: hasUserFilter(filter) ? usersOfRound : Math.min(usersOfRound, limit - found.length + 1),
    });
    const byId = new Map(named.map((user) => [user.user_id, user]));
    for (const row of await readUsers(app, [...byId.keys()], isWanted)) {
      const user = byId.get(row.id);
      found.push({ row, terms: user?.terms ?? [], end: user?.end ?? null });
    }
    const last = found[limit - 1];
    if (found.length > limit && last)
      return {
        users: found.slice(0, limit),
        next: { order: 'catalog', before: last.row.id, is_scanning: position.is_scanning, end: last.end },
      };
    if (next === null) return { users: found, next: null };
    position = next;
    if (found.length === limit) break;
  }
  return { users: found, next: { order: 'catalog', ...position } };
}

/** Users with these ids that a condition lets through, in the order of the ids given; without erased and merged users. */
async function readUsers({ db }: Pick<App, 'db'>, ids: readonly string[], condition: SQL): Promise<UserRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(users)
    .where(sql`${inArray(users.id, [...ids])} AND ${isShown} AND ${condition}`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
