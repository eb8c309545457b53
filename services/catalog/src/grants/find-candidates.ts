import { type Database, readWithin } from '@platform/runtime';
import { type SQL, sql } from 'drizzle-orm';
import { accessOf, asksForEnd, type WantedTerms } from './matching-terms.ts';

/** Users whose stored grants may match, newest first, and the last user that was read. */
export interface Candidates {
  user_ids: string[];
  /** Whether candidates were left out behind these. */
  hasMore: boolean;
  /** The last user of a scan that ended before the last grant; null when no grants follow. */
  last: string | null;
}

export interface CandidateSearch {
  application_id: string;
  wanted: WantedTerms;
  /** Only users behind this one. */
  before: string | null;
  now: Date;
}

/** Candidates of one read at most. */
export const maxCandidates = 500;
/** Limit of grants of one index read. A filter with more grants is answered by a scan by user id. */
const narrow = 2_000;
/** Time limit of an index read, in milliseconds. */
const indexBudgetMs = 500;

/**
 * Candidates among the next `count` grants by user id. The last user of a cut scan is always one: some of its grants
 * were not read.
 */
export async function scanCandidates(db: Database, search: CandidateSearch, count: number): Promise<Candidates> {
  const { application_id, wanted, before } = search;
  const isOfPlan = wanted.plan_code === undefined ? sql`true` : sql`plan_code = ${wanted.plan_code}`;
  const mayMatch = sql`${hasCode(search)} AND (${sql.join(branchesOf(search), sql` OR `)})`;
  const { rows } = await db.execute<{ scanned: number; last: string | null; user_ids: string[] }>(
    sql`WITH scanned AS MATERIALIZED (
          SELECT user_id, ${mayMatch} AS may_match FROM catalog.grants
          WHERE application_id = ${application_id} AND ${isOfPlan} AND ${isBehind(before)}
          ORDER BY user_id DESC LIMIT ${count}
        )
        SELECT (SELECT count(*) FROM scanned)::int AS scanned, (SELECT user_id FROM scanned ORDER BY user_id LIMIT 1) AS last,
               ARRAY(SELECT DISTINCT user_id FROM scanned WHERE may_match ORDER BY user_id DESC LIMIT ${maxCandidates + 1}) AS user_ids`,
  );
  const { scanned = 0, last = null, user_ids = [] } = rows[0] ?? {};
  if (scanned < count || last === null) return { ...cut(user_ids), last: null };
  return { ...cut(user_ids.includes(last) ? user_ids : [...user_ids, last]), last };
}

/** All candidates by the indexes; null when more grants than {@link narrow} may match, or when the read takes too long. */
export function readCandidates(db: Database, search: CandidateSearch): Promise<Candidates | null> {
  const { application_id, wanted, before } = search;
  const isOfPlan = wanted.plan_code === undefined ? sql`true` : sql`plan_code = ${wanted.plan_code}`;
  const branches = branchesOf(search).map(
    (branch) =>
      sql`(SELECT user_id FROM catalog.grants
           WHERE application_id = ${application_id} AND ${isOfPlan} AND ${hasCode(search)} AND ${branch} LIMIT ${narrow + 1})`,
  );
  return readWithin(db, indexBudgetMs, async (tx) => {
    const { rows } = await tx.execute<{ matches: number; user_ids: string[] }>(
      sql`WITH matches AS MATERIALIZED (${sql.join(branches, sql` UNION ALL `)})
          SELECT (SELECT count(*) FROM matches)::int AS matches,
                 ARRAY(SELECT DISTINCT user_id FROM matches WHERE ${isBehind(before)} ORDER BY user_id DESC LIMIT ${maxCandidates + 1}) AS user_ids`,
    );
    const [row] = rows;
    return row && row.matches <= narrow ? { ...cut(row.user_ids), last: null } : null;
  });
}

const cut = (user_ids: string[]): Pick<Candidates, 'user_ids' | 'hasMore'> => ({
  user_ids: user_ids.slice(0, maxCandidates),
  hasMore: user_ids.length > maxCandidates,
});

const isBehind = (before: string | null): SQL => (before === null ? sql`true` : sql`user_id < ${before}`);

/** As the index has it: the application is among the codes. */
const hasCode = ({ application_id, wanted: { entitlement_code } }: CandidateSearch): SQL =>
  entitlement_code === undefined
    ? sql`true`
    : sql`(entitlement_codes || application_id::text) @> ARRAY[${entitlement_code}, ${application_id}]::text[]`;

/**
 * Conditions over stored columns, one for each index: a grant that decides a matching term meets one of them. Stored
 * columns have the first start and the last end of the codes of a grant, so they name more users than match.
 */
function branchesOf({ wanted, now }: CandidateSearch): SQL[] {
  if (asksForEnd(wanted)) return endBranches(wanted);
  if (accessOf(wanted) === 'ended') return endBranches({ expires_until: new Date(now.getTime() + 1) });
  const hasBegun = sql`starts_at <= ${now} AND (revoked_at IS NULL OR revoked_at > ${now})`;
  return [sql`(expires_at > ${now} AND ${hasBegun})`, sql`(expires_at IS NULL AND ${hasBegun})`];
}

/** The end of a term is the stored one, the revocation, or that of a single code of a grant with mixed terms. */
function endBranches({ expires_from, expires_until }: WantedTerms): SQL[] {
  const isWithin = (column: SQL): SQL =>
    sql`(${column} IS NOT NULL AND ${expires_from ? sql`${column} >= ${expires_from}` : sql`true`}
         AND ${expires_until ? sql`${column} < ${expires_until}` : sql`true`})`;
  const isMixed = sql`(duration_ms IS NOT NULL AND expires_at - starts_at > duration_ms * interval '1 millisecond'
    AND ${expires_until ? sql`starts_at < ${expires_until}` : sql`true`}
    AND ${expires_from ? sql`expires_at >= ${expires_from}` : sql`true`})`;
  return [isWithin(sql`expires_at`), isWithin(sql`revoked_at`), isMixed];
}
