import { and, desc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { lockIssues } from '../../issues/lock-issues.ts';
import { recordRows } from '../../issues/record-findings.ts';
import { endScan } from '../../scans/end-scan.ts';
import { isRefused, probeSite, robotsOf } from '../../scans/probe-site.ts';
import type { ScanWork } from '../../scans/scan-work.ts';
import { storable } from '../../scans/storable-json.ts';
import { issues, scans } from '../../schema.ts';
import { askServer } from './ask-server.ts';
import { openPageChoice } from './choose-pages.ts';
import { judgeStoredScan } from './judge-scan.ts';
import { readRknPages, toRknPage } from './read-rkn-site.ts';
import type { RknChecks, Seeds } from './rkn-checks.ts';
import { openVisitor } from './visit-pages.ts';

const reasons = {
  max_minutes: 'The scan has taken as long as it may.',
  failures: 'The site failed five times in a row.',
  robots_unreachable: 'robots.txt could not be read: no page may be fetched (RFC 9309 §2.3.1.4).',
};
type Cut = keyof typeof reasons;

const maxFailuresInRow = 5;
/** Facts of an older audit do not describe the present forms. */
const maxAgeMs = 30 * 24 * 3_600_000;
const maxFound = 20;
const maxForms = 30;
const maxListed = 2_000;

/**
 * Works on a scan about personal data from the phase that it has reached to its end.
 * @throws LostLeaseError, and the error of a part of the platform that is down: the scan is taken up again
 */
export async function runRknScan(work: ScanWork): Promise<void> {
  if (work.scan.phase === 'robots') await planScan(work);
  if (work.scan.phase === 'crawl') await visitPages(work);
  await recordJudgement(work);
}

async function planScan(work: ScanWork): Promise<void> {
  const { app, scan } = work;
  const { probe: probed, locs } = await probeSite(work);
  const probe = storable(probed);
  const seeds: Seeds = { ...(await readSeeds(work)), listed: locs.slice(0, maxListed).map(({ url }) => url) };
  const set = {
    probe,
    phase: 'crawl' as const,
    crawl_started_at: app.clock.now(),
    pages_planned: scan.options.max_pages,
    rkn_checks: storable<RknChecks>({ seeds, site: null }),
  };
  await app.db.transaction((tx) => work.lease.require(tx, set));
  Object.assign(scan, set);
}

/** Pages of open findings, and pages that had forms in a recent audit. */
async function readSeeds({ app, scan }: ScanWork): Promise<Omit<Seeds, 'listed'>> {
  const { site_id } = scan;
  const open = await app.db
    .select({ url: issues.url, related: sql<string[] | null>`${issues.evidence} -> 'related'` })
    .from(issues)
    .where(and(eq(issues.site_id, site_id), eq(issues.kind, 'rkn'), eq(issues.status, 'open')))
    .limit(200);
  const findingUrls = [...new Set(open.flatMap(({ url, related }) => [url, ...(related ?? [])]))].slice(0, maxFound);
  const [audit] = await app.db
    .select({ id: scans.id })
    .from(scans)
    .where(
      and(
        eq(scans.site_id, site_id),
        eq(scans.kind, 'seo'),
        eq(scans.origin, scan.origin),
        isNotNull(scans.verdict),
        gt(scans.finished_at, new Date(app.clock.now().getTime() - maxAgeMs)),
      ),
    )
    .orderBy(desc(scans.id))
    .limit(1);
  if (!audit) return { found: findingUrls, forms: [] };
  const { rows } = await app.db.execute<{ url: string }>(sql`
    SELECT url FROM "seo-rkn".pages WHERE scan_id = ${audit.id} AND status = 200
      AND jsonb_array_length(coalesce(nullif(rendered, 'null'), facts) -> 'forms') > 0
    ORDER BY number LIMIT ${maxForms}`);
  return { found: findingUrls, forms: rows.map(({ url }) => url) };
}

async function visitPages(work: ScanWork): Promise<void> {
  const { app, scan } = work;
  const { probe, rkn_checks } = scan;
  if (!probe || !rkn_checks) throw new Error('a scan without a plan');
  const cut = isRefused(scan, probe.robots) ? 'robots_unreachable' : await visitChosen(work);
  const pages = (await readRknPages(app, scan.id)).map((row) => toRknPage(row, probe, scan));
  const site = cut === 'robots_unreachable' ? null : storable(await askServer(work, pages));
  const error = cut === null ? null : { code: cut, message: reasons[cut] };
  const set = { phase: 'analyse' as const, error, pages_planned: pages.length, rkn_checks: { ...rkn_checks, site } };
  await app.db.transaction((tx) => work.lease.require(tx, set));
  Object.assign(scan, set);
}

/** Fetches one chosen page after the other, those that a process before stored left out. */
async function visitChosen(work: ScanWork): Promise<Cut | null> {
  const { app, scan, signal } = work;
  if (!scan.probe || !scan.rkn_checks) throw new Error('a scan without a plan');
  const robots = robotsOf(scan.probe);
  const { origin, options } = scan;
  const mayFetch = (url: string) => options.ignore_robots || robots.isAllowed('AppPlatformBot', url);
  const choice = await openPageChoice({ origin, cleanParams: robots.cleanParams, mayFetch }, scan.rkn_checks.seeds);
  const visitor = openVisitor(work, robots, scan.id);
  const began = scan.crawl_started_at ?? app.clock.now();
  const end = began.getTime() + options.max_minutes * 60_000;
  let failuresInRow = 0;
  try {
    const storedPages = await readRknPages(app, scan.id);
    for (let number = 0; number < options.max_pages; number += 1) {
      signal.throwIfAborted();
      const known = storedPages[number];
      const url = known?.url ?? choice.next();
      if (url === null) return null;
      if (!known && app.clock.now().getTime() > end) return 'max_minutes';
      const row = await visitor.render(known ?? (await visitor.fetch(url, number)));
      choice.markVisited(url);
      if (row.final_url !== url) choice.markVisited(row.final_url);
      // A page that scripts fill has its links in the browser alone.
      await choice.add(row.rendered ?? row.facts);
      const isFailure = row.answer.failure !== null || row.status === null || row.status >= 500;
      failuresInRow = isFailure ? failuresInRow + 1 : 0;
      if (failuresInRow >= maxFailuresInRow) return 'failures';
    }
    return null;
  } finally {
    await visitor.close();
  }
}

async function recordJudgement(work: ScanWork): Promise<void> {
  const { app, scan, signal } = work;
  const { rows, isJudged, outcome } = await judgeStoredScan(work, scan);
  signal.throwIfAborted();
  await app.db.transaction(async (tx) => {
    await lockIssues(tx, scan.site_id);
    await work.lease.require(tx);
    const { site_id, id: scan_id, rule_version, error } = scan;
    const about = { site_id, scan_id, by: 'scan' as const, kind: 'rkn' as const, rule_version };
    const recorded = await recordRows(tx, { ...about, now: app.clock.now(), isJudged }, rows);
    const state = error === null ? 'succeeded' : 'partial';
    await endScan(app, tx, work, { state, error, issues: recorded, rkn_outcome: await outcome(tx) });
  });
}
