import type { Database, Tx } from '@platform/runtime';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { bareHost } from '../pages/page-facts.ts';
import type { ScanRow } from '../scans/scan.ts';
import type { SiteChecks } from '../scans/site-checks.ts';
import type { SiteProbe } from '../scans/site-probe.ts';
import { scans } from '../schema.ts';

/** A scan with all facts that a judgement of it needs. */
export type RecheckableScan = ScanRow & { probe: SiteProbe; checks: SiteChecks };

/** Whether a scan of a host has the page of an address, with or without `www.`. */
export const isOfHost = (url: string, host: string): boolean => bareHost(new URL(url).host) === bareHost(host);

/** The newest scan of a site with a verdict, whose facts rechecks change; null without any. */
export async function findRecheckableScan(db: Database | Tx, site_id: string): Promise<RecheckableScan | null> {
  const [row] = await db
    .select()
    .from(scans)
    .where(and(eq(scans.site_id, site_id), isNotNull(scans.verdict)))
    .orderBy(desc(scans.id))
    .limit(1);
  const { probe, checks } = row ?? {};
  return row && probe && checks ? { ...row, probe, checks } : null;
}
