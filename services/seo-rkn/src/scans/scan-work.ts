import type { SafeFetch, Tx } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import { scans } from '../schema.ts';
import type { GentleFetch } from './gentle-fetch.ts';
import type { ScanRow } from './scan.ts';
import type { Scanner } from './scan-runner.ts';

/** One scan while a process works on it. */
export interface ScanWork {
  app: Scanner;
  /** As it was when the process took it, with the phase that is reached. */
  scan: ScanRow;
  /** `safe-fetch` of this scan: hosts that an operator allowed count for the site itself alone. */
  fetch: SafeFetch;
  /** Fetches before and behind the crawl, at the pace of the scan. */
  gentleFetch: GentleFetch;
  /** Aborts when the lease is lost, the scan is canceled, or the process ends. */
  signal: AbortSignal;
}

/** Another process works on the scan, or it was canceled. */
export class LostLeaseError extends Error {
  constructor() {
    super('another process works on the scan, or it was canceled');
    this.name = 'LostLeaseError';
  }
}

/** Until when a process holds a scan that it does not renew. */
export const leaseEnd = ({ clock, timing }: Pick<Scanner, 'clock' | 'timing'>): Date =>
  new Date(clock.now().getTime() + timing.leaseMs);

/**
 * Changes the row of a scan that this process still holds: the fencing check of the transaction, so it comes
 * first. It blocks other claims until the transaction ends.
 * @throws LostLeaseError
 */
export async function updateHeld(
  tx: Tx,
  { app, scan }: Pick<ScanWork, 'app' | 'scan'>,
  set: Partial<typeof scans.$inferInsert>,
): Promise<void> {
  const heldRows = await tx
    .update(scans)
    .set({ lease_until: leaseEnd(app), ...set })
    .where(and(eq(scans.id, scan.id), eq(scans.attempt, scan.attempt), eq(scans.state, 'running')))
    .returning({ id: scans.id });
  if (heldRows.length === 0) throw new LostLeaseError();
}
