import { findRow, mapInSlices, newId, type Tx } from '@platform/runtime';
import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { urlKey } from '../crawl/url-key.ts';
import { hashUuid } from '../hash-uuid.ts';
import { lockIssues } from '../issues/lock-issues.ts';
import { linksOf } from '../scans/crawl.ts';
import { isListedBy } from '../scans/frontier.ts';
import { robotsOf } from '../scans/probe-site.ts';
import { openStates } from '../scans/scan.ts';
import { storable } from '../scans/storable-json.ts';
import { pages, scan_urls, scans } from '../schema.ts';
import { findRecheckableScan } from './recheckable-scan.ts';
import type { RecheckedPage } from './rechecked-page.ts';

type ScanUrl = typeof scan_urls.$inferSelect;

/**
 * Replaces facts of pages in the last ended scan, and in an open scan that knows their addresses, so that it
 * does not judge an older state. Facts of a later request stay.
 */
export async function storeRecheckedPages(tx: Tx, site_id: string, rechecked: readonly RecheckedPage[]): Promise<void> {
  await lockIssues(tx, site_id);
  // A scan may have ended since the pages were fetched.
  const scan = await findRecheckableScan(tx, site_id);
  if (!scan) return;
  await countFacts(tx, scan.id);
  const { cleanParams } = robotsOf(scan.probe);
  const open = await tx
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.site_id, site_id), eq(scans.kind, 'seo'), inArray(scans.state, [...openStates])));
  for (const page of rechecked) {
    const keys = await mapInSlices(linksOf(page.facts, page.answer), (link) => urlKey(link, cleanParams));
    const links = keys.filter((key) => key !== null);
    if (page.is_gone) await removePage(tx, scan.id, page);
    else await putPage(tx, { scan_id: scan.id, site_id }, { page, address: await ensureUrl(tx, scan.id, page), links });
    for (const { id } of open) await storeInOpenScan(tx, { scan_id: id, site_id }, page, links);
  }
}

/** Tells a judgement that facts of a scan changed. Its row comes first, as a commit of its pages locks it. */
const countFacts = (tx: Tx, scan_id: string) =>
  tx
    .update(scans)
    .set({ facts_version: sql`${scans.facts_version} + 1` })
    .where(eq(scans.id, scan_id));

/** A scan that has not found the address yet fetches it later. */
async function storeInOpenScan(tx: Tx, of: OfScan, page: RecheckedPage, links: readonly string[]): Promise<void> {
  const isUrl = and(eq(scan_urls.scan_id, of.scan_id), eq(scan_urls.url_hash, page.recheck.url_hash));
  const known = await findRow(tx, scan_urls, isUrl);
  if (!known) return;
  await countFacts(tx, of.scan_id);
  if (page.is_gone) return removePage(tx, of.scan_id, page);
  // The page came back since another recheck took it out.
  if (known.skip_reason === 'gone')
    await tx.update(scan_urls).set({ state: 'done', skip_reason: null, item_id: page.item_id }).where(isUrl);
  await putPage(tx, of, { page, address: known, links });
}

/** The address in a scan. An address that is newer than the scan is added. */
async function ensureUrl(
  tx: Tx,
  scan_id: string,
  { recheck, item_id }: RecheckedPage,
): Promise<Pick<ScanUrl, 'number' | 'source' | 'in_sitemap'>> {
  const { url, url_hash, tries } = recheck;
  const { rows } = await tx.execute<Pick<ScanUrl, 'number' | 'source' | 'in_sitemap'>>(sql`
    INSERT INTO "seo-rkn".scan_urls AS u (scan_id, number, url_hash, url, state, depth, source, item_id, tries)
    SELECT ${scan_id}, coalesce(max(number), -1) + 1, ${url_hash}, ${url}, 'done', 0, 'recheck', ${item_id}::uuid, ${tries}
    FROM "seo-rkn".scan_urls WHERE scan_id = ${scan_id}
    ON CONFLICT (scan_id, url_hash) DO UPDATE
      SET state = 'done', skip_reason = NULL, item_id = excluded.item_id, tries = excluded.tries
    RETURNING number, source, in_sitemap`);
  const [known] = rows;
  if (known === undefined) throw new Error('an address without a number');
  return known;
}

/** Removes a page and its address from a scan. A page that was fetched later is more recent, and stays. */
async function removePage(tx: Tx, scan_id: string, { recheck, fetched_at }: RecheckedPage): Promise<void> {
  const isUrl = and(eq(scan_urls.scan_id, scan_id), eq(scan_urls.url_hash, recheck.url_hash));
  const [known] = await tx.select({ number: scan_urls.number }).from(scan_urls).where(isUrl);
  if (!known) return;
  const isPage = and(eq(pages.scan_id, scan_id), eq(pages.number, known.number));
  await tx.delete(pages).where(and(isPage, lte(pages.fetched_at, fetched_at)));
  const [later] = await tx.select({ id: pages.id }).from(pages).where(isPage);
  if (later) return;
  await tx
    .update(scan_urls)
    .set({ state: 'skipped', source: 'link', skip_reason: 'gone', item_id: null, in_sitemap: false })
    .where(isUrl);
}

/** Columns of a page that its answer decides. */
async function columnsOf(tx: Tx, scan_id: string, page: RecheckedPage, links: readonly string[]) {
  const { answer, facts, item_id } = page;
  const hashes = [...new Set(links)].map(hashUuid);
  const targets =
    hashes.length === 0
      ? []
      : await tx
          .select({ number: scan_urls.number })
          .from(scan_urls)
          .where(and(eq(scan_urls.scan_id, scan_id), inArray(scan_urls.url_hash, hashes)));
  const { hops, headers, timings } = answer;
  const failure = page.is_too_complex ? { code: 'page_too_complex' as const, detail: '' } : answer.failure;
  return {
    final_url: answer.final_url,
    status: answer.status,
    bytes: answer.bytes,
    item_id,
    answer: storable({ hops, headers, timings, failure }),
    facts: facts === null ? null : storable(facts),
    title: storable(facts?.titles[0] ?? null),
    words: facts?.words ?? null,
    out_links: targets.map(({ number }) => number),
    fetched_at: page.fetched_at,
  };
}

interface OfScan {
  scan_id: string;
  site_id: string;
}

interface PageToStore {
  page: RecheckedPage;
  address: Pick<ScanUrl, 'number' | 'source' | 'in_sitemap'>;
  /** URL keys. */
  links: readonly string[];
}

/** Writes a page of a scan, over facts of an earlier request. */
async function putPage(tx: Tx, of: OfScan, { page, address, links }: PageToStore): Promise<void> {
  const { number, source, in_sitemap } = address;
  const columns = await columnsOf(tx, of.scan_id, page, links);
  await tx
    .insert(pages)
    .values({
      id: newId(),
      ...of,
      number,
      url: page.recheck.url,
      ...columns,
      is_listed: isListedBy(source) || in_sitemap,
    })
    .onConflictDoUpdate({
      target: [pages.scan_id, pages.number],
      set: columns,
      setWhere: lte(pages.fetched_at, page.fetched_at),
    });
}
