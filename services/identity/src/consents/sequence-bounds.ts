import { defineStatement, runStatement } from '@platform/runtime';
import type { App } from '../app.ts';
import type { LegalOwner } from '../legal/legal-owner.ts';

/**
 * How far the moments of two records may contradict their numbers. A record gets its moment before it waits
 * for the chain, for 10 s at most, from the clock of its replica; a clock that is wrong by over 30 s has its
 * signed contexts refused. So nothing in a ledger comes near to this.
 */
const disorderMs = 5 * 60_000;

/** Exclusive bounds of numbers; null where there is none. */
export interface SequenceBounds {
  after: number | null;
  before: number | null;
}

/** Bounds that name every record. */
export const everyNumber: SequenceBounds = { after: null, before: null };

/**
 * Binary search for a moment, by the index of the chain: `last` is before it and `next` is not, or ends the
 * ledger. Numbers that are missing count as the record behind them.
 */
const findPlace = defineStatement({
  name: 'find_place_in_ledger',
  text: `WITH RECURSIVE place (last, next) AS (
      SELECT 0::bigint, coalesce((SELECT max(seq) FROM identity.consent_ledger WHERE owner_type = $1 AND owner_id = $2), 0) + 1
      UNION ALL
      SELECT CASE WHEN is_before THEN middle ELSE last END, CASE WHEN is_before THEN next ELSE middle END
        FROM place, LATERAL (SELECT (last + next) / 2 AS middle) AS half,
             LATERAL (SELECT recorded_at < $3 AS is_before FROM identity.consent_ledger
                       WHERE owner_type = $1 AND owner_id = $2 AND seq >= middle ORDER BY seq LIMIT 1) AS probe
       WHERE next - last > 1
    )
    SELECT last, next FROM place WHERE next - last <= 1`,
});

/**
 * Bounds between which every record of these moments has its number, so that a page of few records does not
 * walk the whole chain. Records of the moments just outside are between them too.
 * @param from inclusive
 * @param to exclusive
 */
export async function findSequenceBounds(
  { db }: Pick<App, 'db'>,
  { owner_type, owner_id }: LegalOwner,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<SequenceBounds> {
  const find = async (moment: string | undefined, byMs: number, bound: 'last' | 'next') => {
    if (moment === undefined) return null;
    const place = new Date(new Date(moment).getTime() + byMs);
    const { rows } = await runStatement<{ last: string; next: string }>(db, findPlace, [owner_type, owner_id, place]);
    return rows[0] ? Number(rows[0][bound]) : null;
  };
  const [after, before] = await Promise.all([find(from, -disorderMs, 'last'), find(to, disorderMs, 'next')]);
  return { after, before };
}
