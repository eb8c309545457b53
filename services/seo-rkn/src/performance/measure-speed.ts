import type { ScanWork } from '../scans/scan-work.ts';
import type { SiteChecks } from '../scans/site-checks.ts';
import { measurePages } from './measure-pages.ts';
import { storeRun } from './psi-result.ts';

/**
 * Measures pages of a scan and stores each with its checks. Without a key, or pages to measure, nothing.
 * @throws LostLeaseError, and the reason of the signal
 */
export async function measureSpeed(work: ScanWork, checks: SiteChecks): Promise<SiteChecks> {
  const { app, scan } = work;
  const before = checks.psi ?? null;
  if (app.psi === null || !scan.options.psi_pages || before?.is_done) return checks;
  await app.db.transaction((tx) => work.lease.require(tx, { phase: 'psi' }));
  const psi = await measurePages(work, before, (soFar, last) =>
    app.db.transaction(async (tx) => {
      await work.lease.require(tx, { checks: { ...checks, psi: soFar }, phase: soFar.is_done ? 'analyse' : 'psi' });
      const page = last && { site_id: scan.site_id, url: last.url, strategy: 'mobile' as const };
      if (page) await storeRun(tx, page, last.run, app.clock.now());
    }),
  );
  const measured = { ...checks, psi };
  Object.assign(scan, { checks: measured, phase: 'analyse' as const });
  return measured;
}
