import type { Tx } from '@platform/runtime';
import { and, eq, sql } from 'drizzle-orm';
import { lockIssues } from '../issues/lock-issues.ts';
import { recordRecheck } from '../issues/record-recheck.ts';
import { refreshSummary } from '../issues/summary.ts';
import { type Judgement, judgeStored } from '../scans/analyse-scan.ts';
import { scans } from '../schema.ts';
import type { Rechecker } from './recheck.ts';
import { findRecheckableScan, type RecheckableScan } from './recheckable-scan.ts';

/** A page with new facts. */
export interface JudgedAgain {
  /** URL key. */
  url: string;
  /** The site has no such page any more: its issues are resolved. */
  is_gone: boolean;
}

/** Judgements in a row that other rechecks may overtake. */
const maxTries = 5;

/**
 * Judges the last scan of a site with the facts that it has now, and records what that changes: rules about
 * groups of pages need the other pages too. A judgement that a recheck or a scan overtook is made again.
 * @throws the reason of the signal, and the error of the cms while it does not answer
 */
export async function rejudgeScan(
  app: Rechecker,
  site_id: string,
  changed: readonly JudgedAgain[],
  signal: AbortSignal,
): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const scan = await findRecheckableScan(app.db, site_id);
    if (!scan) return;
    const judgement = await judgeStored(app, scan, scan.checks, signal);
    if (await app.db.transaction((tx) => write(app, tx, { scan, judgement, changed }))) return;
  }
  throw new Error('other rechecks of the site are always newer');
}

/** @returns false when the facts are newer than the judgement */
async function write(
  { clock }: Pick<Rechecker, 'clock'>,
  tx: Tx,
  { scan, judgement, changed }: { scan: RecheckableScan; judgement: Judgement; changed: readonly JudgedAgain[] },
): Promise<boolean> {
  const { findings, whole, writeOutlines } = judgement;
  // A scan that ends in this moment writes its verdict under the same lock.
  await lockIssues(tx, scan.site_id);
  const updated = await tx
    .update(scans)
    .set({ rechecked_verdict: whole.verdict })
    .where(
      and(
        eq(scans.id, scan.id),
        eq(scans.facts_version, scan.facts_version),
        sql`NOT EXISTS (SELECT FROM "seo-rkn".scans AS newer WHERE newer.site_id = ${scan.site_id}
          AND newer.verdict IS NOT NULL AND newer.id > ${scan.id})`,
      ),
    )
    .returning({ id: scans.id });
  if (updated.length === 0) return false;
  await writeOutlines(tx);
  const about = { site_id: scan.site_id, scan_id: scan.id, by: 'recheck' as const, now: clock.now() };
  await recordRecheck(tx, { ...about, isJudged: whole.isJudged, changed }, findings);
  const { site_id, origin, pages_done } = scan;
  await refreshSummary(tx, { site: { site_id, origin, pages: pages_done } });
  return true;
}
