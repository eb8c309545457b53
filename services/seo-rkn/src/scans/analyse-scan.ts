import type { IssueType } from '@platform/contracts';
import type { Tx } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import type { Robots } from '../crawl/robots.ts';
import { judgeSite } from '../issues/judge.ts';
import { isNoindex, stateOf } from '../issues/page-state.ts';
import { type Recorded, recordFindings } from '../issues/record-findings.ts';
import type { PageInput, PageItem, SiteInput } from '../issues/site-input.ts';
import { scorePage } from '../reports/verdict.ts';
import { checkSite } from './check-site.ts';
import { judgeWhole } from './judge-whole.ts';
import { createLinkGraph, type LinkGraph } from './link-graph.ts';
import { readPageInputs, type StoredPage, toPageItem } from './page-inputs.ts';
import { robotsOf } from './probe-site.ts';
import type { ScanRow } from './scan.ts';
import type { ScanWork } from './scan-work.ts';
import { readItems } from './seeds.ts';
import { toSiteInput } from './site-facts.ts';

/** What a scan found, ready to be written. */
export interface Analysis {
  verdict: ScanRow['verdict'];
  /** Writes findings and numbers of pages, in the transaction that ends the scan. */
  record(tx: Tx): Promise<Recorded>;
}

/** The few facts about a page that outlive its turn. */
export interface PageOutline {
  number: number;
  url_key: string;
  status: number | null;
  isHome: boolean;
  isListed: boolean;
  isIndexable: boolean;
  isNoindex: boolean;
  isUnrendered: boolean;
  /** It was fetched, and neither the server nor the reader kept its content back. */
  isJudged: boolean;
  outcome: 'fetched' | 'blocked' | 'failed';
}

/**
 * Judges the pages of a scan, one after the other: only an outline of each is kept.
 * @throws the error of the cms while it does not answer
 */
export async function analyseScan(work: ScanWork): Promise<Analysis> {
  const { app, scan, signal } = work;
  if (!scan.probe) throw new Error('a scan without a probe');
  const robots: Robots = robotsOf(scan.probe);
  const items = new Map<string, PageItem>();
  for await (const item of readItems(app, scan.site_id)) items.set(item.id, toPageItem(item));
  const site = await toSiteInput(app, scan, robots, await checkSite(work));
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
    verdict: whole.verdict,
    async record(tx) {
      await writeOutlines(tx, scan.id, outlines, graph, whole.typesOf);
      const about = { site_id: scan.site_id, scan_id: scan.id, now: app.clock.now(), isJudged: whole.isJudged };
      return recordFindings(tx, about, findings);
    },
  };
}

function outlineOf({ number, input }: StoredPage, site: SiteInput): PageOutline {
  const state = stateOf(input, site);
  const { fetched, facts } = input;
  const status = fetched?.status ?? null;
  const isBlocked = fetched === null || (status !== null && [401, 403, 429, 451].includes(status));
  const isFailed = !isBlocked && (fetched.failure !== null || status === null || status >= 500);
  return {
    ...{ number, url_key: input.url_key, status },
    ...{ isHome: input.sources.includes('home'), isListed: input.is_listed },
    isIndexable: state.is_ok && !state.is_noindex && input.robots_allowed && !state.is_canonical_elsewhere,
    isNoindex: facts !== null && isNoindex(facts, site.now),
    isUnrendered: state.is_unrendered,
    isJudged: !isBlocked && !isFailed && !state.is_unrendered && !input.is_too_complex,
    outcome: isBlocked ? 'blocked' : isFailed ? 'failed' : 'fetched',
  };
}

/** Rows in one statement. */
const batchSize = 5_000;

/** Writes what the pages of a list show beside their facts. */
async function writeOutlines(
  tx: Tx,
  scan_id: string,
  outlines: readonly PageOutline[],
  graph: LinkGraph,
  typesOf: (url_key: string) => ReadonlyMap<IssueType, number>,
): Promise<void> {
  const depths = graph.depthsFrom(outlines.find(({ isHome }) => isHome)?.number ?? null);
  for (let from = 0; from < outlines.length; from += batchSize) {
    const rows = outlines.slice(from, from + batchSize).map(({ number, url_key, isIndexable, outcome }) => ({
      ...{ number, is_indexable: isIndexable, depth: depths.get(number) ?? null, inlinks: graph.inlinksOf(number) },
      page_score: outcome === 'fetched' ? scorePage(typesOf(url_key)) : null,
      issue_count: typesOf(url_key).size,
    }));
    await tx.execute(sql`
      UPDATE "seo-rkn".pages AS p SET is_indexable = r.is_indexable, depth = r.depth, inlink_count = r.inlinks,
        page_score = r.page_score, issue_count = r.issue_count
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(number int, is_indexable boolean, depth int,
        inlinks int, page_score smallint, issue_count int)
      WHERE p.scan_id = ${scan_id} AND p.number = r.number`);
  }
}
