import { type SeoScan, seoRkn } from '@platform/contracts';
import { fail } from '@platform/runtime';
import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { scans } from '../schema.ts';
import { requireSite } from './require-site.ts';
import { isOpen, openStates, requireScan, toScan } from './scan.ts';

type Canceller = Pick<App, 'db' | 'ask' | 'clock' | 'audit' | 'emit' | 'scanRunner'>;

/**
 * Ends a scan at once. The process that works on it notices within two seconds and writes no more.
 * @throws AppError `site_not_found`, `scan_not_found`, `scan_finished`
 */
export async function cancelScan(
  app: Canceller,
  target: { site_id: string; scan_id: string },
): Promise<z.input<typeof SeoScan>> {
  const site = await requireSite(app, target.site_id);
  const before = await requireScan(app.db, target);
  if (!isOpen(before)) fail('scan_finished');
  const canceled = await app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const [row] = await tx
      .update(scans)
      .set({ state: 'canceled', finished_at: now, lease_until: null })
      .where(and(eq(scans.id, before.id), inArray(scans.state, [...openStates])))
      .returning();
    if (!row) return fail('scan_finished');
    const about = { site_id: row.site_id, scan_id: row.id, state: row.state };
    await app.emit(
      tx,
      seoRkn.events.seoScanFinished,
      { ...about, score: null, opened: 0, resolved: 0 },
      { application_id: row.application_id, occurred_at: now },
    );
    const after = toScan(row, now);
    await app.audit.record(tx, { before: toScan(before, now), after, application_id: site.application_id });
    return after;
  });
  app.scanRunner.cancel(before.id);
  return canceled;
}
