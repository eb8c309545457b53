import type { Database, Tx } from '@platform/runtime';
import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { lockIssues } from '../../issues/lock-issues.ts';
import { type IssueValues, recordRows, type SeenBefore } from '../../issues/record-findings.ts';
import { endScan } from '../../scans/end-scan.ts';
import { robotsOf } from '../../scans/probe-site.ts';
import type { ScanRow } from '../../scans/scan.ts';
import type { ScanWork } from '../../scans/scan-work.ts';
import { issues, rkn_rechecks, scans } from '../../schema.ts';
import { judgeStoredScan, type RknJudgement } from './judge-scan.ts';
import { readRknPages } from './read-rkn-site.ts';
import { openVisitor } from './visit-pages.ts';

/** Pages of one round. */
const maxPages = 40;

/** The newest scan of a site with a result, whose pages rechecks replace; null without any. */
export async function findJudgedRknScan(db: Database | Tx, site_id: string): Promise<ScanRow | null> {
  const [row] = await db
    .select()
    .from(scans)
    .where(and(eq(scans.site_id, site_id), eq(scans.kind, 'rkn'), isNotNull(scans.rkn_outcome)))
    .orderBy(desc(scans.id))
    .limit(1);
  return row ?? null;
}

interface Order {
  issue_id: string;
  fingerprint: string;
  requested_at: Date;
  urls: string[];
}

/**
 * Judges the pages of requested findings again, with the other pages of the newest scan. Requests that arrive
 * meanwhile get another round. The scan ends when no request is left.
 * @throws LostLeaseError, the reason of the signal
 */
export async function runRknRecheck(work: ScanWork): Promise<void> {
  const { app, scan } = work;
  for (let isOver = false; !isOver; ) {
    const base = await findJudgedRknScan(app.db, scan.site_id);
    const orders = await readOrders(work);
    if (base?.probe) await visitOrdered(work, base, orders);
    const judgement = base?.probe && orders.length > 0 ? await judgeStoredScan(work, base) : null;
    work.signal.throwIfAborted();
    isOver = await app.db.transaction(async (tx) => {
      await lockIssues(tx, scan.site_id);
      await work.lease.require(tx);
      if (base && judgement) await record(work, tx, { base, orders, judgement });
      await finishOrders(tx, orders);
      const openOrders = await tx
        .select({ id: rkn_rechecks.issue_id })
        .from(rkn_rechecks)
        .where(isOfSite(scan))
        .limit(1);
      if (openOrders.length > 0) return false;
      await endScan(app, tx, work, { state: 'succeeded', error: null });
      return true;
    });
  }
}

const isOfSite = ({ site_id }: Pick<ScanRow, 'site_id'>) => eq(rkn_rechecks.site_id, site_id);

async function readOrders({ app, scan }: ScanWork): Promise<Order[]> {
  const rows = await app.db
    .select({
      issue_id: rkn_rechecks.issue_id,
      requested_at: rkn_rechecks.requested_at,
      fingerprint: issues.fingerprint,
      url: issues.url,
      related: sql<string[] | null>`${issues.evidence} -> 'related'`,
    })
    .from(rkn_rechecks)
    .innerJoin(issues, eq(issues.id, rkn_rechecks.issue_id))
    .where(isOfSite(scan))
    .orderBy(rkn_rechecks.requested_at)
    .limit(20);
  return rows.map(({ url, related, ...order }) => ({ ...order, urls: [url, ...(related ?? [])] }));
}

/** Fetches the pages of orders again, and shows them in the browser, over those of the scan. */
async function visitOrdered(work: ScanWork, base: ScanRow, orders: readonly Order[]): Promise<void> {
  if (!base.probe) return;
  const storedPages = await readRknPages(work.app, base.id);
  const numbers = new Map(storedPages.map(({ url, number }) => [url, number]));
  // The fault may be in documents that a page links to, so linked documents that the scan could not read are
  // fetched too.
  const urls = [...new Set(orders.flatMap((order) => order.urls))].slice(0, maxPages);
  let nextNumber = Math.max(-1, ...numbers.values()) + 1;
  const visitor = openVisitor(work, robotsOf(base.probe), base.id);
  try {
    for (const url of urls) {
      work.signal.throwIfAborted();
      const number = numbers.get(url) ?? nextNumber++;
      const row = await visitor.render(await visitor.fetch(url, number));
      numbers.set(url, number);
      for (const link of documentsOf(row)) {
        if (numbers.has(link) || nextNumber > maxPages + storedPages.length) continue;
        numbers.set(link, nextNumber);
        await visitor.fetch(link, nextNumber++);
      }
    }
  } finally {
    await visitor.close();
  }
}

/** Addresses that checkboxes of a page name. */
const documentsOf = ({ facts, rendered }: Awaited<ReturnType<typeof readRknPages>>[number]): string[] =>
  ((rendered ?? facts)?.forms ?? []).flatMap(({ checkboxes }) =>
    checkboxes.flatMap(({ links }) => links.map(({ url }) => url)),
  );

/**
 * Records the changes by the new pages. Findings of other pages retain the status that an administrator gave
 * them.
 */
async function record(
  { app, scan }: ScanWork,
  tx: Tx,
  { base, orders, judgement }: { base: ScanRow; orders: readonly Order[]; judgement: RknJudgement },
): Promise<void> {
  const { rows, isJudged } = judgement;
  const fingerprints = rows.map(({ fingerprint }) => fingerprint);
  const storedIssues = await tx
    .select({ fingerprint: issues.fingerprint })
    .from(issues)
    .where(inArray(issues.fingerprint, fingerprints));
  const known = new Set(storedIssues.map(({ fingerprint }) => fingerprint));
  const changed = new Set(orders.flatMap(({ urls }) => urls));
  const ordered = new Set(orders.map(({ fingerprint }) => fingerprint));
  const isAbout = ({ url, evidence }: Pick<SeenBefore, 'url' | 'evidence'>) =>
    changed.has(url) || (evidence.related ?? []).some((one) => changed.has(one));
  const touched = rows.filter(
    (row: IssueValues) => !known.has(row.fingerprint) || ordered.has(row.fingerprint) || isAbout(row),
  );
  const about = { site_id: scan.site_id, scan_id: base.id, by: 'recheck' as const, kind: 'rkn' as const };
  await recordRows(
    tx,
    {
      ...about,
      rule_version: base.rule_version,
      now: app.clock.now(),
      seen: fingerprints,
      leavesUnjudged: true,
      isJudged: (issue) => isAbout(issue) && isJudged(issue),
    },
    touched,
  );
}

/** Ends orders, but those that were asked for again meanwhile. */
async function finishOrders(tx: Tx, orders: readonly Order[]): Promise<void> {
  for (const { issue_id, requested_at } of orders)
    await tx
      .delete(rkn_rechecks)
      .where(and(eq(rkn_rechecks.issue_id, issue_id), eq(rkn_rechecks.requested_at, requested_at)));
}
