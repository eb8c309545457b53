import type { SeoScan } from '@platform/contracts';
import { fail } from '@platform/runtime';
import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { scans } from '../schema.ts';
import { requireSite } from './require-site.ts';
import { isOpen, openStates, requireScan, type ScanRow, type ShownScan, toScan } from './scan.ts';
import { emitFinished } from './scan-finished.ts';

/** Ends an audit, see {@link cancelScanOf}. */
export const cancelScan = (app: App, target: { site_id: string; scan_id: string }): Promise<z.input<typeof SeoScan>> =>
  cancelScanOf(app, target, 'seo', toScan);

/**
 * Ends a scan of a kind at once. The process that works on it notices within two seconds and writes no more.
 * @throws AppError `site_not_found`, `scan_not_found`, `scan_finished`
 */
export async function cancelScanOf<View extends object>(
  app: App,
  target: { site_id: string; scan_id: string },
  kind: ScanRow['kind'],
  view: (row: ShownScan, now: Date) => View,
): Promise<View> {
  const site = await requireSite(app, target.site_id);
  const before = await requireScan(app.db, target, kind);
  if (!isOpen(before)) fail('scan_finished');
  const canceled = await app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const [row] = await tx
      .update(scans)
      .set({ state: 'canceled', finished_at: now, lease_until: null, due_at: null })
      .where(and(eq(scans.id, before.id), inArray(scans.state, [...openStates])))
      .returning();
    if (!row) return fail('scan_finished');
    await emitFinished(app, tx, row);
    const after = view(row, now);
    await app.audit.record(tx, { before: view(before, now), after, application_id: site.application_id });
    return after;
  });
  app.scanRunner.cancel(({ id }) => id === before.id);
  return canceled;
}
