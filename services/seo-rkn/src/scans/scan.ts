import type { SeoScan } from '@platform/contracts';
import { type Database, fail, type Tx } from '@platform/runtime';
import { and, eq, getTableColumns } from 'drizzle-orm';
import type { z } from 'zod';
import { scans } from '../schema.ts';

export type ScanRow = typeof scans.$inferSelect;

const { probe: _, traps: __, rkn_checks: ___, ...small } = getTableColumns(scans);
/** Columns of a scan but those that may be megabytes. */
export const scanColumns = small;
/** A scan as it is read for administrators. */
export type ShownScan = Omit<ScanRow, 'probe' | 'traps' | 'rkn_checks'>;

/** States of scans that have not ended. */
export const openStates = ['queued', 'running'] as const;

export const isOpen = ({ state }: Pick<ScanRow, 'state'>): boolean => state === 'queued' || state === 'running';

/**
 * A scan of a site.
 * @throws AppError `scan_not_found`
 */
export async function requireScan(
  db: Database | Tx,
  { site_id, scan_id }: { site_id: string; scan_id: string },
  kind: ScanRow['kind'] = 'seo',
): Promise<ShownScan> {
  const [row] = await db
    .select(scanColumns)
    .from(scans)
    .where(and(eq(scans.id, scan_id), eq(scans.site_id, site_id), eq(scans.kind, kind)));
  return row ?? fail('scan_not_found');
}

/** Seconds that the phase may still take at its pace so far; null before there is a pace. */
export function estimateSeconds(row: ShownScan, now: Date): number | null {
  if (row.phase === 'crawl')
    return secondsLeft(row.crawl_started_at, now, {
      done: row.pages_done,
      planned: Math.min(row.pages_planned, row.options.max_pages),
    });
  if (row.phase !== 'analyse') return null;
  return secondsLeft(row.checks_started_at, now, { done: row.checks_done, planned: row.checks_planned });
}

function secondsLeft(
  started_at: Date | null,
  now: Date,
  { done, planned }: { done: number; planned: number },
): number | null {
  if (started_at === null || done === 0) return null;
  const seconds = (now.getTime() - started_at.getTime()) / 1000;
  return Math.round((seconds / done) * Math.max(0, planned - done));
}

/** A scan as administrators see it. */
export const toScan = (row: ShownScan, now: Date): z.input<typeof SeoScan> => ({
  id: row.id,
  state: row.state,
  phase: row.phase,
  trigger: row.trigger,
  origin: row.origin,
  // Older scans measured and rendered no page.
  options: { ...row.options, psi_pages: row.options.psi_pages ?? 0, render: row.options.render ?? 'never' },
  progress: {
    pages_done: row.pages_done,
    pages_planned: Math.min(row.pages_planned, row.options.max_pages),
    failed: row.failed,
    skipped: row.skipped,
    checks_done: row.checks_done,
    checks_planned: row.checks_planned,
    eta_seconds: estimateSeconds(row, now),
  },
  issues: row.issues,
  rule_version: row.rule_version,
  error: row.error,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
});
