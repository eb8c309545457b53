import type { Database, Tx } from '@platform/runtime';
import { and, desc, eq, isNotNull, lt } from 'drizzle-orm';
import type { ScanRow } from '../scans/scan.ts';
import { scans } from '../schema.ts';

/**
 * The newest scan of a site that ended with a verdict, or the newest before another one; null without any.
 */
export async function findJudgedScan(
  db: Database | Tx,
  site_id: string,
  before: string | null = null,
): Promise<ScanRow | null> {
  const [row] = await db
    .select()
    .from(scans)
    .where(
      and(eq(scans.site_id, site_id), isNotNull(scans.verdict), before === null ? undefined : lt(scans.id, before)),
    )
    .orderBy(desc(scans.id))
    .limit(1);
  return row ?? null;
}
