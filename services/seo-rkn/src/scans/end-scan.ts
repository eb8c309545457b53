import { LostLeaseError, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import type { ScanRow } from './scan.ts';
import { emitFinished } from './scan-finished.ts';
import type { ScanWork } from './scan-work.ts';

/** How a scan ends. */
export interface ScanEnd {
  state: 'succeeded' | 'partial' | 'failed';
  error: ScanRow['error'];
  issues?: ScanRow['issues'];
  verdict?: ScanRow['verdict'];
  rkn_outcome?: ScanRow['rkn_outcome'];
}

/**
 * Ends a scan and says so.
 * @throws LostLeaseError
 */
export async function endScan(
  { clock, emit }: Pick<App, 'clock' | 'emit'>,
  tx: Tx,
  { lease, scan }: Pick<ScanWork, 'lease' | 'scan'>,
  end: ScanEnd,
): Promise<void> {
  const [ended] = await lease.finish(tx, { ...end, phase: scan.phase, finished_at: clock.now() }, [scan]);
  if (!ended) throw new LostLeaseError('scans');
  await emitFinished({ emit, clock }, tx, ended);
}
