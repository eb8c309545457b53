import type { RuleLocale, SeoIssueWithHistory } from '@platform/contracts';
import { desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { requireSite } from '../scans/require-site.ts';
import { issue_changes } from '../schema.ts';
import { requireIssue, toIssue } from './issue.ts';

/** Changes in one answer. */
const maxChanges = 100;

/**
 * An issue with its history.
 * @throws `site_not_found`, `issue_not_found`
 */
export async function getIssue(
  app: Pick<App, 'db' | 'ask'>,
  target: { site_id: string; issue_id: string },
  locale: RuleLocale,
): Promise<z.input<typeof SeoIssueWithHistory>> {
  await requireSite(app, target.site_id);
  const row = await requireIssue(app.db, target);
  const changes = await app.db
    .select()
    .from(issue_changes)
    .where(eq(issue_changes.issue_id, row.id))
    .orderBy(desc(issue_changes.at), desc(issue_changes.id))
    .limit(maxChanges);
  const history = changes.map(({ at, from_status, to_status, by, admin_email, comment }) => ({
    at: at.toISOString(),
    from: from_status,
    to: to_status,
    by,
    admin_email,
    comment,
  }));
  return { ...toIssue(row, locale), history };
}
