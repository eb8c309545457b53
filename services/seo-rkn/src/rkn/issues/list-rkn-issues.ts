import type { seoRkn } from '@platform/contracts';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import { columnsEqual, toPage } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../../app.ts';
import { type IssueRow, weightOf } from '../../issues/issue.ts';
import { readBatch, weightCursor, weightCursorOf } from '../../issues/list-issues.ts';
import { requireSite } from '../../scans/require-site.ts';
import { issues } from '../../schema.ts';
import { type RknIssueView, toRknIssue } from './rkn-issue.ts';

type Query = EndpointRequest<typeof seoRkn.endpoints.listRknIssues>['query'];

/**
 * One page of the findings of a site, the heaviest first.
 * @throws AppError `site_not_found`, `validation_failed`
 */
export async function listRknIssues(
  app: Pick<App, 'db' | 'ask' | 'clock'>,
  site_id: string,
  { limit, cursor, locale, status, code, severity }: Query,
): Promise<Page<RknIssueView>> {
  const after = weightCursor.parse(cursor);
  await requireSite(app, site_id);
  const isAsked = and(
    columnsEqual(issues, { site_id, kind: 'rkn', status }),
    code === undefined ? undefined : eq(issues.issue_type, code as string as IssueRow['issue_type']),
    severity === undefined ? undefined : eq(issues.weight, weightOf(severity) as IssueRow['weight']),
  );
  const rows = await readBatch(app, isAsked, after, limit + 1);
  const now = app.clock.now();
  return toPage(rows, limit, (row) => toRknIssue(row, { locale, now }), weightCursorOf);
}
