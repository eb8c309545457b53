import type { IssueSeverity, RknCertainty, RknCode, RknRisk, SanctionGroup } from '@platform/contracts';
import { effectiveCertainty } from './certainty.ts';
import type { RknFinding } from './finding.ts';
import type { LawData } from './law.ts';

/** Weights are whole hundredths of points: 16.25 is 1625. */
const points: Record<IssueSeverity, number> = { critical: 25, high: 15, medium: 7, low: 3 };
const percent: Record<RknCertainty, number> = { confirmed: 100, detected: 65, unverified: 0 };
const technicalCap = 1_500;

/** A finding with what it counts. */
export interface Judged extends RknFinding {
  severity: IssueSeverity;
  effective: RknCertainty;
  /** Hundredths of points. */
  weight: number;
}

export interface RknScore {
  /** Points that each sanction group costs. */
  groups: Partial<Record<SanctionGroup, number>>;
  /** Points of each code without a group. */
  groupless: Partial<Record<RknCode, number>>;
  technical_uncapped: number;
  technical: number;
  /** 100 less all of them, not below 0. */
  raw: number;
  /** `raw`, rounded half up. */
  score: number;
  risk: Exclude<RknRisk, 'unknown'>;
}

/**
 * What a finding counts by the law.
 * @throws Error for a variant that the law lacks
 */
export function judgeFinding<F extends RknFinding>(law: LawData, finding: F, now: Date): F & Judged {
  const rule = law.rules[finding.code];
  const variant = finding.variant === null ? undefined : rule.variants?.[finding.variant];
  if (finding.variant !== null && !variant)
    throw new Error(`the law data have no variant ${finding.variant} of ${finding.code}`);
  const severity = variant?.severity ?? rule.severity;
  const effective = effectiveCertainty(rule, finding, now);
  return { ...finding, severity, effective, weight: points[severity] * percent[effective] };
}

/**
 * Score and risk of findings that are open: ignored and resolved ones are left out by the caller.
 * @param now the law is outdated or not at this time
 */
export function scoreFindings(law: LawData, findings: readonly RknFinding[], now: Date): RknScore {
  const groups = new Map<SanctionGroup, number>();
  const groupless = new Map<RknCode, number>();
  const technical = new Map<RknCode, number>();
  let confirmedCritical = false;
  for (const finding of findings) {
    const { weight, severity, effective } = judgeFinding(law, finding, now);
    const { group } = law.rules[finding.code];
    if (group === 'none') raise(groupless, finding.code, weight);
    else if (group === 'technical') raise(technical, finding.code, weight);
    else raise(groups, group, weight);
    confirmedCritical ||= severity === 'critical' && effective === 'confirmed';
  }
  const uncapped = sumOf(technical);
  const capped = Math.min(uncapped, technicalCap);
  const raw = Math.max(0, 10_000 - sumOf(groups) - sumOf(groupless) - capped);
  const score = Math.floor((raw + 50) / 100);
  return {
    groups: inPoints(groups),
    groupless: inPoints(groupless),
    technical_uncapped: uncapped / 100,
    technical: capped / 100,
    raw: raw / 100,
    score,
    risk: confirmedCritical ? 'critical' : riskOfScore(score),
  };
}

/**
 * Share of the rules that could be judged, in percent, rounded half up; 100 where no rule applies.
 * @param judged rules that were judged
 * @param applicable rules that apply to the site
 */
export const coverageScore = (judged: number, applicable: number): number =>
  applicable === 0 ? 100 : Math.floor((judged * 100) / applicable + 0.5);

/** Below this coverage the risk is `unknown`. */
const minCoverage = 50;

/** The risk to show: `unknown` where less than half of the rules could be judged. */
export const shownRisk = (risk: RknScore['risk'], coverage_score: number): RknRisk =>
  coverage_score < minCoverage ? 'unknown' : risk;

function riskOfScore(score: number): RknScore['risk'] {
  if (score < 40) return 'critical';
  if (score < 60) return 'high';
  return score < 80 ? 'medium' : 'low';
}

function raise<K>(weights: Map<K, number>, key: K, weight: number): void {
  weights.set(key, Math.max(weights.get(key) ?? 0, weight));
}

const sumOf = (weights: ReadonlyMap<unknown, number>) => [...weights.values()].reduce((sum, one) => sum + one, 0);

const inPoints = <K extends string>(weights: ReadonlyMap<K, number>): Partial<Record<K, number>> =>
  Object.fromEntries([...weights].map(([key, weight]) => [key, weight / 100])) as Partial<Record<K, number>>;
