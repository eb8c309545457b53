import { type IssueOwner, type RknCode, rknCodes } from '@platform/contracts';
import { newId, type Tx } from '@platform/runtime';
import { inArray } from 'drizzle-orm';
import { hashUuid } from '../../hash-uuid.ts';
import { weightOf } from '../../issues/issue.ts';
import type { IssueValues, SeenBefore } from '../../issues/record-findings.ts';
import type { ScanWork } from '../../scans/scan-work.ts';
import type { SiteProbe } from '../../scans/site-probe.ts';
import { issues } from '../../schema.ts';
import { judgeInThread } from '../judge/judge-in-thread.ts';
import type { RknJudged } from '../judge/judge-worker.ts';
import { isUnknown, type RknPage, type RknSite } from '../judge/rkn-site.ts';
import type { RknSighting } from '../judge/verdicts.ts';
import { lawOf, rknRuleOf } from '../law.ts';
import { coverageScore, scoreFindings, shownRisk } from '../score.ts';
import { isTrusted } from './ask-server.ts';
import { readDocuments } from './document-faults.ts';
import { readOwnData } from './read-own-data.ts';
import { readRknPages, toRknPage } from './read-rkn-site.ts';
import type { RknChecks } from './rkn-checks.ts';
import type { RknOutcome } from './rkn-outcome.ts';

/** What a scan of kind `rkn` found, ready to be written. */
export interface RknJudgement {
  rows: IssueValues[];
  isJudged(issue: SeenBefore): boolean;
  /** Score and risk with the status that findings have now. */
  outcome(tx: Tx): Promise<RknOutcome>;
}

/** The parts of a scan that its judgement needs. */
export type JudgedScan = Pick<
  ScanWork['scan'],
  'id' | 'site_id' | 'application_id' | 'origin' | 'rule_version' | 'rkn_checks'
> & { probe: Pick<SiteProbe, 'random_page' | 'robots'> | null };

/** Judges a scan by its stored pages and by what the platform knows now. */
export async function judgeStoredScan(work: Pick<ScanWork, 'app' | 'scan'>, scan: JudgedScan): Promise<RknJudgement> {
  const { app } = work;
  const checks: NonNullable<RknChecks['site']> = scan.rkn_checks?.site ?? {
    endpoints: [],
    redirects_to_https: null,
    accepts_legacy_tls: null,
    mail_hosts: null,
  };
  const pages = (await readRknPages(app, scan.id)).map((row) =>
    toRknPage(row, scan.probe ?? { random_page: null }, scan),
  );
  // Without robots.txt no page is fetched.
  const failures = [scan.probe?.robots.failure, pages[0]?.fetched.failure];
  const tls_failure = failures.find((failure) => failure?.code === 'tls')?.detail ?? null;
  const { subject_type, ...ownData } = await readOwnData(app, scan);
  const site: RknSite = {
    origin: scan.origin,
    is_trusted_host: isTrusted(work),
    pages,
    tls_failure,
    ...checks,
    ...ownData,
  };
  const verdicts = await judgeInThread({ site, documents: await readDocuments(app, site) });
  const rows = toRows(scan, site, verdicts.sightings);
  return {
    rows,
    isJudged: (issue) => isJudgedBy(verdicts, pages, issue),
    async outcome(tx) {
      const storedIssues = await tx
        .select({ id: issues.id, fingerprint: issues.fingerprint, status: issues.status })
        .from(issues)
        .where(
          inArray(
            issues.fingerprint,
            rows.map(({ fingerprint }) => fingerprint),
          ),
        );
      const known = new Map(storedIssues.map((one) => [one.fingerprint, one]));
      const findings = rows.map(({ issue_type, variant, certainty = 'detected', fingerprint }) => {
        const { id = '', status = 'open' } = known.get(fingerprint) ?? {};
        const code = issue_type as RknCode;
        return { issue_id: id, code, variant, certainty, is_ignored: status === 'ignored' };
      });
      const counted = findings.filter(({ is_ignored }) => !is_ignored);
      const { score, risk } = scoreFindings(lawOf(scan.rule_version), counted, app.clock.now());
      const coverage_score = coverageOf(verdicts);
      return {
        score,
        risk: shownRisk(risk, coverage_score),
        coverage_score,
        subject_type,
        findings,
        unverified: unverifiedOf(verdicts),
      };
    },
  };
}

/** Rules of which a part of the site was not seen are not covered. */
function coverageOf({ outcomes }: RknJudged): number {
  const states = [...outcomes.values()].map(({ state }) => state);
  const judgedRules = [...outcomes.values()].filter(
    ({ state, reason }) => state === 'judged' && reason === null,
  ).length;
  return coverageScore(judgedRules, states.filter((state) => state !== 'not_applicable').length);
}

const unverifiedOf = ({ outcomes }: RknJudged): RknOutcome['unverified'] =>
  rknCodes.flatMap((code) => {
    const outcome = outcomes.get(code);
    return outcome && outcome.reason !== null ? [{ code, reason: outcome.reason }] : [];
  });

const owners: Partial<Record<RknCode, IssueOwner>> = {
  policy_incomplete: 'content',
  policy_placeholders: 'content',
  consent_doc_incomplete: 'content',
  consent_doc_missing: 'content',
  policy_missing: 'content',
  offer_missing: 'content',
  foreign_language_text: 'content',
  https_missing: 'operations',
  tls_legacy: 'operations',
  hsts_missing: 'operations',
  hosting_outside_ru: 'operations',
  rkn_registry_unconfirmed: 'operations',
  crossborder_notice_missing: 'operations',
  mail_foreign_mx: 'operations',
};

/**
 * Stable key of the row of a finding. The variant is not part of it, because scans with and without a browser
 * report the same fault as different variants.
 */
const fingerprintOf = (site_id: string, { code, subject }: RknSighting): string =>
  hashUuid(JSON.stringify(['rkn', site_id, code, '', subject]));

/** Findings as rows, each fingerprint once. */
function toRows(scan: JudgedScan, { pages }: RknSite, sightings: readonly RknSighting[]): IssueValues[] {
  const law = lawOf(scan.rule_version);
  const rendered = new Set(pages.filter((page) => page.rendered !== null).map(({ url }) => url));
  const rows = new Map<string, IssueValues>();
  for (const sighting of sightings) {
    const { code, variant, certainty, subject, url, selector, snippet, measured, related } = sighting;
    const { severity } = rknRuleOf(law, code, variant, 'ru');
    const fingerprint = fingerprintOf(scan.site_id, sighting);
    if (rows.has(fingerprint)) continue;
    rows.set(fingerprint, {
      id: newId(),
      change_id: newId(),
      fingerprint,
      issue_type: code,
      variant,
      subject,
      url,
      certainty,
      origin: 'spec',
      owner: owners[code] ?? 'landing_dev',
      item_id: null,
      weight: weightOf(severity) as IssueValues['weight'],
      evidence: {
        ...(selector !== null && { selector }),
        ...(snippet !== null && { snippet }),
        ...(measured !== null && { measured }),
        ...(related.length > 0 && { related }),
        ...(rendered.has(url) && { rendered: true as const }),
      },
    } as IssueValues);
  }
  return [...rows.values()];
}

/** Rules about what the platform knows itself: no page decides them. */
const ownCodes: ReadonlySet<string> = new Set([
  'consent_version_stale',
  'reconsent_backlog',
  'unsubscribe_missing',
  'rkn_registry_unconfirmed',
]);

/**
 * Whether a judgement can detect that a finding is gone: its rule and every page that showed it were judged.
 */
function isJudgedBy(
  { outcomes, unverifiedSubjects }: RknJudged,
  pages: readonly RknPage[],
  { issue_type, subject, url, evidence }: SeenBefore,
): boolean {
  const code = issue_type as string as RknCode;
  const outcome = outcomes.get(code);
  // A code of older law: nothing judges it any more. Forms that may come later hide no form that a page showed.
  if (!outcome || (outcome.state === 'unverified' && outcome.reason !== 'late_forms')) return false;
  if (ownCodes.has(code)) return true;
  if (unverifiedSubjects.has(`${code} ${subject}`)) return false;
  return [url, ...(evidence.related ?? [])].every((address) => {
    const page = pages.find((one) => one.url === address);
    if (!page || unverifiedSubjects.has(`${code} ${address}`)) return false;
    const { failure, status } = page.fetched;
    if (failure !== null || status === null) return false;
    if (status === 404 || status === 410 || page.is_soft_not_found) return true;
    if (status !== 200 || isUnknown(page)) return false;
    return evidence.rendered !== true || page.rendered !== null;
  });
}
