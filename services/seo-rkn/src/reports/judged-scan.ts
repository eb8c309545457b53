import type { Database, Tx } from '@platform/runtime';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { ScanRow } from '../scans/scan.ts';
import { scans } from '../schema.ts';

/** A scan that ended with a verdict, without its large columns. */
export interface JudgedScan {
  id: string;
  /** Includes the results of later rechecks of pages. */
  verdict: NonNullable<ScanRow['verdict']>;
}

/** The newest scans of a site that ended with a verdict, newest first. */
export async function findJudgedScans(db: Database | Tx, site_id: string, limit: number): Promise<JudgedScan[]> {
  const rows = await db
    .select({ id: scans.id, verdict: scans.verdict, rechecked: scans.rechecked_verdict })
    .from(scans)
    .where(and(eq(scans.site_id, site_id), eq(scans.kind, 'seo'), isNotNull(scans.verdict)))
    .orderBy(desc(scans.id))
    .limit(limit);
  return rows.flatMap(({ id, verdict, rechecked }) =>
    verdict === null ? [] : [{ id, verdict: rechecked ?? verdict }],
  );
}

/** The newest scan of a site that ended with a verdict; null without any. */
export const findJudgedScan = async (db: Database | Tx, site_id: string): Promise<JudgedScan | null> =>
  (await findJudgedScans(db, site_id, 1))[0] ?? null;
