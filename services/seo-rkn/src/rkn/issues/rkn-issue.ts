import type { RknCode, RknIssue, RuleLocale } from '@platform/contracts';
import type { z } from 'zod';
import { shownUrl } from '../../crawl/url-key.ts';
import { type IssueRow, severityOf } from '../../issues/issue.ts';
import { effectiveCertainty, ownCertainty } from '../certainty.ts';
import type { RknFinding } from '../finding.ts';
import { lawOf, rknRuleOf } from '../law.ts';
import { toShownLaw } from '../shown-law.ts';
import { wordsOfSnippet } from './finding-words.ts';

export type RknIssueView = z.input<typeof RknIssue>;

/** What a row of an issue counts as: one that the last scan could not judge costs nothing. */
export const findingOf = ({
  issue_type,
  variant,
  certainty,
  stale,
}: Pick<IssueRow, 'issue_type' | 'variant' | 'certainty' | 'stale'>): RknFinding => ({
  code: codeOf({ issue_type }),
  variant: variant === '' ? null : variant,
  certainty: stale ? 'unverified' : (certainty ?? 'unverified'),
});

/** Code of an issue of kind `rkn`. */
export const codeOf = ({ issue_type }: Pick<IssueRow, 'issue_type'>): RknCode => issue_type as string as RknCode;

/**
 * A finding as administrators see it, with texts and law of the version that it was seen by.
 * @param finding as a scan saw it; the row as it is now without it
 * @param now when its law counts as verified or not
 */
export function toRknIssue(
  row: IssueRow,
  { locale, now, finding = findingOf(row) }: { locale: RuleLocale; now: Date; finding?: RknFinding },
): RknIssueView {
  const law = lawOf(row.rule_version);
  const { title, how, acceptance, law: lines, group } = rknRuleOf(law, finding.code, finding.variant, locale);
  const { selector = null, snippet = null, measured = null, related = [] } = row.evidence;
  return {
    id: row.id,
    code: finding.code,
    variant: finding.variant,
    title,
    certainty: ownCertainty(law.rules[finding.code], finding, now),
    effective_certainty: effectiveCertainty(law.rules[finding.code], finding, now),
    severity: severityOf(row.weight),
    group,
    status: row.status,
    where: {
      url: shownUrl(row.url),
      selector,
      snippet: snippet === null ? null : wordsOfSnippet(finding.code, snippet, locale),
      measured,
      related: related.map(shownUrl),
    },
    how,
    acceptance,
    law: lines.map((line) => toShownLaw(line, law, locale)),
    stale: row.stale,
    first_seen_at: row.first_seen_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    resolved_at: row.resolved_at?.toISOString() ?? null,
    resolved_by: row.resolved_by,
    reopened_count: row.reopened_count,
  };
}
