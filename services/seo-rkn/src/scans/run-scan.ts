import { mapInSlices } from '@platform/runtime';
import { lockIssues } from '../issues/lock-issues.ts';
import { refreshSummary } from '../issues/summary.ts';
import { writeReport } from '../reports/write-report.ts';
import { analyseScan } from './analyse-scan.ts';
import { type CrawlCut, crawl } from './crawl.ts';
import { endScan } from './end-scan.ts';
import { insertDiscovered, openFrontier } from './frontier.ts';
import { isRefused, probeSite, robotsOf } from './probe-site.ts';
import { mayRender, renderPages } from './render-pages.ts';
import type { ScanRow } from './scan.ts';
import type { ScanWork } from './scan-work.ts';
import { collectSeeds, type PublishedItem, readItems } from './seeds.ts';
import { storable } from './storable-json.ts';

const reasons: Record<CrawlCut | 'robots_unreachable' | 'many_failures', string> = {
  max_pages: 'The scan has fetched as many pages as it may.',
  max_minutes: 'The scan has taken as long as it may.',
  failures: 'The site failed five times in a row.',
  robots_unreachable: 'robots.txt could not be read: no page may be fetched (RFC 9309 §2.3.1.4).',
  many_failures: 'More than a fifth of the pages gave no answer, or a server error.',
};

/** Part of the pages that may fail in a scan that saw everything. */
const maxFailedShare = 0.2;

/**
 * Works on a scan from the phase that it has reached to its end.
 * @throws LostLeaseError, and the error of a part of the platform that is down: the scan is taken up again
 */
export async function runScan(work: ScanWork): Promise<void> {
  if (work.scan.phase === 'robots') await planCrawl(work);
  if (work.scan.phase === 'crawl') await crawlSite(work);
  if (work.scan.phase === 'render') await renderSite(work);
  await judge(work);
}

/** Reads robots.txt and sitemaps, and stores them with the addresses that the crawl begins with. */
async function planCrawl(work: ScanWork): Promise<void> {
  const { app, scan, signal } = work;
  const probed = await probeSite(work);
  const { locs } = probed;
  // Texts of pages are in it.
  const probe = storable(probed.probe);
  const robots = robotsOf(probe);
  const items: PublishedItem[] = [];
  for await (const item of readItems(app, scan.site_id)) items.push(item);
  const frontier = await openFrontier(work, robots);
  const seeds = await collectSeeds(robots.cleanParams, { home: `${scan.origin}/`, items, locs });
  await mapInSlices(seeds, ({ url, ...about }) => {
    signal.throwIfAborted();
    frontier.add(url, { depth: 0, ...about });
  });
  const set = { probe, phase: 'crawl', crawl_started_at: app.clock.now(), pages_planned: frontier.planned() } as const;
  const skipped = frontier.skipped();
  await app.db.transaction(async (tx) => {
    await work.lease.require(tx, { ...set, skipped });
    const discovered = frontier.takeDiscovered();
    for (let from = 0; from < discovered.length; from += 5_000)
      await insertDiscovered(tx, scan.id, discovered.slice(from, from + 5_000));
  });
  Object.assign(scan, set, { skipped });
}

async function crawlSite(work: ScanWork): Promise<void> {
  const { app, scan } = work;
  const probe = scan.probe;
  if (!probe) throw new Error('a crawl without a probe');
  const isCut = isRefused(scan, probe.robots);
  const cut = isCut ? 'robots_unreachable' : ((await crawl(work, robotsOf(probe))) ?? manyFailures(scan));
  const error = cut === null ? null : { code: cut, message: reasons[cut] };
  const set = { phase: mayRender(work) ? ('render' as const) : ('analyse' as const), error };
  await app.db.transaction((tx) => work.lease.require(tx, set));
  Object.assign(scan, set);
}

async function renderSite(work: ScanWork): Promise<void> {
  const { app, scan } = work;
  if (!scan.probe) throw new Error('a scan without a probe');
  await renderPages(work, robotsOf(scan.probe));
  const set = { phase: 'analyse' as const };
  await app.db.transaction((tx) => work.lease.require(tx, set));
  Object.assign(scan, set);
}

const manyFailures = ({ failed, pages_done }: ScanRow): 'many_failures' | null =>
  failed > pages_done * maxFailedShare ? 'many_failures' : null;

async function judge(work: ScanWork): Promise<void> {
  const { app, scan, signal } = work;
  for (let isDone = false; !isDone; ) {
    const analysis = await analyseScan(work);
    signal.throwIfAborted();
    isDone = await app.db.transaction(async (tx) => {
      await lockIssues(tx, scan.site_id);
      await work.lease.require(tx);
      if (await analysis.isOvertaken(tx)) return false;
      const recorded = await analysis.record(tx);
      const { error } = scan;
      const { verdict } = analysis;
      const state = error === null ? 'succeeded' : 'partial';
      const { site_id, origin, pages_done } = scan;
      const tasks = await refreshSummary(tx, { site: { site_id, origin, pages: pages_done } });
      await writeReport(tx, { scan, state, verdict, recorded, tasks, now: app.clock.now() });
      await endScan(app, tx, work, { state, error, issues: recorded, verdict });
      return true;
    });
  }
}
