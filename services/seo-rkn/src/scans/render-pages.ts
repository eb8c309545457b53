import { hostPairOf, mapInSlices } from '@platform/runtime';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Robots } from '../crawl/robots.ts';
import { urlKey } from '../crawl/url-key.ts';
import { hashUuid } from '../hash-uuid.ts';
import { absolute, type PageFacts } from '../pages/page-facts.ts';
import type { RenderFailure } from '../render/render-page.ts';
import { openRenderer, type Renderer } from '../render/renderer.ts';
import { type PageAnswer, type PageRender, scan_urls } from '../schema.ts';
import { isAllowed } from './host-rights.ts';
import { pageWritten, type ScanWork } from './scan-work.ts';
import { toStorableJson } from './storable-json.ts';

/** Pages of a scan that are rendered. */
const maxPages = 100;
/** Processes that may die over a page. */
const maxTries = 2;
/** Crashes in a row from which the browser itself is at fault. */
const maxCrashes = 5;

interface Candidate extends Record<string, unknown> {
  number: number;
  url: string;
  answer: PageAnswer;
  bytes: number;
  out_links: number[];
  /** Of the row that it was read from: a recheck writes another time. */
  fetched_at: string;
}

/** Whether a scan renders pages at all. */
export const mayRender = ({ app, scan }: Pick<ScanWork, 'app' | 'scan'>): boolean =>
  app.settings.SEO_CHROMIUM_PATH !== '' && (scan.options.render ?? 'never') !== 'never';

/**
 * Renders pages of a scan behind the crawl, and stores each with its facts. A page that cannot be rendered
 * costs itself alone; a browser that does not start leaves pages as they are.
 * @throws LostLeaseError, the reason of the signal
 */
export async function renderPages(work: ScanWork, robots: Robots): Promise<void> {
  const { app, scan, signal } = work;
  const candidates = (await readCandidates(work)).filter(
    ({ url }) => scan.options.ignore_robots || robots.isAllowed('AppPlatformBot', url),
  );
  if (candidates.length === 0) return;
  const origin = new URL(scan.origin);
  // What an operator allowed for the site leads its pages to no other host in the network.
  const allowedHosts = isAllowed(app.config.SAFE_FETCH_ALLOWED_HOSTS, origin) ? [hostPairOf(origin)] : [];
  const renderer = await openRenderer({ ...app.rendering, path: app.settings.SEO_CHROMIUM_PATH, allowedHosts });
  const close = () => void renderer.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    await renderAll(work, robots, renderer, candidates);
  } finally {
    signal.removeEventListener('abort', close);
    await renderer.close();
  }
}

/** Pages that are to be rendered: the home page and listed pages first. */
async function readCandidates({ app, scan }: ScanWork): Promise<Candidate[]> {
  const isShell = scan.options.render === 'always' ? sql`true` : sql`facts -> 'is_shell' = 'true'`;
  const isDone = sql`coalesce(answer #>> '{render,state}' <> 'begun', false)
    OR coalesce((answer #>> '{render,tries}')::int >= ${maxTries}, false)`;
  const { rows } = await app.db.execute<Candidate & { is_done: boolean }>(sql`
    SELECT number, url, answer, bytes, out_links, fetched_at::text, ${isDone} AS is_done FROM "seo-rkn".pages
    WHERE scan_id = ${scan.id} AND status = 200 AND facts IS NOT NULL AND ${isShell}
    ORDER BY number > 0, is_listed DESC, number LIMIT ${maxPages}`);
  return rows.filter(({ is_done }) => !is_done);
}

async function renderAll(
  work: ScanWork,
  robots: Robots,
  renderer: Renderer,
  candidates: readonly Candidate[],
): Promise<void> {
  const { app, scan, signal } = work;
  let crashes = 0;
  for (const page of candidates) {
    signal.throwIfAborted();
    const tries = (page.answer.render?.tries ?? 0) + 1;
    await store(work, page, { state: 'begun', failure: null, tries });
    let result: Awaited<ReturnType<Renderer['render']>>;
    try {
      result = await renderer.render(page.url);
    } catch (error) {
      signal.throwIfAborted();
      app.log.warn({ err: error, scan_id: scan.id }, 'Chromium does not start: pages are not rendered');
      return;
    }
    signal.throwIfAborted();
    const read = result.html === null ? result : await readRendered(work, page, result.html);
    if ('facts' in read) await storeRendered(work, robots, page, { tries, facts: read.facts });
    else await store(work, page, { state: 'failed', failure: read.failure, tries });
    crashes = result.failure === 'crashed' ? crashes + 1 : 0;
    if (crashes === maxCrashes) {
      app.log.warn({ scan_id: scan.id }, 'Chromium crashes on every page: the remaining pages are not rendered');
      return;
    }
  }
}

/** Facts of a rendered document, as the reader of pages reads them from HTML. */
async function readRendered(
  { app, scan }: ScanWork,
  { url, answer, bytes }: Candidate,
  html: string,
): Promise<{ facts: PageFacts } | { failure: RenderFailure }> {
  const { hops, timings } = answer;
  const headers = { ...answer.headers, content_type: 'text/html; charset=utf-8' };
  const fetched = { url, final_url: url, hops, status: 200, failure: null, headers, timings, bytes, address: null };
  const { facts } = await app.pageReader.read({
    fetched,
    body: Buffer.from(html),
    site_host: new URL(scan.origin).hostname,
  });
  return facts === null ? { failure: 'too_large' } : { facts };
}

/** Writes how far a page is; a page that a recheck replaced meanwhile stays as it is. */
async function store(work: ScanWork, { number, fetched_at }: Candidate, render: PageRender): Promise<void> {
  await work.app.db.transaction(async (tx) => {
    await work.lease.require(tx, render.state === 'begun' ? {} : pageWritten);
    await tx.execute(sql`
      UPDATE "seo-rkn".pages SET answer = answer || ${JSON.stringify({ render })}::jsonb
      WHERE scan_id = ${work.scan.id} AND number = ${number} AND fetched_at = ${fetched_at}::timestamptz`);
  });
}

async function storeRendered(
  work: ScanWork,
  robots: Robots,
  { number, fetched_at, out_links }: Candidate,
  { tries, facts }: { tries: number; facts: PageFacts },
): Promise<void> {
  const { app, scan } = work;
  const render: PageRender = { state: 'rendered', failure: null, tries };
  const keys = await mapInSlices(facts.own_links, (link) => urlKey(absolute(link, facts), robots.cleanParams));
  const hashes = new Set(keys.flatMap((key) => (key === null ? [] : hashUuid(key))));
  await app.db.transaction(async (tx) => {
    await work.lease.require(tx, pageWritten);
    const rows = await tx
      .select({ number: scan_urls.number })
      .from(scan_urls)
      .where(and(eq(scan_urls.scan_id, scan.id), inArray(scan_urls.url_hash, [...hashes])));
    const links = [...new Set([...out_links, ...rows.map((link) => link.number)])];
    await tx.execute(sql`
      UPDATE "seo-rkn".pages SET answer = answer || ${JSON.stringify({ render })}::jsonb,
        rendered = ${toStorableJson(facts)}::jsonb, title = ${toStorableJson(facts.titles[0] ?? null)}::jsonb #>> '{}',
        words = ${facts.words}, out_links = ${sql.param(links)}::int[]
      WHERE scan_id = ${scan.id} AND number = ${number} AND fetched_at = ${fetched_at}::timestamptz`);
  });
}
