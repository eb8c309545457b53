import type { IssueOwner, SeoReport } from '@platform/contracts';
import type { z } from 'zod';
import type { TaskRow } from '../issues/read-tasks.ts';
import type { reports } from '../schema.ts';

/** Reports: the numbers that a scan leaves, and their texts. */

type Report = z.output<typeof SeoReport>;
export type ReportRow = typeof reports.$inferSelect;

const owners: readonly IssueOwner[] = ['landing_dev', 'cms_editor', 'content', 'operations'];

/** Open issues of each role that has any, in a fixed order of roles. */
export const issuesByOwner = (tasks: readonly TaskRow[]): Report['issues_by_owner'] =>
  owners.flatMap((owner) => {
    const ownTasks = tasks.filter((task) => task.owner === owner);
    const count = (weight: number) => ownTasks.reduce((sum, { weights }) => sum + (weights[weight] ?? 0), 0);
    if (ownTasks.length === 0) return [];
    return {
      owner,
      issues: ownTasks.reduce((sum, { pages }) => sum + pages, 0),
      tasks: ownTasks.length,
      critical: count(40),
      high: count(20),
      medium: count(8),
      low: count(2),
    };
  });

export const toSummary = (row: Omit<ReportRow, 'content' | 'site_id'>) => ({
  id: row.id,
  scan_id: row.scan_id,
  created_at: row.created_at.toISOString(),
  state: row.state,
  score: row.score,
  verdict: row.verdict,
  open_issues: row.open_issues,
  rule_version: row.rule_version,
});
