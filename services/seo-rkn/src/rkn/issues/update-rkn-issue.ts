import type { IssueStatus } from '@platform/contracts';
import type { App } from '../../app.ts';
import { updateIssueOf } from '../../issues/update-issues.ts';
import { type RknIssueView, toRknIssue } from './rkn-issue.ts';

/** Changes the status of a finding. */
export function updateRknIssue(
  app: Pick<App, 'db' | 'ask' | 'clock' | 'audit'>,
  target: { site_id: string; issue_id: string },
  change: { status: IssueStatus; comment?: string | undefined },
  admin: { email: string },
): Promise<RknIssueView> {
  const now = app.clock.now();
  return updateIssueOf(app, target, {
    ...change,
    admin,
    kind: 'rkn',
    view: (row) => toRknIssue(row, { locale: 'ru', now }),
  });
}
