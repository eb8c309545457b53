import type { identity } from '@platform/contracts';
import { dayMs, defineStatement, hourMs, runStatement } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import type { LegalOwner } from '../legal/legal-owner.ts';

type Covered = z.input<(typeof identity.queries.getConsentCoverage)['output']>['coverage'][number];

/** Documents, versions and sources that the answer names at most. */
const maxGroups = 1_000;

/**
 * Writers take their time before they get their number in the ledger, so rows of nearly the same time may
 * change their order. No transaction takes as long.
 */
const disorderMs = hourMs;

/** Answers of the last days in the ledger of an owner, by document, version and source; the most first. */
export async function getConsentCoverage(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { owner, days }: { owner: LegalOwner; days: number },
): Promise<Covered[]> {
  const since = new Date(clock.now().getTime() - days * dayMs);
  const begin = new Date(since.getTime() - disorderMs);
  const values = [owner.owner_type, owner.owner_id, begin, since, maxGroups];
  const { rows } = await runStatement<Covered>(db, countAnswers, values);
  return rows;
}

/** The first number of the period is found by bisection: the ledger has no index by time. */
const countAnswers = defineStatement({
  name: 'consent_coverage',
  text: `WITH RECURSIVE bisection (low, high) AS (
      SELECT 1::bigint, coalesce(
        (SELECT seq FROM identity.consent_chains WHERE owner_type = $1 AND owner_id = $2), 0)::bigint + 1
      UNION ALL
      SELECT CASE WHEN middle.recorded_at < $3 THEN middle.seq + 1 ELSE low END,
        CASE WHEN middle.recorded_at < $3 THEN high ELSE middle.seq END
      FROM bisection CROSS JOIN LATERAL (
        SELECT seq, recorded_at FROM identity.consent_ledger
        WHERE owner_type = $1 AND owner_id = $2 AND seq = (low + high) / 2
      ) AS middle
      WHERE low < high
    )
    SELECT doc_kind, version, source, count(*) FILTER (WHERE accepted)::int AS count,
      count(*) FILTER (WHERE NOT accepted)::int AS withdrawals
    FROM identity.consent_ledger
    WHERE owner_type = $1 AND owner_id = $2 AND recorded_at >= $4 AND seq >= (SELECT max(low) FROM bisection)
    GROUP BY doc_kind, version, source ORDER BY count(*) DESC, doc_kind, version, source LIMIT $5`,
});
