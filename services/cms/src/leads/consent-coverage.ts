import { dayMs, defineStatement, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import type { LeadRow } from './lead-content.ts';

/** Forms and pages that the answer names at most. */
const maxGroups = 1_000;

interface Group {
  form_code: string | null;
  page_path: string | null;
  leads: number;
  unproven: number;
  refused_stale: number;
  by_version: { doc_kind: string; version: string; leads: number }[];
}

/**
 * Leads of the last days by form and page: the number without a record in the ledger, the number of
 * submissions with an old version, and the accepted versions.
 */
export async function getConsentCoverage(
  { pool, clock }: Pick<App, 'pool' | 'clock'>,
  { site_id, days }: { site_id: string; days: number },
): Promise<{ coverage: Group[] }> {
  const since = new Date(clock.now().getTime() - days * dayMs);
  const { rows } = await pool.query<Group>({
    ...coverage,
    values: [site_id, since, since.toISOString().slice(0, 10), maxGroups],
  });
  return { coverage: rows };
}

const coverage = defineStatement({
  name: 'lead_consent_coverage',
  text: `WITH lead AS (
      SELECT id, coalesce(form_code, '') AS form_code, coalesce(page_path, '') AS page_path, consents FROM cms.leads
      WHERE site_id = $1 AND created_at >= $2 AND state IN ('new', 'in_progress', 'done')
    ), counted AS (
      SELECT form_code, page_path, count(*)::int AS leads, count(*) FILTER (WHERE consents = '[]')::int AS unproven
      FROM lead GROUP BY 1, 2
    ), accepted AS (
      SELECT form_code, page_path, c->>'doc_kind' AS doc_kind, c->>'version' AS version, count(*)::int AS leads
      FROM lead, jsonb_array_elements(consents) AS c WHERE (c->>'accepted')::boolean GROUP BY 1, 2, 3, 4
    ), versions AS (
      SELECT form_code, page_path, jsonb_agg(jsonb_build_object('doc_kind', doc_kind, 'version', version, 'leads', leads)
        ORDER BY doc_kind, version) AS by_version
      FROM accepted GROUP BY 1, 2
    ), refused AS (
      SELECT form_code, page_path, sum(refused)::int AS refused_stale FROM cms.lead_refusals
      WHERE site_id = $1 AND day >= $3::date GROUP BY 1, 2
    )
    SELECT nullif(form_code, '') AS form_code, nullif(page_path, '') AS page_path, coalesce(leads, 0) AS leads,
      coalesce(unproven, 0) AS unproven, coalesce(refused_stale, 0) AS refused_stale,
      coalesce(by_version, '[]') AS by_version
    FROM counted FULL JOIN refused USING (form_code, page_path) LEFT JOIN versions USING (form_code, page_path)
    ORDER BY leads DESC, form_code, page_path LIMIT $4`,
});

/** Counts a submission that named an old version. It is not a lead, and no personal data is stored. */
export const countStaleRefusal = (
  { clock }: Pick<App, 'clock'>,
  tx: Tx,
  { site_id, form_code, page_path }: Pick<LeadRow, 'site_id' | 'form_code' | 'page_path'>,
) =>
  runStatement(tx, countRefusal, [
    site_id,
    clock.now().toISOString().slice(0, 10),
    form_code ?? '',
    page_path ?? '',
    maxRefusals,
  ]);

/** Forms and pages of a day that are counted one by one: senders choose both. */
const maxRefusals = 200;

const countRefusal = defineStatement({
  name: 'count_lead_refusal',
  text: `INSERT INTO cms.lead_refusals AS present (site_id, day, form_code, page_path, refused)
    SELECT $1::uuid, $2::date, CASE WHEN many THEN '' ELSE $3::text END, CASE WHEN many THEN '' ELSE $4::text END, 1
    FROM (SELECT count(*) >= $5::int AS many FROM cms.lead_refusals WHERE site_id = $1::uuid AND day = $2::date) AS counted
    ON CONFLICT (site_id, day, form_code, page_path) DO UPDATE SET refused = present.refused + 1`,
});
