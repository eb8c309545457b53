import type { IssueSeverity, RuleLocale, SeoIssue } from '@platform/contracts';
import { type Database, fail, findRow, type Tx } from '@platform/runtime';
import type { z } from 'zod';
import { shownUrl } from '../crawl/url-key.ts';
import { issues } from '../schema.ts';
import type { Evidence } from './finding.ts';
import { ruleOf } from './rules.ts';

export type IssueRow = typeof issues.$inferSelect;
export type IssueView = z.input<typeof SeoIssue>;

const severities: Record<number, IssueSeverity> = { 40: 'critical', 20: 'high', 8: 'medium', 2: 'low' };

export const severityOf = (weight: number): IssueSeverity => severities[weight] ?? 'low';

/** Weight of a severity. */
export const weightOf = (severity: IssueSeverity): number =>
  Number(Object.keys(severities).find((weight) => severities[Number(weight)] === severity));

/** Evidence with readable addresses. */
export const toShownEvidence = ({ related, ...evidence }: Evidence): IssueView['evidence'] => ({
  ...evidence,
  ...(related && { related: related.map(shownUrl) }),
});

/** An issue as administrators see it, with the texts of its rule. */
export function toIssue(row: IssueRow, locale: RuleLocale): IssueView {
  const variant = row.variant === '' ? null : row.variant;
  const { title, where, steps, acceptance } = ruleOf(row.issue_type, variant, locale, row.owner);
  return {
    id: row.id,
    issue_type: row.issue_type,
    variant,
    origin: row.origin,
    title,
    status: row.status,
    severity: severityOf(row.weight),
    weight: row.weight,
    owner: row.owner,
    where,
    steps,
    acceptance,
    url: shownUrl(row.url),
    evidence: toShownEvidence(row.evidence),
    stale: row.stale,
    first_seen_at: row.first_seen_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    resolved_at: row.resolved_at?.toISOString() ?? null,
    resolved_by: row.resolved_by,
    reopened_count: row.reopened_count,
    item_id: row.item_id,
  };
}

/**
 * An issue of a site.
 * @throws AppError `issue_not_found`
 */
export async function requireIssue(
  db: Database | Tx,
  { site_id, issue_id }: { site_id: string; issue_id: string },
  kind: IssueRow['kind'] = 'seo',
): Promise<IssueRow> {
  return (await findRow(db, issues, { id: issue_id, site_id, kind })) ?? fail('issue_not_found');
}
