import { seoRkn } from '@platform/contracts';
import type { Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import type { ScanRow } from './scan.ts';

type Ended = Pick<
  ScanRow,
  'id' | 'kind' | 'site_id' | 'application_id' | 'state' | 'issues' | 'verdict' | 'rkn_outcome' | 'finished_at'
>;

/**
 * Emits the event for the end of a scan, by its kind. A recheck is a part of another scan and emits no event.
 */
export async function emitFinished({ emit, clock }: Pick<App, 'emit' | 'clock'>, tx: Tx, row: Ended): Promise<void> {
  const { id: scan_id, site_id, application_id, state, issues, verdict, rkn_outcome } = row;
  const about = { site_id, scan_id, state, opened: issues?.opened ?? 0, resolved: issues?.resolved ?? 0 };
  const envelope = { application_id, occurred_at: row.finished_at ?? clock.now() };
  const { seoScanFinished, rknScanFinished } = seoRkn.events;
  if (row.kind === 'seo') await emit(tx, seoScanFinished, { ...about, score: verdict?.score ?? null }, envelope);
  if (row.kind === 'rkn') {
    const { score = null, risk = null } = rkn_outcome ?? {};
    await emit(tx, rknScanFinished, { ...about, score, risk }, envelope);
  }
}
