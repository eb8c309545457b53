import type { IssueStatus, seoRkn } from '@platform/contracts';
import type { AdminContext, EndpointRequest } from '@platform/contracts/kit';
import { invalidField, newId, type Tx } from '@platform/runtime';
import { and, asc, inArray, ne } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireSite } from '../scans/require-site.ts';
import { issue_changes, issues } from '../schema.ts';
import { type IssueRow, type IssueView, requireIssue, toIssue } from './issue.ts';
import { issueCondition } from './list-issues.ts';
import { lockIssues } from './lock-issues.ts';
import { refreshSummary } from './summary.ts';

type Writer = Pick<App, 'db' | 'ask' | 'clock' | 'audit'>;
type BulkBody = EndpointRequest<typeof seoRkn.endpoints.updateSeoIssues>['body'];
type Admin = Pick<AdminContext, 'email'>;

/** Issues that one call changes. */
const maxChanged = 5_000;

interface Change {
  status: IssueStatus;
  comment?: string | undefined;
  admin: Admin;
}

/**
 * Changes the status of an issue. The status that it has already changes nothing, a comment excepted.
 * @throws AppError `site_not_found`, `issue_not_found`
 */
export async function updateIssue(
  app: Writer,
  target: { site_id: string; issue_id: string },
  { status, comment }: { status: IssueStatus; comment?: string | undefined },
  admin: Admin,
): Promise<IssueView> {
  return updateIssueOf(app, target, { status, comment, admin, kind: 'seo', view: (row) => toIssue(row, 'ru') });
}

interface ChangeOfKind<View> extends Change {
  kind: IssueRow['kind'];
  view: (row: IssueRow) => View;
}

/** Changes the status of an issue of a kind, see {@link updateIssue}. */
export async function updateIssueOf<View extends object>(
  app: Writer,
  target: { site_id: string; issue_id: string },
  { status, comment, admin, kind, view }: ChangeOfKind<View>,
): Promise<View> {
  const site = await requireSite(app, target.site_id);
  return app.db.transaction(async (tx) => {
    await lockIssues(tx, target.site_id);
    const before = await requireIssue(tx, target, kind);
    if (before.status !== status || comment !== undefined)
      await setStatus(app, tx, [before], { status, comment, admin });
    const after = view(await requireIssue(tx, target, kind));
    await app.audit.record(tx, { before: view(before), after, application_id: site.application_id });
    if (before.status !== status && kind === 'seo')
      await refreshSummary(tx, { site_id: site.id, types: [before.issue_type] });
    return after;
  });
}

/**
 * Changes the status of every issue that a filter names.
 * @returns how many had another status before
 * @throws AppError `site_not_found`, `validation_failed` for more than 5000
 */
export async function updateIssues(
  app: Writer,
  site_id: string,
  { filter, status, comment }: BulkBody,
  admin: Admin,
): Promise<{ changed: number }> {
  const site = await requireSite(app, site_id);
  return app.db.transaction(async (tx) => {
    await lockIssues(tx, site_id);
    const rows = await tx
      .select()
      .from(issues)
      .where(and(issueCondition(site_id, filter), ne(issues.status, status)))
      .orderBy(asc(issues.id))
      .limit(maxChanged + 1);
    if (rows.length > maxChanged) invalidField('filter', `names more than ${maxChanged} issues: use a narrower filter`);
    await setStatus(app, tx, rows, { status, comment, admin });
    const after = { filter, status, changed: rows.length };
    await app.audit.record(tx, { before: null, after, application_id: site.application_id });
    const types = [...new Set(rows.map(({ issue_type }) => issue_type))];
    if (types.length > 0) await refreshSummary(tx, { site_id, types });
    return { changed: rows.length };
  });
}

async function setStatus(
  { clock }: Writer,
  tx: Tx,
  rows: readonly IssueRow[],
  { status, comment, admin }: Change,
): Promise<void> {
  const at = clock.now();
  const end =
    status === 'resolved'
      ? ({ resolved_at: at, resolved_by: 'person' } as const)
      : { resolved_at: null, resolved_by: null };
  for (let from = 0; from < rows.length; from += 500) {
    const part = rows.slice(from, from + 500);
    const ids = part.map(({ id }) => id);
    await tx
      .update(issues)
      .set({ status, stale: false, ...end })
      .where(and(inArray(issues.id, ids), ne(issues.status, status)));
    await tx.insert(issue_changes).values(
      part.map((row) => ({
        id: newId(),
        issue_id: row.id,
        at,
        from_status: row.status,
        to_status: status,
        by: 'person' as const,
        admin_email: admin.email,
        comment: comment ?? null,
      })),
    );
  }
}
