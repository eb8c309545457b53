import { type Database, readWithin } from '@platform/runtime';
import { type SQL, sql } from 'drizzle-orm';
import type { WantedTerms } from './matching-terms.ts';

/** Users whose stored grants may give access now, newest first, and the last user that was read. */
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
export const narrow = 2_000;
/** Time limit of an index read, in milliseconds. */
export const indexBudgetMs = 500;

/**
 * Candidates among the next `count` grants by user id. The last user of a cut scan is always one: some of its grants
 * were not read.
 */
export async function scanCandidates(db: Database, search: CandidateSearch, count: number): Promise<Candidates> {
  const { application_id, before } = search;
  const mayMatch = sql`${hasCode(search)} AND (${sql.join(branchesOf(search), sql` OR `)})`;
  const { rows } = await db.execute<{ scanned: number; last: string | null; user_ids: string[] }>(
    sql`WITH scanned AS MATERIALIZED (
          SELECT user_id, ${mayMatch} AS may_match FROM catalog.grants
          WHERE application_id = ${application_id} AND ${isOfPlan(search)} AND ${isBehind(before)}
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
  const { application_id, before } = search;
  const branches = branchesOf(search).map(
    (branch) =>
      sql`(SELECT user_id FROM catalog.grants
           WHERE application_id = ${application_id} AND ${isOfPlan(search)} AND ${hasCode(search)} AND ${branch} LIMIT ${narrow + 1})`,
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

export const isOfPlan = ({ wanted: { plan_code } }: CandidateSearch): SQL =>
  plan_code === undefined ? sql`true` : sql`plan_code = ${plan_code}`;

/** As the index has it: the application is among the codes. */
export const hasCode = ({ application_id, wanted: { entitlement_code } }: CandidateSearch): SQL =>
  entitlement_code === undefined
    ? sql`true`
    : sql`(entitlement_codes || application_id::text) @> ARRAY[${entitlement_code}, ${application_id}]::text[]`;

/** Conditions over stored columns, one for each index: a grant that gives access now meets one of them. */
function branchesOf({ now }: CandidateSearch): SQL[] {
  const hasBegun = sql`starts_at <= ${now} AND (revoked_at IS NULL OR revoked_at > ${now})`;
  return [sql`(expires_at > ${now} AND ${hasBegun})`, sql`(expires_at IS NULL AND ${hasBegun})`];
}
