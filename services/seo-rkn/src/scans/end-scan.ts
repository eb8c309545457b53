import type { Tx } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { scans } from '../schema.ts';
import type { ScanRow } from './scan.ts';
import { emitFinished } from './scan-finished.ts';
import { LostLeaseError } from './scan-work.ts';

/** How a scan ends. */
export interface ScanEnd {
  state: 'succeeded' | 'partial' | 'failed';
  error: ScanRow['error'];
  issues?: ScanRow['issues'];
  verdict?: ScanRow['verdict'];
  rkn_outcome?: ScanRow['rkn_outcome'];
  lost_leases?: number;
}

/**
 * Ends a scan and says so.
 * @throws LostLeaseError
 */
export async function endScan(
  { clock, emit }: Pick<App, 'clock' | 'emit'>,
  tx: Tx,
  row: ScanRow,
  end: ScanEnd,
): Promise<void> {
  const finished_at = clock.now();
  const [ended] = await tx
    .update(scans)
    .set({ ...end, phase: row.phase, finished_at, lease_until: null })
    .where(and(eq(scans.id, row.id), eq(scans.attempt, row.attempt), eq(scans.state, 'running')))
    .returning();
  if (!ended) throw new LostLeaseError();
  await emitFinished({ emit, clock }, tx, ended);
}
