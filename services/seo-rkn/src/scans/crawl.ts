import { newId, readRetryAfter } from '@platform/runtime';
import type { App } from '../app.ts';
import type { Fetched } from '../crawl/fetched.ts';
import type { Robots } from '../crawl/robots.ts';
import { isWall } from '../issues/crawl-rules.ts';
import { isHtml } from '../issues/page-state.ts';
import { absolute, bareHost, type PageFacts } from '../pages/page-facts.ts';
import { createPageCommitter, type FetchedPage } from './commit-pages.ts';
import { type Frontier, insertDiscovered, openFrontier, type Target } from './frontier.ts';
import { fetchChanged, findScanBefore } from './known-pages.ts';
import { createPace } from './pace.ts';
import type { ScanWork } from './scan-work.ts';
import { readIssueUrls } from './seeds.ts';
import { openTargetQueue } from './target-queue.ts';

/** Why a crawl did not see everything. */
export type CrawlCut = 'max_pages' | 'max_minutes' | 'failures';

/** Failures in a row that end a crawl: the server is down, or refuses us. */
const maxFailuresInRow = 5;
const timeoutMs = 15_000;
/** Pause of a site that refuses requests and does not say for how long. */
const backOffMs = 5_000;

/**
 * Fetches the planned addresses of a scan and those that their pages link to. A page and the addresses on
 * it commit together, and a request slot is free again behind the commit: after a crash no more pages are
 * fetched again than requests were open.
 * @returns why it did not see everything; null when it did
 * @throws LostLeaseError
 */
export async function crawl(work: ScanWork, robots: Robots): Promise<CrawlCut | null> {
  const { app, scan, signal } = work;
  const { options } = scan;
  const end = new AbortController();
  let cut: CrawlCut | null = null;
  const cutShort = (reason: CrawlCut) => {
    cut ??= reason;
    end.abort();
  };
  const started = scan.crawl_started_at ?? app.clock.now();
  const millisecondsLeft = started.getTime() + options.max_minutes * 60_000 - app.clock.now().getTime();
  const timer = setTimeout(() => cutShort('max_minutes'), Math.max(0, millisecondsLeft));

  const frontier = await openFrontier(work, robots);
  const before = await findScanBefore(work);
  const queue = openTargetQueue(work, before, options.max_pages - scan.pages_done, end.signal);
  const pace = createPace(app, options.concurrency, options.interval_ms);
  const committer = createPageCommitter(work, frontier);
  let failuresInRow = 0;
  const isOwn = (url: string): boolean => bareHost(new URL(url).host) === bareHost(scan.host);

  async function visit(target: Target): Promise<FetchedPage> {
    const fetched_at = app.clock.now();
    const { fetched, reused } = await fetchChanged(work, target.known, target.url, {
      method: 'GET',
      maxBytes: options.max_body_bytes,
      timeoutMs,
      signal,
      mayFollow: (url) => options.ignore_robots || !isOwn(url) || robots.isAllowed('AppPlatformBot', url),
    });
    const isRefusal = fetched.status === 429 || fetched.status === 503;
    if (isRefusal) pace.backOff((readRetryAfter(fetched.headers.retry_after, app.clock.now()) ?? backOffMs) / 1_000);
    const isFailure = mayRecover(fetched);
    // A redirect to another host says nothing about this one.
    if (isOwn(fetched.final_url)) failuresInRow = isFailure ? failuresInRow + 1 : 0;
    if (failuresInRow >= maxFailuresInRow) cutShort('failures');
    // A second request distinguishes a failing page, or a missing published item, from a temporary failure.
    const isDoubtful = isFailure || (target.item_id !== null && isNoPage(fetched));
    if (isDoubtful && target.tries === 0 && !end.signal.aborted)
      return { target, retryAt: new Date(app.clock.now().getTime() + app.timing.retryMs) };
    const facts = reused ? { facts: reused.facts, is_too_complex: false } : await readFacts(app, scan.origin, fetched);
    const { body: _, ...answer } = fetched;
    return {
      target,
      page: { id: newId(), answer, ...facts, fetched_at, read_at: reused?.read_at ?? fetched_at },
      links: linksOf(facts.facts, fetched),
    };
  }

  async function slot(): Promise<void> {
    for (;;) {
      const target = await queue.next();
      if (!target) return;
      await pace.enter(signal);
      try {
        await committer.commit(await visit(target));
        queue.finish(target);
      } catch (error) {
        // The other slots take nothing more.
        end.abort();
        throw error;
      } finally {
        pace.leave();
      }
    }
  }

  try {
    await runTogether(Array.from({ length: options.concurrency }, slot));
    // No link leads to these, so they come last; links of theirs are not followed.
    if (cut === null && !queue.isCut && (await addIssueUrls(work, frontier)))
      await runTogether(Array.from({ length: options.concurrency }, slot));
  } finally {
    clearTimeout(timer);
  }
  return cut ?? (queue.isCut ? 'max_pages' : null);
}

/** Adds pages of open issues that the crawl has not found, to be judged again. */
async function addIssueUrls(work: ScanWork, frontier: Frontier): Promise<boolean> {
  const { app, scan } = work;
  for (const url of await readIssueUrls(app, scan.site_id)) frontier.add(url, { depth: 0, source: 'issue' });
  const discovered = frontier.takeDiscovered();
  await app.db.transaction(async (tx) => {
    await work.lease.require(tx, { pages_planned: frontier.planned() });
    await insertDiscovered(tx, scan.id, discovered);
  });
  scan.pages_planned = frontier.planned();
  return discovered.length > 0;
}

/** Whether a second try may succeed. */
export const mayRecover = ({ status, failure }: Pick<Fetched, 'status' | 'failure'>): boolean =>
  failure === null
    ? status !== null && (status >= 500 || status === 429)
    : ['dns', 'tls', 'connect', 'timeout', 'reset'].includes(failure.code);

/** Whether an answer is no page: its status says so, or it is another kind of content. */
export const isNoPage = ({
  status,
  failure,
  hops,
  headers,
}: Pick<Fetched, 'status' | 'failure' | 'hops' | 'headers'>): boolean =>
  failure === null &&
  !isWall(status) &&
  ((status ?? 0) >= 400 || (hops.length === 0 && (status !== 200 || !isHtml(headers.content_type))));

/** Redirects that end nowhere. */
const isLost = (failure: Fetched['failure']): boolean =>
  failure !== null && ['redirect_loop', 'too_many_redirects', 'bad_redirect'].includes(failure.code);

/** Addresses that a page leads to: links that it asks to follow, and the target of a redirect. */
export function linksOf(
  facts: PageFacts | null,
  { hops, final_url, failure }: Pick<Fetched, 'hops' | 'final_url' | 'failure'>,
): string[] {
  if (hops.length > 0) return isLost(failure) ? [] : [final_url];
  return facts === null ? [] : facts.own_links.map((link) => absolute(link, facts));
}

/** Facts of an HTML page at its own address. A redirect has none: its target is crawled itself. */
export async function readFacts(
  { pageReader }: Pick<App, 'pageReader'>,
  origin: string,
  { body, ...fetched }: Fetched,
): Promise<{ facts: PageFacts | null; is_too_complex: boolean }> {
  if (body === null || fetched.status !== 200 || fetched.hops.length > 0 || !isHtml(fetched.headers.content_type))
    return { facts: null, is_too_complex: false };
  const { facts } = await pageReader.read({ fetched, body, site_host: new URL(origin).hostname });
  return { facts, is_too_complex: facts === null };
}

/** Waits for all, and throws the first error only when none of them works any more. */
async function runTogether(works: Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(works);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
