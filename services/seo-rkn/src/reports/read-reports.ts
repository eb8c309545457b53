import type { RuleLocale, SeoDeveloperDoc, SeoReport, SeoReportSummary } from '@platform/contracts';
import type { Page } from '@platform/contracts/kit';
import { fail, findRow, type PageQuery, readPageRows, toPage } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { toTask } from '../issues/list-tasks.ts';
import { requireSite } from '../scans/require-site.ts';
import { reports } from '../schema.ts';
import { issuesByOwner, type ReportRow, toSummary } from './report.ts';
import { developerOwners, writeDeveloperDoc, writeRunbook } from './write-markdown.ts';

type Reader = Pick<App, 'db' | 'ask'>;
interface Target {
  site_id: string;
  report_id: string;
}

/** Columns of a list. */
const listed = {
  id: reports.id,
  scan_id: reports.scan_id,
  created_at: reports.created_at,
  state: reports.state,
  score: reports.score,
  verdict: reports.verdict,
  open_issues: reports.open_issues,
  rule_version: reports.rule_version,
};

/**
 * One page of the reports of a site, newest first.
 * @throws `site_not_found`
 */
export async function listReports(
  app: Reader,
  site_id: string,
  { limit, cursor }: PageQuery,
): Promise<Page<z.input<typeof SeoReportSummary>>> {
  await requireSite(app, site_id);
  const rows = await readPageRows(app.db.select(listed).from(reports), reports, { site_id }, { limit, cursor });
  return toPage(rows, limit, toSummary);
}

/**
 * A report of a site.
 * @throws AppError `site_not_found`, `report_not_found`
 */
export async function requireReport(app: Reader, { site_id, report_id }: Target): Promise<ReportRow> {
  await requireSite(app, site_id);
  return (await findRow(app.db, reports, { id: report_id, site_id })) ?? fail('report_not_found');
}

/**
 * A report with its plan and runbook.
 * @throws `site_not_found`, `report_not_found`
 */
export async function getReport(app: Reader, target: Target, locale: RuleLocale): Promise<z.input<typeof SeoReport>> {
  const row = await requireReport(app, target);
  const { parts, coverage, delta, tasks } = row.content;
  return {
    ...toSummary(row),
    parts,
    coverage,
    delta,
    issues_by_owner: issuesByOwner(tasks),
    fix_plan: tasks.map((task) => toTask(task, locale)),
    runbook_markdown: writeRunbook({ score: row.score, content: row.content, locale }),
  };
}

/**
 * What developers have to do by a report.
 * @throws `site_not_found`, `report_not_found`
 */
export async function getDeveloperDoc(
  app: Reader,
  target: Target,
  locale: RuleLocale,
): Promise<z.input<typeof SeoDeveloperDoc>> {
  const { id, content } = await requireReport(app, target);
  const items = content.tasks
    .map((task) => toTask(task, locale))
    .filter(({ owner }) => developerOwners.includes(owner));
  return { report_id: id, markdown: writeDeveloperDoc(items, locale), items };
}
