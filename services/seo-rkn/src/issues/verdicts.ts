import type { IssueType } from '@platform/contracts';
import { clean } from '../pages/page-facts.ts';
import type { Evidence, Finding } from './finding.ts';
import { ruleCatalogue, weightOf } from './rules.ts';
import type { IssueOverride } from './site-input.ts';

export interface Unverified {
  issue_type: IssueType;
  subject: string;
}

/** Subject of a finding: a page, a group of pages or the site. */
export interface Subject {
  key: string;
  url: string;
  item_id?: string | null;
}

export interface FindingDetail {
  variant?: string;
  /** Name in `weights` of the rule. */
  circumstance?: string | null;
  evidence?: Evidence;
  /** URL keys of all pages with a fault of a group or of the site. */
  affected?: readonly string[];
}

export interface Verdicts {
  findings: Finding[];
  unverified: Unverified[];
  /** Adds a finding, unless the site turned its type off. */
  report(issueType: IssueType, subject: Subject, detail?: FindingDetail): void;
  /** Adds a subject that could not be judged; it opens no issue and resolves none. */
  leave(issueType: IssueType, key: string): void;
  /** The site turned the type off. */
  isOff(issueType: IssueType): boolean;
}

const maxRelated = 20;

function shorten(evidence: Evidence): Evidence {
  const short: Evidence = { ...evidence };
  if (short.snippet !== undefined) short.snippet = clean(short.snippet, 300);
  if (typeof short.measured === 'string') short.measured = clean(short.measured, 300);
  if (short.related !== undefined) short.related = short.related.slice(0, maxRelated);
  return short;
}

/**
 * Collects findings with the weights of the catalogue.
 * @param overrides choices of the site; they apply only to extended types
 */
export function collectVerdicts(overrides: readonly IssueOverride[]): Verdicts {
  const chosen = new Map(
    overrides
      .filter(({ issue_type }) => ruleCatalogue.rules[issue_type].origin === 'extended')
      .map((override) => [override.issue_type, override]),
  );
  const findings: Finding[] = [];
  const unverified: Unverified[] = [];
  const isOff = (issueType: IssueType) => chosen.get(issueType)?.off === true;
  return {
    findings,
    unverified,
    isOff,
    report(
      issueType,
      { key, url, item_id = null },
      {
        variant = null,
        circumstance = null,
        evidence = {},
        affected = [],
      }: {
        variant?: string | null;
        circumstance?: string | null;
        evidence?: Evidence;
        affected?: readonly string[];
      } = {},
    ) {
      if (isOff(issueType)) return;
      const weight = chosen.get(issueType)?.weight ?? weightOf(issueType, variant, circumstance);
      findings.push({
        issue_type: issueType,
        variant,
        subject: key,
        url,
        item_id,
        weight,
        evidence: affected.length === 0 ? shorten(evidence) : { ...shorten(evidence), pages: affected.length },
        affected,
      });
    },
    leave(issueType, key) {
      if (!isOff(issueType)) unverified.push({ issue_type: issueType, subject: key });
    },
  };
}
