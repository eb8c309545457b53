import { type Database, databaseError, defineCursor, isUuid } from '@platform/runtime';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';

/**
 * Position of a page of a search: after a user. A search that scans users by id continues to scan on the next
 * pages, because its text is known to match too many users for the index.
 */
export interface SearchPosition {
  after: string | null;
  isWalking: boolean;
}

export interface SearchUsers extends SearchPosition {
  application_id: string;
  q?: string | undefined;
  email?: string | undefined;
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
/** Limit of matches of one index read. A text with more matches is searched by a scan of users by id. */
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
 * One page of users that match a text, or whose e-mail begins with a text, newest first; without erased
 * users. The work of a page is bounded for any text and any number of users: when the index finds too many
 * matches, a page scans {@link walkedAtOnce} users by id. Such a page may be short or empty although more
 * pages follow.
 * @param budgetMs time limit of the index read, in milliseconds
 */
export async function searchUsers(
  db: Database,
  search: SearchUsers,
  budgetMs: number = indexBudgetMs,
): Promise<FoundUsers> {
  const isId = search.q !== undefined && isUuid(search.q);
  if (!search.isWalking) {
    const newest = isId ? null : await walk(db, search, newestUsers);
    if (newest && (newest.ids.length > search.limit || newest.last === null)) return pageOf(newest.ids, search, null);
    const ids = await readIndex(db, search, budgetMs);
    if (ids) return pageOf(ids, search, null);
  }
  const walked = await walk(db, search, search.isWalking ? walkedAtOnce : walkedFirst);
  return pageOf(walked.ids, { ...search, isWalking: true }, walked.last);
}

/**
 * Reads the cursor of a search.
 * @throws AppError `validation_failed` for an invalid cursor
 */
export function readSearchCursor(cursor: string | undefined): SearchPosition {
  const [word = null] = searchCursor.parse(cursor) ?? [];
  return { after: word?.replace('~', '') ?? null, isWalking: word?.startsWith('~') ?? false };
}

/** The cursor of a position of a search. */
export const writeSearchCursor = (position: SearchPosition | null): string | null =>
  position && searchCursor.print([`${position.isWalking ? '~' : ''}${position.after}`]);

/** An id, behind a tilde while the search walks. */
const searchCursor = defineCursor([z.string().refine((word) => isUuid(word.replace(/^~/, '')))]);

/** @param last the last user that a scan read; null when no users follow */
function pageOf(ids: string[], { limit, isWalking }: SearchUsers, last: string | null): FoundUsers {
  const shown = ids.slice(0, limit);
  const after = ids.length > limit ? (shown.at(-1) ?? null) : last;
  return { ids: shown, next: after === null ? null : { after, isWalking } };
}

/** Matches among the next `users` users by id, and the last user that was read; null when no users follow. */
async function walk(db: Database, search: SearchUsers, users: number): Promise<{ ids: string[]; last: string | null }> {
  const { rows } = await db.execute<{ walked: number; last: string | null; ids: string[] }>(
    sql`WITH walked AS MATERIALIZED (
          SELECT id, subject, email, erased_at FROM identity.users
          WHERE application_id = ${search.application_id} AND ${isBehind(search)} ORDER BY id DESC LIMIT ${users}
        )
        SELECT (SELECT count(*) FROM walked)::int AS walked, (SELECT id FROM walked ORDER BY id LIMIT 1) AS last,
               ARRAY(SELECT id FROM walked WHERE erased_at IS NULL AND ${isNamed(search)} ORDER BY id DESC LIMIT ${search.limit + 1}) AS ids`,
  );
  const { walked = 0, last = null, ids = [] } = rows[0] ?? {};
  return { ids, last: walked < users ? null : last };
}

/**
 * The newest matches by the indexes of names and e-mails; null when there are more than {@link narrow}, or
 * when the read takes too long. The order prevents a query plan that scans all users.
 */
async function readIndex(db: Database, search: SearchUsers, budgetMs: number): Promise<string[] | null> {
  const order = search.email ? sql`ORDER BY lower(email) USING ~<~` : sql``;
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`SELECT set_config('statement_timeout', ${String(budgetMs)}, true)`);
      const { rows } = await tx.execute<{ matches: number; ids: string[] }>(
        sql`WITH named AS MATERIALIZED (
              SELECT id FROM identity.users
              WHERE application_id = ${search.application_id} AND erased_at IS NULL AND ${isNamed(search)} ${order} LIMIT ${narrow + 1}
            )
            SELECT (SELECT count(*) FROM named)::int AS matches,
                   ARRAY(SELECT id FROM named WHERE ${isBehind(search)} ORDER BY id DESC LIMIT ${search.limit + 1}) AS ids`,
      );
      const [row] = rows;
      return row && row.matches <= narrow ? row.ids : null;
    });
  } catch (error) {
    // 57014: the statement took too long.
    if (databaseError(error)?.code === '57014') return null;
    throw error;
  }
}

const isBehind = ({ after }: SearchUsers): SQL => (after === null ? sql`true` : sql`id < ${after}`);

/**
 * Users with this id, this subject at any identity provider, or this text in the e-mail, and with this start
 * of the e-mail. A text without a trigram (three letters or digits in a row) is matched only at the start.
 */
function isNamed({ q, email }: SearchUsers): SQL {
  const begins = email ? emailIsLike(`${literal(email.trim())}%`) : sql`true`;
  if (!q) return begins;
  const part = emailIsLike(/[\p{L}\p{N}]{3}/u.test(q) ? `%${literal(q)}%` : `${literal(q)}%`);
  const byId = isUuid(q) ? sql`id = ${q}` : sql`false`;
  return sql`(${byId} OR subject = ${q} OR ${part}) AND ${begins}`;
}

const emailIsLike = (pattern: string): SQL => sql`lower(email) LIKE lower(${pattern})`;

/** Escapes a text for a LIKE pattern, so that `%` and `_` have no special meaning. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');
