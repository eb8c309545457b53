import { newId, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { lockIssues } from './lock-issues.ts';
import { toIssueRows, upsertIssues } from './record-findings.ts';
import { refreshSummary } from './summary.ts';
import { collectVerdicts } from './verdicts.ts';

/**
 * Opens the issue of a site without an address: no scan can find it, because no scan can begin. The first scan of the
 * site resolves it.
 */
export async function recordMissingAddress({ clock }: Pick<App, 'clock'>, tx: Tx, site_id: string): Promise<void> {
  const { findings, report } = collectVerdicts([]);
  report('cms_no_website_url', { key: 'site:/', url: '' }, { evidence: { measured: 'empty' } });
  await lockIssues(tx, site_id);
  const about = { site_id, scan_id: newId(), by: 'recheck' as const, now: clock.now(), isJudged: () => false };
  await upsertIssues(tx, about, toIssueRows(site_id, findings));
  await refreshSummary(tx, { site_id, types: ['cms_no_website_url'] });
}
