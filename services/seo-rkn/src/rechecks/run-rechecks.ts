import { setTimeout as sleep } from 'node:timers/promises';
import { cms } from '@platform/contracts';
import { dayMs } from '@platform/runtime';
import { fetchPage } from '../crawl/fetch-page.ts';
import type { Robots } from '../crawl/robots.ts';
import { fetchOf } from '../crawl/site-fetch.ts';
import { urlKey } from '../crawl/url-key.ts';
import { releaseChanges } from '../indexnow/record-changes.ts';
import { isNoindex } from '../issues/page-state.ts';
import type { PageItem } from '../issues/site-input.ts';
import { refreshReadiness, removeReadiness } from '../readiness/refresh-readiness.ts';
import { mayRecover, readFacts } from '../scans/crawl.ts';
import { toPageItem } from '../scans/page-inputs.ts';
import { robotsOf } from '../scans/probe-site.ts';
import { releaseRecrawls } from '../search/order-recrawls.ts';
import { readSettings } from '../settings/site-settings.ts';
import { isGone, nextFetchAt, showsItem } from './expectation.ts';
import type { Rechecker, RecheckLease, RecheckRow } from './recheck.ts';
import { findRecheckableScan, type RecheckableScan } from './recheckable-scan.ts';
import type { RecheckedPage } from './rechecked-page.ts';
import { rejudgeScan } from './rejudge-scan.ts';
import { storeRecheckedPages } from './store-pages.ts';

const timeoutMs = 15_000;
/** Age of an order that no process could carry out. */
const maxAgeMs = dayMs;

/**
 * Fetches pages of a site again. Those that show what they are to show replace their facts in the last scan,
 * and the scan is judged again; the others are fetched later. A batch that takes long leaves its rest to the
 * next one.
 * @throws the reason of the signal, and the error of a part of the platform that is down
 */
export async function runRechecks(app: Rechecker, lease: RecheckLease): Promise<void> {
  const { signal } = lease;
  const oldest = app.clock.now().getTime() - maxAgeMs;
  const isOld = ({ requested_at }: RecheckRow) => requested_at.getTime() < oldest;
  await lease.delete(app.db, lease.rows.filter(isOld));
  const scan = await findRecheckableScan(app.db, lease.row.site_id);
  if (!scan) return void (await lease.delete(app.db));
  const robots = robotsOf(scan.probe);
  const refused = lease.open.filter(({ url }) => !robots.isAllowed('AppPlatformBot', url));
  await lease.delete(app.db, refused);
  const allowedRechecks = lease.open;
  const items = await readItemsOf(app, scan.site_id, allowedRechecks);
  const { brand_words } = await readSettings(app.db, scan.site_id);
  const brands = [...brand_words, scan.host];
  const ready: RecheckedPage[] = [];
  const endsAt = performance.now() + app.timing.recheckBatchMs;
  for (const [at, recheck] of allowedRechecks.entries()) {
    if (at > 0 && performance.now() >= endsAt) {
      // Other sites come first.
      await lease.postpone(app.db, { afterMs: 0 }, allowedRechecks.slice(at));
      break;
    }
    if (at > 0) await sleep(scan.options.interval_ms, undefined, { signal });
    const page = await visit(app, { scan, robots, items, brands, lease }, recheck);
    if (page) ready.push(page);
  }
  if (ready.length === 0) return;
  await refreshItems(app, scan.site_id, ready);
  await app.db.transaction((tx) => storeRecheckedPages(tx, scan.site_id, ready));
  await rejudgeScan(
    app,
    scan.site_id,
    ready.map(({ recheck, is_gone }) => ({ url: recheck.url, is_gone })),
    signal,
  );
  await finish(app, lease, ready);
}

/** Ends rechecks, and announces their pages to search engines. */
async function finish(app: Rechecker, lease: RecheckLease, ready: readonly RecheckedPage[]): Promise<void> {
  const { site_id } = lease.row;
  const now = app.clock.now().getTime();
  const isHidden = ({ facts }: RecheckedPage) => facts !== null && isNoindex(facts, now);
  await app.db.transaction(async (tx) => {
    const orders = ready.map(({ recheck }) => recheck);
    const ended = await lease.delete(tx, orders);
    // A page that was ordered again meanwhile is announced by the newer order.
    const ids = new Set(ended.map(({ id }) => id));
    const endedPages = ready.filter(({ recheck }) => ids.has(recheck.id));
    const urlsOf = (ofPages: readonly RecheckedPage[]) => ofPages.map(({ recheck }) => recheck.url);
    const hidden = urlsOf(endedPages.filter(isHidden));
    const pages = { shown: urlsOf(endedPages.filter((one) => !isHidden(one))), hidden };
    await releaseChanges(app, tx, site_id, pages);
    await releaseRecrawls(app, tx, site_id, pages);
  });
}

/** Scores the texts behind pages again. A text that is published no longer has no score. */
async function refreshItems(app: Rechecker, site_id: string, ready: readonly RecheckedPage[]): Promise<void> {
  const item_ids = [...new Set(ready.flatMap(({ recheck }) => recheck.item_id ?? []))];
  if (item_ids.length === 0) return;
  const scores = await refreshReadiness(app, site_id, { kinds: ['post', 'article'], item_ids });
  const scored = new Set(scores.map(({ item_id }) => item_id));
  const unscoredIds = item_ids.filter((id) => !scored.has(id));
  if (unscoredIds.length > 0) await removeReadiness(app, site_id, unscoredIds);
}

/** Published items of rechecks, by id. */
async function readItemsOf(
  { ask }: Pick<Rechecker, 'ask'>,
  site_id: string,
  batch: readonly RecheckRow[],
): Promise<Map<string, { url: string | null; item: PageItem }>> {
  const item_ids = [...new Set(batch.flatMap(({ item_id }) => item_id ?? []))];
  const items = new Map<string, { url: string | null; item: PageItem }>();
  for (let after: string | null = null; item_ids.length > 0; ) {
    const page: { items: Parameters<typeof toPageItem>[0][]; next: string | null } = await ask(
      cms.queries.listContentPage,
      { site_id, after, limit: 200, item_ids },
    );
    for (const item of page.items) items.set(item.id, { url: item.url && urlKey(item.url), item: toPageItem(item) });
    after = page.next;
    if (after === null) break;
  }
  return items;
}

/** What the rechecks of one batch share. */
interface SiteOfRechecks {
  scan: RecheckableScan;
  robots: Robots;
  items: Awaited<ReturnType<typeof readItemsOf>>;
  /** Names that end titles of the site. */
  brands: readonly string[];
  lease: RecheckLease;
}

/** Fetches a page; null when it is to be fetched again later. */
async function visit(
  app: Rechecker,
  { scan, robots, items, brands, lease }: SiteOfRechecks,
  recheck: RecheckRow,
): Promise<RecheckedPage | null> {
  const fetched_at = app.clock.now();
  const fetched = await fetchPage(fetchOf(app, scan.origin), recheck.url, {
    maxBytes: scan.options.max_body_bytes,
    timeoutMs,
    signal: lease.signal,
    mayFollow: (url) => robots.isAllowed('AppPlatformBot', url),
  });
  const read = await readFacts(app, scan.origin, fetched);
  const known = recheck.item_id === null ? undefined : items.get(recheck.item_id);
  const item = known?.url === recheck.url ? known.item : null;
  const gone = recheck.item_id !== null && item === null && isGone(fetched);
  const isShown = item === null ? gone : showsItem(read.facts, item, brands);
  const fetches = recheck.fetches + 1;
  const due_at = nextFetchAt(recheck, {
    fetches,
    isShown,
    mayRecover: mayRecover(fetched),
    now: app.clock.now(),
    timing: app.timing,
  });
  if (due_at) {
    await lease.finish(app.db, { fetches, due_at }, [recheck]);
    return null;
  }
  const { body: _, ...answer } = fetched;
  return { recheck, item_id: item?.id ?? null, is_gone: gone, answer, fetched_at, ...read };
}
