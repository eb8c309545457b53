import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { SiteIdParams } from '../cms/fields.ts';
import { idOf, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { seoFeature } from './feature.ts';
import { IssueOwner, RuleLocale, SeoTask } from './issues.ts';
import { SeoVerdict } from './pages.ts';

/**
 * Reports: results of a scan, and what to fix, in which order and how. One for each finished scan, retained
 * permanently.
 */

const count = z.int().min(0);
const localeQuery = { locale: RuleLocale.default('ru').describe('Language of titles, steps and markdown') };

const SeoReportDelta = z
  .object({
    scan_id: Uuid.describe('Previous scan'),
    score: z.int().nullable().describe('Difference of the score; null if one of the two has no score'),
    open_issues: z.int().describe('Difference of the open issues'),
    opened: count.describe('New and reopened issues'),
    resolved: count.describe('Resolved issues'),
    rules_changed: z.boolean().describe('Whether the two scans were judged by different versions of the rules'),
  })
  .meta({ id: 'SeoReportDelta' });

const summary = {
  id: Uuid.describe('Id'),
  scan_id: Uuid.describe('Scan of the report'),
  created_at: Timestamp.describe('When the scan ended'),
  state: z.enum(['succeeded', 'partial']).describe('Final state of the scan'),
  score: SeoVerdict.shape.score,
  verdict: SeoVerdict.shape.verdict,
  open_issues: count.describe('Open issues after the scan'),
  rule_version: z.string().describe('Version of the rules'),
};

export const SeoReportSummary = z.object(summary).meta({ id: 'SeoReportSummary' });

export const SeoReport = z
  .object({
    ...summary,
    parts: SeoVerdict.shape.parts,
    coverage: z
      .object({
        pages: SeoVerdict.shape.coverage,
        skipped: z.record(z.string(), count).describe('Addresses that were left out, by reason'),
        robots_status: z.int().nullable().describe('HTTP status of robots.txt; null without an answer'),
        sitemaps: count.describe('Sitemaps that could be read'),
        unmeasured: z.array(z.string()).describe('Parts of the verdict without a measurement'),
      })
      .meta({ id: 'SeoReportCoverage' })
      .describe('Coverage of the scan'),
    delta: SeoReportDelta.nullable().describe('Changes since the previous scan; null for the first one'),
    issues_by_owner: z
      .array(
        z
          .object({
            owner: IssueOwner.describe('Role'),
            issues: count.describe('Open issues'),
            critical: count.describe('Open critical issues'),
            high: count.describe('Open high issues'),
            medium: count.describe('Open medium issues'),
            low: count.describe('Open low issues'),
            tasks: count.describe('Tasks of the plan'),
          })
          .meta({ id: 'SeoOwnerIssues' }),
      )
      .describe('Open issues of each role with open issues'),
    fix_plan: z.array(SeoTask).describe('All open issues as tasks, the largest gain first'),
    runbook_markdown: z.string().describe('The plan as checklists by role, in GitHub Flavored Markdown'),
  })
  .meta({ id: 'SeoReport', description: 'Results of a scan, with a plan' });

export const SeoDeveloperDoc = z
  .object({
    report_id: Uuid.describe('Report of the document'),
    markdown: z.string().describe('The document, in GitHub Flavored Markdown'),
    items: z.array(SeoTask).describe('Tasks of developers and operations, the largest gain first'),
  })
  .meta({ id: 'SeoDeveloperDoc' });

export const SeoReportAdvice = z
  .object({
    summary: z.string().describe('Summary of the report, a few sentences'),
    priorities: z
      .array(
        z
          .object({
            issue_ids: z.array(Uuid).describe('Open issues of the report'),
            why: z.string().describe('Reason for the priority'),
          })
          .meta({ id: 'SeoPriority' }),
      )
      .describe('What to fix first, ten groups at most'),
    source: z.enum(['ai', 'rules']).describe('Source of the text: a language model, or rules'),
    model: z.string().nullable().describe('Name of the model; null for rules'),
    tokens: count.describe('Used tokens, failed requests included'),
  })
  .meta({ id: 'SeoReportAdvice' });

const ReportParams = SiteIdParams.extend({ report_id: idOf('report_id', 'Id of the report') });

export const seoReportEndpoints = seoFeature({
  listSeoReports: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/seo/reports',
    summary: 'List reports of a site, newest first',
    paginated: true,
    params: SiteIdParams,
    query: z.object(pageQuery),
    response: SeoReportSummary,
    errors: ['site_not_found'],
  }),
  getSeoReport: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/seo/reports/{report_id}',
    summary: 'Read a report with its plan and runbook',
    description:
      'The numbers are a snapshot at the end of the scan and never change. In Markdown, every text of a page is in a code span, so that it cannot become a link, a mention or HTML.',
    params: ReportParams,
    query: z.object(localeQuery),
    response: SeoReport,
    errors: ['site_not_found', 'report_not_found'],
  }),
  getSeoDeveloperDoc: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/seo/reports/{report_id}/developer-doc',
    summary: 'Read the tasks of developers as a document',
    description: 'The document has the tasks of the owners `landing_dev` and `operations`.',
    params: ReportParams,
    query: z.object(localeQuery),
    response: SeoDeveloperDoc,
    errors: ['site_not_found', 'report_not_found'],
  }),
  adviseOnSeoReport: endpoint({
    ...admin,
    method: 'POST',
    path: '/v1/cms/sites/{site_id}/seo/reports/{report_id}/ai',
    status: 201,
    idempotent: true,
    timeoutSeconds: 100,
    summary: 'Summarize a report with the most important fixes',
    description:
      'A language model writes the summary if `/v1/settings/ai` has one; otherwise rules write it, in the order of the plan. The answer contains only issues of the report, no HTML, and no address of another site. The call changes no status, score or publication.',
    params: ReportParams,
    query: z.object(localeQuery),
    response: SeoReportAdvice,
    audit: SeoReportAdvice.pick({ source: true, model: true }),
    errors: ['site_not_found', 'report_not_found'],
  }),
});
