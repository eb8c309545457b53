import type { SeoScan } from '@platform/contracts';
import type { Page } from '@platform/contracts/kit';
import { type PageQuery, readPageRows, toPage } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { scans } from '../schema.ts';
import { requireSite } from './require-site.ts';
import { requireScan, type ScanRow, type ShownScan, scanColumns, toScan } from './scan.ts';

type Reader = Pick<App, 'db' | 'ask' | 'clock'>;

/**
 * One page of the audits of a site, newest first.
 * @throws `site_not_found`
 */
export const listScans = (app: Reader, site_id: string, query: PageQuery): Promise<Page<z.input<typeof SeoScan>>> =>
  listScansOf(app, site_id, query, { kind: 'seo', view: toScan });

/**
 * One page of the scans of a kind, newest first.
 * @throws `site_not_found`
 */
export async function listScansOf<View>(
  app: Reader,
  site_id: string,
  { limit, cursor }: PageQuery,
  { kind, view }: { kind: ScanRow['kind']; view: (row: ShownScan, now: Date) => View },
): Promise<Page<View>> {
  await requireSite(app, site_id);
  const rows = await readPageRows(app.db.select(scanColumns).from(scans), scans, { site_id, kind }, { limit, cursor });
  const now = app.clock.now();
  return toPage(rows, limit, (row) => view(row, now));
}

/**
 * A scan of a site.
 * @throws `site_not_found`, `scan_not_found`
 */
export async function getScan(
  app: Reader,
  target: { site_id: string; scan_id: string },
): Promise<z.input<typeof SeoScan>> {
  await requireSite(app, target.site_id);
  const scan = await requireScan(app.db, target);
  return { ...toScan(scan, app.clock.now()), waiting_for: await findWaitingReason(app.db, scan) };
}

/** What a queued scan waits for; null in another state. Of a host one scan runs at a time. */
async function findWaitingReason(
  db: Reader['db'],
  { state, host }: Pick<ScanRow, 'state' | 'host'>,
): Promise<'host' | 'process' | null> {
  if (state !== 'queued') return null;
  const running = await db.$count(scans, and(eq(scans.host, host), eq(scans.state, 'running')));
  return running > 0 ? 'host' : 'process';
}
