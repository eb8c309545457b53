import type { RknDeveloperDoc, RknResult, RuleLocale } from '@platform/contracts';
import { type Database, fail, mapInSlices } from '@platform/runtime';
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../../app.ts';
import type { IssueRow } from '../../issues/issue.ts';
import { requireSite } from '../../scans/require-site.ts';
import { requireScan, type ShownScan } from '../../scans/scan.ts';
import { issues } from '../../schema.ts';
import { isOutdated } from '../certainty.ts';
import { exposureOf } from '../exposure.ts';
import type { RknFinding } from '../finding.ts';
import { lawOf } from '../law.ts';
import { readProfile } from '../profile.ts';
import { toRknScan } from '../scans/rkn-scan.ts';
import { findJudgedRknScan } from '../scans/run-rkn-recheck.ts';
import { scoreFindings, shownRisk } from '../score.ts';
import { findingOf, toRknIssue } from './rkn-issue.ts';
import { writeRknDocument } from './write-rkn-document.ts';

type Reader = Pick<App, 'db' | 'ask' | 'clock'>;
type Result = z.input<typeof RknResult>;

/** Findings that one answer shows, the heaviest first; `issues` lists all of them. */
const maxIssues = 1_000;

/** A scan with its findings, as it ended. */
export async function getRknScan(
  app: Reader,
  target: { site_id: string; scan_id: string },
  locale: RuleLocale,
): Promise<Result> {
  await requireSite(app, target.site_id);
  const scan = await requireScan(app.db, target, 'rkn');
  return resultOf(app, scan, locale);
}

async function resultOf(app: Reader, scan: ShownScan, locale: RuleLocale): Promise<Result> {
  const now = app.clock.now();
  const law = lawOf(scan.rule_version);
  const at = scan.finished_at ?? now;
  const outcome = scan.rkn_outcome;
  const scanView = { scan: toRknScan(scan, now), rules_outdated: isOutdated(law, at) };
  if (outcome === null)
    return {
      ...scanView,
      score: null,
      risk: null,
      coverage_score: null,
      exposure: null,
      issues: [],
      ignored: [],
      unverified: [],
    };
  const findings = new Map(outcome.findings.map((one) => [one.issue_id, one]));
  const rows = await readIssues(app.db, [...findings.keys()]);
  const views = await mapInSlices(rows, (row) => {
    const finding = findings.get(row.id);
    return finding && { ...finding, view: toRknIssue(row, { locale, now: at, finding }) };
  });
  const view = (isIgnored: boolean) => views.flatMap((one) => (one && one.is_ignored === isIgnored ? [one.view] : []));
  const counted: RknFinding[] = outcome.findings.filter(({ is_ignored }) => !is_ignored);
  return {
    ...scanView,
    score: outcome.score,
    risk: outcome.risk,
    coverage_score: outcome.coverage_score,
    exposure: exposureOf(law, counted, outcome.subject_type, { now: at, locale }),
    issues: view(false),
    ignored: view(true),
    unverified: outcome.unverified,
  };
}

const byWeight = [desc(issues.weight), asc(issues.id)];

const readIssues = async (db: Database, ids: readonly string[]): Promise<IssueRow[]> =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(issues)
        .where(inArray(issues.id, [...ids]))
        .orderBy(...byWeight);

/** The newest scan with a result, and the findings that are open now. */
export async function getLatestRknScan(app: Reader, site_id: string, locale: RuleLocale): Promise<Result> {
  await requireSite(app, site_id);
  const scan = (await findJudgedRknScan(app.db, site_id)) ?? fail('scan_not_found');
  const { rkn_outcome: outcome } = scan;
  if (outcome === null) throw new Error('a scan without a result');
  const now = app.clock.now();
  const law = lawOf(scan.rule_version);
  const isAsked = (status: 'open' | 'ignored') =>
    and(eq(issues.site_id, site_id), eq(issues.kind, 'rkn'), eq(issues.status, status));
  const readByStatus = (status: 'open' | 'ignored') =>
    app.db
      .select()
      .from(issues)
      .where(isAsked(status))
      .orderBy(...byWeight)
      .limit(maxIssues);
  const { issue_type, variant, certainty, stale } = issues;
  const [open, ignored, profile, counted] = await Promise.all([
    readByStatus('open'),
    readByStatus('ignored'),
    readProfile(app.db, site_id),
    // All of them count, however many are shown; equal ones count once.
    app.db.selectDistinct({ issue_type, variant, certainty, stale }).from(issues).where(isAsked('open')),
  ]);
  const findings = counted.map(findingOf);
  const { score, risk } = scoreFindings(law, findings, now);
  const view = (row: IssueRow) => toRknIssue(row, { locale, now });
  return {
    scan: toRknScan(scan, now),
    score,
    risk: shownRisk(risk, outcome.coverage_score),
    coverage_score: outcome.coverage_score,
    exposure: exposureOf(law, findings, profile.subject_type, { now, locale }),
    rules_outdated: isOutdated(law, now),
    issues: await mapInSlices(open, view),
    ignored: await mapInSlices(ignored, view),
    unverified: outcome.unverified,
  };
}

/** What to mend, as a document. */
export async function getRknDeveloperDoc(
  app: Reader,
  target: { site_id: string; scan_id: string },
  locale: RuleLocale,
): Promise<z.input<typeof RknDeveloperDoc>> {
  const result = await getRknScan(app, target, locale);
  if (result.score === null) fail('scan_unfinished');
  return { scan_id: target.scan_id, markdown: writeRknDocument(result, locale), items: result.issues };
}
