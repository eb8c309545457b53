import { isUniqueViolation, runInBackground } from '@platform/runtime';
import { and, asc, eq, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { fetchOf } from '../crawl/site-fetch.ts';
import { runRknRecheck } from '../rkn/scans/run-rkn-recheck.ts';
import { runRknScan } from '../rkn/scans/run-rkn-scan.ts';
import { scans } from '../schema.ts';
import { endScan } from './end-scan.ts';
import { createGentleFetch } from './gentle-fetch.ts';
import { runScan } from './run-scan.ts';
import type { ScanRow } from './scan.ts';
import { LostLeaseError, leaseEnd, type ScanWork, updateHeld } from './scan-work.ts';

/** Works on scans, a few at a time in each process. */
export interface ScanRunner {
  /** Polls for work at once. */
  wake(): void;
  /** Ends a scan that this process works on; its row says already that it is canceled. */
  cancel(scanId: string): void;
  /** Leaves what runs to another process, or to the next start. */
  stop(): Promise<void>;
}

/** Failures of ours in a row, without a page that was written: a part of the platform is down. */
const maxFailures = 20;

/** Times of the work on scans, in milliseconds. */
export interface ScanTiming {
  /** How long a process that died holds a scan. */
  leaseMs: number;
  /** Between renewals of a lease, which also notice that the scan was canceled elsewhere. */
  renewMs: number;
  /** Interval of checks for work: leases of other processes expire without an event. */
  pollMs: number;
  /** Before the second try of a page that gave no answer, or a server error. */
  retryMs: number;
  /**
   * Delays from a publication to each fetch of its page, until the page shows it: sites rebuild in seconds or
   * minutes.
   */
  recheckDelaysMs: readonly number[];
  /** How long a batch of rechecks of one site fetches pages. */
  recheckBatchMs: number;
  /**
   * Backoff before the second attempt to store tokens that a provider issues only once; it grows with each
   * attempt.
   */
  rewriteMs: number;
}

/** Processes in a row that may die while they work on a scan, without a page that was written. */
const maxLostLeases = 3;

class StoppedError extends Error {
  constructor() {
    super('the process ends');
    this.name = 'StoppedError';
  }
}

export type Scanner = Pick<
  App,
  | 'db'
  | 'ask'
  | 'clock'
  | 'config'
  | 'emit'
  | 'log'
  | 'safeFetch'
  | 'publicFetch'
  | 'settings'
  | 'pageReader'
  | 'psi'
  | 'rendering'
  | 'timing'
  | 'firstByteOf'
  | 'geo'
  | 'documentChecker'
>;

/** The work on a scan, by its kind. */
const run: Record<ScanRow['kind'], (work: ScanWork) => Promise<void>> = {
  seo: runScan,
  rkn: runRknScan,
  rkn_recheck: runRknRecheck,
};

/**
 * Claims scans with a lease (`FOR UPDATE SKIP LOCKED`). Each claim counts `attempt`, the fencing token of
 * every write. Of a host one scan runs at a time. A scan whose process died is taken over when the lease
 * ends.
 */
export function createScanRunner(app: Scanner): ScanRunner {
  const running = new Map<string, { done: Promise<void>; abort: AbortController }>();
  let isStopped = false;
  let claiming: Promise<void> | null = null;
  let isAsked = false;

  async function claimAll(): Promise<void> {
    while (!isStopped && running.size < app.settings.SEO_SCANS_PER_PROCESS) {
      isAsked = false;
      const claimed = await claimScan(app);
      if (claimed) begin(claimed);
      else if (!isAsked) return;
    }
  }

  function begin(row: ScanRow): void {
    const abort = new AbortController();
    const done = runClaimed(app, row, abort)
      .catch((error: unknown) => app.log.warn({ err: error, scan_id: row.id }, 'a scan waits for its lease to end'))
      .finally(() => {
        running.delete(row.id);
        wake();
      });
    running.set(row.id, { done, abort });
  }

  function wake(): void {
    isAsked = true;
    if (isStopped || claiming) return;
    claiming = runInBackground(claimAll)
      .catch((error: unknown) => app.log.warn({ err: error }, 'scans wait: they are retried'))
      .finally(() => {
        claiming = null;
      });
  }

  const poll = setInterval(wake, app.timing.pollMs).unref();
  return {
    wake,
    cancel: (scanId) => running.get(scanId)?.abort.abort(new LostLeaseError()),
    async stop() {
      isStopped = true;
      clearInterval(poll);
      await claiming;
      for (const { abort } of running.values()) abort.abort(new StoppedError());
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

/** The oldest scan that waits, or whose process died, of a host where none runs. */
async function claimScan(app: Scanner): Promise<ScanRow | null> {
  try {
    return await app.db.transaction(async (tx) => {
      const now = app.clock.now();
      const isLost = and(eq(scans.state, 'running'), lt(scans.lease_until, now));
      const isDue = or(isNull(scans.not_before), lte(scans.not_before, now));
      const isHostFree = sql`NOT EXISTS (SELECT FROM "seo-rkn".scans AS o
        WHERE o.host = ${scans.host} AND o.state = 'running')`;
      const [row] = await tx
        .select()
        .from(scans)
        .where(or(and(eq(scans.state, 'queued'), isHostFree, isDue), isLost))
        .orderBy(asc(scans.id))
        .limit(1)
        .for('update', { skipLocked: true });
      if (!row) return null;
      const lost_leases = row.lost_leases + (row.state === 'running' ? 1 : 0);
      if (lost_leases >= maxLostLeases) {
        const error = { code: 'internal_error', message: 'Internal error of the platform.' };
        await endScan(app, tx, row, { state: 'failed', error, lost_leases });
        return null;
      }
      const [claimedRow] = await tx
        .update(scans)
        .set({
          state: 'running',
          lease_until: leaseEnd(app),
          attempt: row.attempt + 1,
          lost_leases,
          started_at: row.started_at ?? now,
          phase: row.phase ?? 'robots',
        })
        .where(eq(scans.id, row.id))
        .returning();
      return claimedRow ?? null;
    });
  } catch (error) {
    // Another process claimed a scan of the same host in this moment.
    if (isUniqueViolation(error, 'scans_one_running')) return null;
    throw error;
  }
}

/**
 * After a stop the next process takes the scan at once; after a failure of ours a while later, some times.
 */
async function putBack(app: Scanner, row: ScanRow, isStopped: boolean): Promise<void> {
  await app.db.transaction(async (tx) => {
    if (isStopped) return updateHeld(tx, { app, scan: row }, { state: 'queued', lease_until: null });
    const failures = row.failures + 1;
    if (failures >= maxFailures) {
      const error = { code: 'internal_error', message: 'Internal error of the platform.' };
      return endScan(app, tx, row, { state: 'failed', error });
    }
    const not_before = leaseEnd(app);
    return updateHeld(tx, { app, scan: row }, { state: 'queued', lease_until: null, failures, not_before });
  });
}

async function runClaimed(app: Scanner, row: ScanRow, abort: AbortController): Promise<void> {
  const isHeld = and(eq(scans.id, row.id), eq(scans.attempt, row.attempt), eq(scans.state, 'running'));
  let isRenewing = false;
  const renewal = setInterval(() => {
    // The transaction that ends the scan holds the row for a while.
    if (isRenewing) return;
    isRenewing = true;
    const renewed = app.db
      .update(scans)
      .set({ lease_until: leaseEnd(app) })
      .where(isHeld)
      .returning({ id: scans.id });
    renewed
      .then(
        (rows) => rows.length === 0 && abort.abort(new LostLeaseError()),
        (error: unknown) => app.log.warn({ err: error, scan_id: row.id }, 'the lease of a scan was not renewed'),
      )
      .finally(() => {
        isRenewing = false;
      });
  }, app.timing.renewMs).unref();
  const context = { app, scan: row, fetch: fetchOf(app, row.origin), signal: abort.signal };
  const work: ScanWork = { ...context, gentleFetch: createGentleFetch(context) };
  try {
    await run[row.kind](work);
  } catch (error) {
    const reason: unknown = abort.signal.aborted ? abort.signal.reason : error;
    if (reason instanceof LostLeaseError) return;
    const isStopped = reason instanceof StoppedError;
    if (!isStopped) app.log.warn({ err: error, scan_id: row.id, attempt: row.attempt }, 'a scan was interrupted');
    await putBack(app, row, isStopped);
  } finally {
    clearInterval(renewal);
  }
}
