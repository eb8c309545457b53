import { type Lease, type WorkKind, WorkRunner } from '@platform/runtime';
import { and, eq, or, sql } from 'drizzle-orm';
import type { AppParts } from '../app.ts';
import { fetchOf } from '../crawl/site-fetch.ts';
import { runRknRecheck } from '../rkn/scans/run-rkn-recheck.ts';
import { runRknScan } from '../rkn/scans/run-rkn-scan.ts';
import { scans } from '../schema.ts';
import { endScan } from './end-scan.ts';
import { createGentleFetch } from './gentle-fetch.ts';
import { runScan } from './run-scan.ts';
import type { ScanRow } from './scan.ts';
import type { ScanWork } from './scan-work.ts';

/** Processes in a row that may die while they work on a scan, without a page that was written. */
const maxLostLeases = 3;

/** The work on a scan, by its kind. */
const run: Record<ScanRow['kind'], (work: ScanWork) => Promise<void>> = {
  seo: runScan,
  rkn: runRknScan,
  rkn_recheck: runRknRecheck,
};

/** Of a host one scan runs at a time. */
const isHostFree = sql`NOT EXISTS (SELECT FROM "seo-rkn".scans AS o
  WHERE o.host = ${scans.host} AND o.state = 'running')`;

/** Scans of sites, the oldest first. */
export const scanKind = (app: AppParts): WorkKind<typeof scans> => ({
  name: 'scans',
  table: scans,
  key: scans.id,
  leaseMs: app.timing.leaseMs,
  renewMs: app.timing.renewMs,
  pollMs: app.timing.pollMs,
  isEnabled: () => app.settings.SEO_SCANS_PER_PROCESS > 0,
  isOpen: () => or(eq(scans.state, 'running'), and(eq(scans.state, 'queued'), isHostFree)),
  claimIndex: 'scans_one_running',
  priority: scans.id,
  atOnce: app.settings.SEO_SCANS_PER_PROCESS,
  // A part of the platform is down.
  maxTries: 20,
  backoffMs: [app.timing.leaseMs],
  onClaim: (now) => ({
    state: 'running',
    lost_leases: sql`${scans.lost_leases} + (${scans.state} = 'running')::int`,
    started_at: sql`coalesce(${scans.started_at}, ${now.toISOString()}::timestamptz)`,
    phase: sql`coalesce(${scans.phase}, 'robots')`,
  }),
  onWait: { state: 'queued' },
  isSpent: ({ lost_leases }) => lost_leases >= maxLostLeases,
  describe: ([row]) => ({ scan_id: row?.id }),
  run: (lease) => runClaimed(app, lease),
  async giveUp(tx, { lease, rows }) {
    const error = { code: 'internal_error', message: 'Internal error of the platform.' };
    for (const scan of rows) await endScan(app, tx, { lease, scan }, { state: 'failed', error });
  },
});

/** Works on scans in the background, a few at a time in each process. */
export const createScanRunner = (app: AppParts) => new WorkRunner(app, scanKind(app));

async function runClaimed(app: AppParts, lease: Lease<typeof scans>): Promise<void> {
  const scan = { ...lease.row };
  const context = { app, scan, lease, fetch: fetchOf(app, scan.origin), signal: lease.signal };
  await run[scan.kind]({ ...context, gentleFetch: createGentleFetch(context) });
}
