import type { seoRkn } from '@platform/contracts';
import { afterCommit, fail, newId } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../../app.ts';
import { shownUrl } from '../../crawl/url-key.ts';
import { requireIssue } from '../../issues/issue.ts';
import { lockIssues } from '../../issues/lock-issues.ts';
import { bareHost } from '../../pages/page-facts.ts';
import { requireSite } from '../../scans/require-site.ts';
import { rkn_rechecks, scans } from '../../schema.ts';
import { findJudgedRknScan } from '../scans/run-rkn-recheck.ts';

type Requested = z.input<(typeof seoRkn.endpoints.recheckRknIssue)['response']>;

/**
 * Requests a recheck of the pages of a finding.
 * @throws AppError `site_not_found`, `issue_not_found`, `scan_missing`, `page_elsewhere` for a page on
 * another host than the last scan
 */
export async function recheckRknIssue(
  app: Pick<App, 'db' | 'ask' | 'clock' | 'audit' | 'scanRunner'>,
  target: { site_id: string; issue_id: string },
): Promise<Requested> {
  const site = await requireSite(app, target.site_id);
  const { site_id, issue_id } = target;
  const { url, evidence } = await requireIssue(app.db, target, 'rkn');
  const base = (await findJudgedRknScan(app.db, site_id)) ?? fail('scan_missing');
  if (bareHost(new URL(url).host) !== bareHost(base.host)) fail('page_elsewhere');
  const now = app.clock.now();
  const requested = { issue_id, urls: [url, ...(evidence.related ?? [])].map(shownUrl) };
  const { origin, host, options, rule_version } = base;
  const scan = {
    id: newId(),
    site_id,
    application_id: site.application_id,
    kind: 'rkn_recheck' as const,
    state: 'queued' as const,
    trigger: 'manual' as const,
    origin,
    host,
    options,
    rule_version,
    created_at: now,
    due_at: now,
  };
  await app.db.transaction(async (tx) => {
    // A recheck that is ending holds this lock. So the request is part of that recheck, or it starts a new
    // one.
    await lockIssues(tx, site_id);
    const [added] = await tx
      .insert(rkn_rechecks)
      .values({ issue_id, site_id, requested_at: now })
      .onConflictDoUpdate({ target: rkn_rechecks.issue_id, set: { requested_at: now } })
      .returning();
    await tx.insert(scans).values(scan).onConflictDoNothing();
    await app.audit.record(tx, {
      before: added ? null : requested,
      after: requested,
      application_id: site.application_id,
    });
    afterCommit(tx, () => app.scanRunner.wake());
  });
  return requested;
}
