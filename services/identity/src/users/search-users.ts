import { type Database, readWithin } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import {
  hasText,
  isBehind,
  isNamed,
  isOfRange,
  isShown,
  newestFirst,
  registeredColumn,
  type UserFilter,
  type UserPosition,
} from './user-filter.ts';

/**
 * Position of a page of a search: after a user. A search that scans users by registration continues to scan on the next
 * pages, because its text is known to match too many users for the index.
 */
export interface SearchPosition {
  after: UserPosition | null;
  isWalking: boolean;
}

export interface SearchUsers extends SearchPosition, UserFilter {
  application_id: string;
  /** Maximum of ids in a page. */
  limit: number;
}

/** Ids of users, newest first, and the position of the next page; null after the last page. */
export interface FoundUsers {
  ids: string[];
  next: SearchPosition | null;
}

/**
 * Number of newest users that are scanned first: a text that most users share is found there without an
 * index.
 */
const newestUsers = 1_000;
/** Limit of matches of one index read. A text with more matches is searched by a scan of users by registration. */
const narrow = 2_000;
/**
 * Users that a scan reads for one page, with and without a match. The first page reads fewer, because it has
 * read the index before.
 */
const walkedFirst = 5_000;
const walkedAtOnce = 20_000;
/**
 * Time limit of an index read, in milliseconds: many users may share the trigrams of a text that matches
 * none.
 */
const indexBudgetMs = 500;

/**
 * One page of users that a filter names, newest first; without erased users. The work of a page is bounded for any text
 * and any number of users: when the index finds too many matches, a page scans {@link walkedAtOnce} users by
 * registration. Such a page may be short or empty although more pages follow.
 * @param budgetMs time limit of the index read, in milliseconds
 */
export async function searchUsers(
  db: Database,
  search: SearchUsers,
  budgetMs: number = indexBudgetMs,
): Promise<FoundUsers> {
  if (!hasText(search)) return pageOf(await readInOrder(db, search), search, null);
  if (!search.isWalking) {
    const newest = await walk(db, search, newestUsers);
    if (newest.users.length > search.limit || newest.last === null) return pageOf(newest.users, search, null);
    const users = await readMatches(db, search, search.limit + 1, budgetMs);
    if (users) return pageOf(users, search, null);
  }
  const walked = await walk(db, search, search.isWalking ? walkedAtOnce : walkedFirst);
  return pageOf(walked.users, { ...search, isWalking: true }, walked.last);
}

/** @param last the last user that a scan read; null when no users follow */
function pageOf(
  users: UserPosition[],
  { limit, isWalking }: Pick<SearchUsers, 'limit' | 'isWalking'>,
  last: UserPosition | null,
): FoundUsers {
  const shown = users.slice(0, limit);
  const after = users.length > limit ? (shown.at(-1) ?? null) : last;
  return { ids: shown.map(({ id }) => id), next: after === null ? null : { after, isWalking } };
}

/** The next users of a filter without a text, as an index has them. */
async function readInOrder(db: Database, search: SearchUsers): Promise<UserPosition[]> {
  const { rows } = await db.execute<{ id: string; registered: string }>(
    sql`SELECT id, ${registeredColumn} AS registered FROM identity.users
        WHERE ${isOfRange(search.application_id, search)} AND ${isShown} AND ${isBehind(search.after)}
        ORDER BY ${newestFirst} LIMIT ${search.limit + 1}`,
  );
  return rows;
}

interface Walked {
  users: UserPosition[];
  /** The last user that was read; null when no users follow. */
  last: UserPosition | null;
}

/** Matches among the next `count` users by registration. */
async function walk(db: Database, search: SearchUsers, count: number): Promise<Walked> {
  const { rows } = await db.execute<{ walked: number; last: UserPosition | null; users: UserPosition[] | null }>(
    sql`WITH walked AS MATERIALIZED (
          SELECT id, created_at, subject, email, display_name, erased_at, merged_into FROM identity.users
          WHERE ${isOfRange(search.application_id, search)} AND ${isBehind(search.after)}
          ORDER BY ${newestFirst} LIMIT ${count}
        ), found AS (
          SELECT id, created_at FROM walked WHERE ${isShown} AND ${isNamed(search.application_id, search, false)}
          ORDER BY ${newestFirst} LIMIT ${search.limit + 1}
        )
        SELECT (SELECT count(*) FROM walked)::int AS walked,
               (SELECT ${positionJson} FROM walked ORDER BY created_at, id LIMIT 1) AS last,
               (SELECT json_agg(${positionJson} ORDER BY ${newestFirst}) FROM found) AS users`,
  );
  const { walked = 0, last = null, users } = rows[0] ?? {};
  return { users: users ?? [], last: walked < count ? null : last };
}

const positionJson = sql`json_build_object('id', id, 'registered', ${registeredColumn})`;

/**
 * The newest matches of a filter by the indexes; null when there are more than {@link narrow}, or when the read takes too
 * long. The order by e-mail prevents a query plan that scans all users.
 * @param count matches to read at most
 */
export async function readMatches(
  db: Database,
  search: Omit<SearchUsers, 'isWalking' | 'limit'>,
  count: number,
  budgetMs: number = indexBudgetMs,
): Promise<UserPosition[] | null> {
  const order = search.email ? sql`ORDER BY lower(email) USING ~<~` : sql``;
  return readWithin(db, budgetMs, async (tx) => {
    const { rows } = await tx.execute<{ matches: number; users: UserPosition[] | null }>(
      sql`WITH named AS MATERIALIZED (
            SELECT id, created_at FROM identity.users
            WHERE ${isOfRange(search.application_id, search)} AND ${isShown} AND ${isNamed(search.application_id, search, true)} ${order} LIMIT ${narrow + 1}
          ), behind AS (SELECT id, created_at FROM named WHERE ${isBehind(search.after)} ORDER BY ${newestFirst} LIMIT ${count})
          SELECT (SELECT count(*) FROM named)::int AS matches,
                 (SELECT json_agg(${positionJson} ORDER BY ${newestFirst}) FROM behind) AS users`,
    );
    const [row] = rows;
    return row && row.matches <= narrow ? (row.users ?? []) : null;
  });
}
