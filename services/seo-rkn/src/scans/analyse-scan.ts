import type { IssueType } from '@platform/contracts';
import type { Database, Tx } from '@platform/runtime';
import { eq, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { Robots } from '../crawl/robots.ts';
import type { Finding } from '../issues/finding.ts';
import { judgeSite } from '../issues/judge.ts';
import { type Recorded, recordFindings } from '../issues/record-findings.ts';
import type { PageInput, PageItem } from '../issues/site-input.ts';
import { measureSpeed } from '../performance/measure-speed.ts';
import { readReadiness, refreshSite } from '../readiness/refresh-readiness.ts';
import { scorePage } from '../reports/verdict.ts';
import { scans } from '../schema.ts';
import { checkSite } from './check-site.ts';
import { judgeWhole, type Whole } from './judge-whole.ts';
import { createLinkGraph, type LinkGraph } from './link-graph.ts';
import { readPageInputs, toPageItem } from './page-inputs.ts';
import { outlineOf, type PageOutline } from './page-outline.ts';
import { robotsOf } from './probe-site.ts';
import type { ScanRow } from './scan.ts';
import type { ScanWork } from './scan-work.ts';
import { readItems } from './seeds.ts';
import type { SiteChecks } from './site-checks.ts';
import { toSiteInput } from './site-facts.ts';
import { storable } from './storable-json.ts';

/** What a scan found, ready to be written. */
export interface Analysis {
  verdict: NonNullable<ScanRow['verdict']>;
  /** A recheck changed facts that this judgement is made of. */
  isOvertaken(tx: Tx): Promise<boolean>;
  /** Writes findings and numbers of pages, in the transaction that ends the scan. */
  record(tx: Tx): Promise<Recorded>;
}

/** A scan judged by its stored facts. */
export interface Judgement {
  findings: Finding[];
  whole: Whole;
  /** Writes what the pages of a list show beside their facts. */
  writeOutlines(tx: Tx): Promise<void>;
}

/**
 * Makes the requests behind the crawl, and judges the pages of a scan.
 * @throws LostLeaseError, and the error of the cms while it does not answer
 */
export async function analyseScan(work: ScanWork): Promise<Analysis> {
  const { app, scan, signal } = work;
  const checks = await makeChecks(work);
  await refreshSite(app, scan.site_id);
  const facts_version = await readFactsVersion(app.db, scan.id);
  const { findings, whole, writeOutlines } = await judgeStored(app, scan, checks, signal);
  return {
    verdict: whole.verdict,
    isOvertaken: async (tx) => (await readFactsVersion(tx, scan.id)) !== facts_version,
    async record(tx) {
      await writeOutlines(tx);
      const { site_id, id: scan_id } = scan;
      const about = { site_id, scan_id, by: 'scan' as const, now: app.clock.now(), isJudged: whole.isJudged };
      return recordFindings(tx, about, findings);
    },
  };
}

/** Makes the requests behind the crawl, those that were not made before a crash. */
async function makeChecks(work: ScanWork): Promise<SiteChecks> {
  const { app, scan } = work;
  if (scan.checks === null) {
    const checks = storable(await checkSite(work));
    await app.db.transaction((tx) => work.lease.require(tx, { checks }));
    scan.checks = checks;
  }
  return measureSpeed(work, scan.checks);
}

async function readFactsVersion(db: Database | Tx, scan_id: string): Promise<number | undefined> {
  const [row] = await db.select({ facts_version: scans.facts_version }).from(scans).where(eq(scans.id, scan_id));
  return row?.facts_version;
}

/**
 * Judges a scan by its stored facts, page after page: only an outline of each stays in memory.
 * @throws the reason of the signal, and the error of the cms while it does not answer
 */
export async function judgeStored(
  app: Pick<App, 'db' | 'ask' | 'clock'>,
  scan: ScanRow,
  checks: SiteChecks,
  signal: AbortSignal,
): Promise<Judgement> {
  if (!scan.probe) throw new Error('a scan without a probe');
  const robots: Robots = robotsOf(scan.probe);
  const items = new Map<string, PageItem>();
  const urls = new Map<string, string>();
  for await (const item of readItems(app, scan.site_id)) {
    items.set(item.id, toPageItem(item));
    if (item.url !== null) urls.set(item.id, item.url);
  }
  const readiness = await readReadiness(app, scan.site_id, urls, robots.cleanParams);
  const site = await toSiteInput(app, scan, { robots, checks, readiness });
  const graph = createLinkGraph();
  const outlines: PageOutline[] = [];
  async function* pages(): AsyncGenerator<PageInput> {
    for await (const page of readPageInputs(app, scan.id, robots, items)) {
      signal.throwIfAborted();
      if (page.input.fetched !== null) graph.add(page.number, page.out_links);
      outlines.push(outlineOf(page, site));
      yield page.input;
    }
  }
  const { findings, unverified } = await judgeSite(site, pages());
  const whole = judgeWhole({ scan, site, outlines, findings, unverified });
  return {
    findings,
    whole,
    writeOutlines: (tx) => writeOutlines(tx, { scan_id: scan.id, outlines, graph, typesOf: whole.typesOf }),
  };
}

/** Rows in one statement. */
const batchSize = 1_000;

interface OutlinesOfScan {
  scan_id: string;
  outlines: readonly PageOutline[];
  graph: LinkGraph;
  /** Types of the open issues of a page, with their weights. */
  typesOf: (url_key: string) => ReadonlyMap<IssueType, number>;
}

/** Writes what the pages of a list show beside their facts. */
async function writeOutlines(tx: Tx, { scan_id, outlines, graph, typesOf }: OutlinesOfScan): Promise<void> {
  const depths = await graph.depthsFrom(outlines.find(({ isHome }) => isHome)?.number ?? null);
  const inlinksOf = await graph.readInlinks();
  for (let from = 0; from < outlines.length; from += batchSize) {
    const rows = outlines.slice(from, from + batchSize).map(({ number, url_key, isIndexable, outcome }) => {
      const { count, first: firstInlinks } = inlinksOf(number);
      return {
        number,
        is_indexable: isIndexable,
        depth: depths.get(number) ?? null,
        inlink_count: count,
        inlinks: firstInlinks,
        page_score: outcome === 'fetched' ? scorePage(typesOf(url_key)) : null,
        issue_count: typesOf(url_key).size,
      };
    });
    await tx.execute(sql`
      UPDATE "seo-rkn".pages AS p SET is_indexable = r.is_indexable, depth = r.depth,
        inlink_count = r.inlink_count, inlinks = r.inlinks,
        page_score = r.page_score, issue_count = r.issue_count
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(number int, is_indexable boolean, depth int,
        inlink_count int, inlinks int[], page_score smallint, issue_count int)
      WHERE p.scan_id = ${scan_id} AND p.number = r.number
        AND (p.is_indexable, p.depth, p.inlink_count, p.inlinks, p.page_score, p.issue_count)
          IS DISTINCT FROM (r.is_indexable, r.depth, r.inlink_count, r.inlinks, r.page_score, r.issue_count)`);
  }
}
