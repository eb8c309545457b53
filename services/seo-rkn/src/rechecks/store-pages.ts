import { newId, type Tx } from '@platform/runtime';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { urlKey } from '../crawl/url-key.ts';
import { hashUuid } from '../hash-uuid.ts';
import { lockIssues } from '../issues/lock-issues.ts';
import { linksOf } from '../scans/crawl.ts';
import { robotsOf } from '../scans/probe-site.ts';
import { openStates } from '../scans/scan.ts';
import { storable } from '../scans/storable-json.ts';
import { pages, scan_urls, scans } from '../schema.ts';
import { findRecheckableScan, type RecheckableScan } from './recheckable-scan.ts';
import type { RecheckedPage } from './run-rechecks.ts';

/**
 * Replaces facts of pages in the last scan that has ended, and in one that is open and fetched them already:
 * it is to judge no older state than this.
 */
export async function storeRecheckedPages(tx: Tx, site_id: string, rechecked: readonly RecheckedPage[]): Promise<void> {
  await lockIssues(tx, site_id);
  // A scan may have ended since the pages were fetched.
  const scan = await findRecheckableScan(tx, site_id);
  if (!scan) return;
  await tx
    .update(scans)
    .set({ facts_version: sql`${scans.facts_version} + 1` })
    .where(eq(scans.id, scan.id));
  const { cleanParams } = robotsOf(scan.probe);
  const open = await tx
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.site_id, site_id), inArray(scans.state, [...openStates])));
  for (const page of rechecked) {
    const links = linksOf(page.facts, page.answer).flatMap((link) => urlKey(link, cleanParams) ?? []);
    if (page.is_gone) await removePage(tx, scan.id, page);
    else await replacePage(tx, scan, page, await ensureNumber(tx, scan.id, page), links);
    for (const { id } of open) {
      const number = await findNumber(tx, id, page);
      if (number === null) continue;
      // The row of the scan first, as a commit of its pages locks it.
      await tx
        .update(scans)
        .set({ facts_version: sql`${scans.facts_version} + 1` })
        .where(eq(scans.id, id));
      if (page.is_gone) await removePage(tx, id, page);
      else await updatePage(tx, id, number, page, links);
    }
  }
}

/** Number of the address in a scan; null when it was not found, or not fetched yet. */
async function findNumber(tx: Tx, scan_id: string, { recheck }: RecheckedPage): Promise<number | null> {
  const [row] = await tx
    .select({ number: scan_urls.number })
    .from(scan_urls)
    .where(and(eq(scan_urls.scan_id, scan_id), eq(scan_urls.url_hash, recheck.url_hash)));
  return row?.number ?? null;
}

/** Number of the address; the scan gets to know one that is newer than itself. */
async function ensureNumber(tx: Tx, scan_id: string, { recheck, item_id }: RecheckedPage): Promise<number> {
  const { url, url_hash, tries } = recheck;
  const { rows } = await tx.execute<{ number: number }>(sql`
    INSERT INTO "seo-rkn".scan_urls AS u (scan_id, number, url_hash, url, state, depth, source, item_id, tries)
    SELECT ${scan_id}, coalesce(max(number), -1) + 1, ${url_hash}, ${url}, 'done', 0, 'recheck', ${item_id}::uuid, ${tries}
    FROM "seo-rkn".scan_urls WHERE scan_id = ${scan_id}
    ON CONFLICT (scan_id, url_hash) DO UPDATE
      SET state = 'done', skip_reason = NULL, item_id = excluded.item_id, tries = excluded.tries
    RETURNING number`);
  const number = rows[0]?.number;
  if (number === undefined) throw new Error('an address without a number');
  return number;
}

async function removePage(tx: Tx, scan_id: string, { recheck }: RecheckedPage): Promise<void> {
  const [row] = await tx
    .update(scan_urls)
    .set({ state: 'skipped', source: 'link', skip_reason: 'gone', item_id: null, in_sitemap: false })
    .where(and(eq(scan_urls.scan_id, scan_id), eq(scan_urls.url_hash, recheck.url_hash)))
    .returning({ number: scan_urls.number });
  if (row) await tx.delete(pages).where(and(eq(pages.scan_id, scan_id), eq(pages.number, row.number)));
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
    ...{ final_url: answer.final_url, status: answer.status, bytes: answer.bytes, item_id },
    answer: storable({ hops, headers, timings, failure }),
    facts: facts === null ? null : storable(facts),
    ...{ title: storable(facts?.titles[0] ?? null), words: facts?.words ?? null },
    ...{ out_links: targets.map(({ number }) => number), fetched_at: sql<Date>`now()` },
  };
}

async function updatePage(
  tx: Tx,
  scan_id: string,
  number: number,
  page: RecheckedPage,
  links: readonly string[],
): Promise<boolean> {
  const updated = await tx
    .update(pages)
    .set(await columnsOf(tx, scan_id, page, links))
    .where(and(eq(pages.scan_id, scan_id), eq(pages.number, number)))
    .returning({ id: pages.id });
  return updated.length > 0;
}

async function replacePage(
  tx: Tx,
  { id: scan_id, site_id }: RecheckableScan,
  page: RecheckedPage,
  number: number,
  links: readonly string[],
): Promise<void> {
  if (await updatePage(tx, scan_id, number, page, links)) return;
  await tx.insert(pages).values({
    ...{ id: newId(), scan_id, site_id, number, url: page.recheck.url, is_listed: false },
    ...(await columnsOf(tx, scan_id, page, links)),
  });
}
