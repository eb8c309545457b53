import type { RknCertainty, RknCode, RknRisk, SubjectType } from '@platform/contracts';
import type { Unjudged } from '../judge/verdicts.ts';

/** A finding as a scan saw it, retained permanently. */
export interface OutcomeFinding {
  issue_id: string;
  code: RknCode;
  variant: string | null;
  /** Of the observation; the law caps it. */
  certainty: RknCertainty;
  /** An administrator ignored it when the scan ended. */
  is_ignored: boolean;
}

/** What came of a scan, by the law of its `rule_version`. */
export interface RknOutcome {
  score: number;
  risk: RknRisk;
  coverage_score: number;
  subject_type: SubjectType | null;
  findings: OutcomeFinding[];
  unverified: { code: RknCode; reason: Unjudged }[];
}
