import { type Database, readWithin } from '@platform/runtime';
import { type SQL, sql } from 'drizzle-orm';
import { type CandidateSearch, hasCode, indexBudgetMs, isOfPlan, maxCandidates, narrow } from './find-candidates.ts';
import { asksForEnd } from './matching-terms.ts';

/** A place in the order of the ends: behind a user at an end of one of its grants. */
export interface EndPosition {
  /** RFC 3339 in UTC with microseconds. */
  end: string;
  user_id: string;
}

export interface CandidatesByEnd {
  /** Users whose stored grants may match, those that end last first, each one once in the whole list. */
  candidates: EndPosition[];
  /** Behind the last candidate, or behind the last grant that was read; null when no grants follow. */
  next: EndPosition | null;
}

/**
 * Candidates of a filter that asks for an end, among the next `count` grants by end. A user is at its last end of the
 * range; a grant with mixed terms counts with the last one.
 */
export async function scanByEnd(
  db: Database,
  search: CandidateSearch,
  { after, count }: { after: EndPosition | null; count: number },
): Promise<CandidatesByEnd> {
  const branches = branchesByEnd(search);
  const reads = branches.map(
    ({ end, condition }) =>
      sql`(SELECT ${end} AS stored_end, user_id, ${isNamed(search)} AS may_match FROM catalog.grants
           WHERE application_id = ${search.application_id} AND ${condition} AND ${isBehind(sql`(${end}, user_id)`, after)}
           ORDER BY ${end} DESC, user_id DESC LIMIT ${count})`,
  );
  const { rows } = await db.execute<{ scanned: number; last: EndPosition | null; candidates: EndPosition[] | null }>(
    sql`WITH scanned AS MATERIALIZED (
          SELECT stored_end, user_id, may_match FROM (${sql.join(reads, sql` UNION ALL `)}) AS branches
          ORDER BY stored_end DESC, user_id DESC LIMIT ${count}
        ), named AS MATERIALIZED (
          SELECT user_id AS named_id, max(stored_end) AS stored_end FROM scanned WHERE may_match GROUP BY user_id
        ), found AS (
          SELECT named_id, stored_end FROM named WHERE NOT ${wasBefore(search, branches, after)}
          ORDER BY stored_end DESC, named_id DESC LIMIT ${maxCandidates + 1}
        )
        SELECT (SELECT count(*) FROM scanned)::int AS scanned,
               (SELECT ${positionJson(sql`user_id`)} FROM scanned ORDER BY stored_end, user_id LIMIT 1) AS last,
               (SELECT json_agg(${positionJson(sql`named_id`)} ORDER BY stored_end DESC, named_id DESC) FROM found) AS candidates`,
  );
  const { scanned = 0, last = null, candidates } = rows[0] ?? {};
  return cut(candidates, scanned < count ? null : last);
}

/** As {@link scanByEnd}, all candidates by the indexes; null when there are many grants, or when the read takes too long. */
export function readByEnd(
  db: Database,
  search: CandidateSearch,
  after: EndPosition | null,
): Promise<CandidatesByEnd | null> {
  const reads = branchesByEnd(search).map(
    ({ end, condition }) =>
      sql`(SELECT ${end} AS stored_end, user_id FROM catalog.grants
           WHERE application_id = ${search.application_id} AND ${condition} AND ${isNamed(search)} LIMIT ${narrow + 1})`,
  );
  return readWithin(db, indexBudgetMs, async (tx) => {
    const { rows } = await tx.execute<{ matches: number; candidates: EndPosition[] | null }>(
      sql`WITH matches AS MATERIALIZED (${sql.join(reads, sql` UNION ALL `)}), named AS (
            SELECT user_id AS named_id, max(stored_end) AS stored_end FROM matches GROUP BY user_id
          ), found AS (
            SELECT named_id, stored_end FROM named WHERE ${isBehind(sql`(stored_end, named_id)`, after)}
            ORDER BY stored_end DESC, named_id DESC LIMIT ${maxCandidates + 1}
          )
          SELECT (SELECT count(*) FROM matches)::int AS matches,
                 (SELECT json_agg(${positionJson(sql`named_id`)} ORDER BY stored_end DESC, named_id DESC) FROM found) AS candidates`,
    );
    const [row] = rows;
    return row && row.matches <= narrow ? cut(row.candidates, null) : null;
  });
}

/** @param last behind which the search goes on when no candidate is left out */
function cut(found: EndPosition[] | null | undefined, last: EndPosition | null): CandidatesByEnd {
  const candidates = (found ?? []).slice(0, maxCandidates);
  return { candidates, next: candidates.length < (found ?? []).length ? (candidates.at(-1) ?? null) : last };
}

const isNamed = (search: CandidateSearch): SQL => sql`(${isOfPlan(search)} AND ${hasCode(search)})`;

const isBehind = (row: SQL, after: EndPosition | null): SQL =>
  after === null ? sql`true` : sql`${row} < ${positionAsRow(after)}`;

const positionAsRow = ({ end, user_id }: EndPosition): SQL => sql`(${end}::timestamptz, ${user_id}::uuid)`;

const positionJson = (id: SQL): SQL =>
  sql`json_build_object('user_id', ${id}, 'end', to_char(stored_end AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))`;

/** Whether a user has a grant of the list that an answer before has read. */
function wasBefore(search: CandidateSearch, branches: readonly Branch[], after: EndPosition | null): SQL {
  if (after === null) return sql`false`;
  const isRead = branches.map(
    ({ end, condition }) => sql`(${condition} AND (${end}, user_id) >= ${positionAsRow(after)})`,
  );
  return sql`EXISTS (SELECT FROM catalog.grants WHERE application_id = ${search.application_id} AND user_id = named.named_id
    AND ${isNamed(search)} AND (${sql.join(isRead, sql` OR `)}))`;
}

interface Branch {
  end: SQL;
  condition: SQL;
}

/**
 * The ends of grants, each as an index has them in their order: the stored one, the revocation, and the last one of a grant
 * with mixed terms, of which another code may end in the range. One of these names each user with a term that ends in it.
 */
function branchesByEnd({ wanted, now }: CandidateSearch): Branch[] {
  // Without an end, `ended` asks for all ends until now.
  const { expires_from, expires_until } = asksForEnd(wanted) ? wanted : { expires_until: new Date(now.getTime() + 1) };
  const isWithin = (column: SQL): SQL =>
    sql`(${column} IS NOT NULL AND ${expires_from ? sql`${column} >= ${expires_from}` : sql`true`}
         AND ${expires_until ? sql`${column} < ${expires_until}` : sql`true`})`;
  const ends = [sql`expires_at`, sql`revoked_at`].map((end) => ({ end, condition: isWithin(end) }));
  if (!expires_until) return ends;
  const isMixed = sql`duration_ms IS NOT NULL AND expires_at - starts_at > duration_ms * interval '1 millisecond'`;
  const endsLater = sql`(${isMixed} AND expires_at >= ${expires_until} AND starts_at < ${expires_until})`;
  return [...ends, { end: sql`expires_at`, condition: endsLater }];
}
