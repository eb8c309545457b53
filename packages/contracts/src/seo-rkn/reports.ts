import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { SiteIdParams } from '../cms/fields.ts';
import { idOf, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { seoFeature } from './feature.ts';
import { IssueOwner, RuleLocale, SeoTask } from './issues.ts';
import { SeoVerdict } from './pages.ts';

/**
 * Reports: results of a scan, and what to fix, in which order and how. One for each finished scan, kept
 * permanently.
 */

const count = z.int().min(0);
const localeQuery = { locale: RuleLocale.default('ru').describe('Language of titles, steps and markdown') };

const SeoReportDelta = z
  .object({
    scan_id: Uuid.describe('Scan before'),
    score: z.int().nullable().describe('Points more or less; null where one of the two has no score'),
    open_issues: z.int().describe('Open issues more or less'),
    opened: count.describe('Issues that are new, or came back'),
    resolved: count.describe('Issues that are gone'),
    rules_changed: z.boolean().describe('The two scans were judged by rules of another version'),
  })
  .meta({ id: 'SeoReportDelta' });

const summary = {
  id: Uuid.describe('Id'),
  scan_id: Uuid.describe('Scan it is about'),
  created_at: Timestamp.describe('When the scan ended'),
  state: z.enum(['succeeded', 'partial']).describe('How the scan ended'),
  score: SeoVerdict.shape.score,
  verdict: SeoVerdict.shape.verdict,
  open_issues: count.describe('Open issues behind the scan'),
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
        unmeasured: z.array(z.string()).describe('Parts of the verdict that nothing was measured for'),
      })
      .meta({ id: 'SeoReportCoverage' })
      .describe('How much was seen'),
    delta: SeoReportDelta.nullable().describe('What changed since the scan before; null for the first one'),
    issues_by_owner: z
      .array(
        z
          .object({
            owner: IssueOwner.describe('Role'),
            issues: count.describe('Open issues'),
            critical: count.describe('Of these critical'),
            high: count.describe('Of these high'),
            medium: count.describe('Of these medium'),
            low: count.describe('Of these low'),
            tasks: count.describe('Tasks of the plan'),
          })
          .meta({ id: 'SeoOwnerIssues' }),
      )
      .describe('Open issues of each role that has any'),
    fix_plan: z.array(SeoTask).describe('Every open fault as tasks, the largest gain first'),
    runbook_markdown: z.string().describe('The plan as checklists by role, in GitHub Flavored Markdown'),
  })
  .meta({ id: 'SeoReport', description: 'What a scan saw, and what to do about it' });

export const SeoDeveloperDoc = z
  .object({
    report_id: Uuid.describe('Report it is made of'),
    markdown: z.string().describe('The document, in GitHub Flavored Markdown'),
    items: z.array(SeoTask).describe('Tasks of developers and operations, the largest gain first'),
  })
  .meta({ id: 'SeoDeveloperDoc' });

export const SeoReportAdvice = z
  .object({
    summary: z.string().describe('What the report says, in a few sentences'),
    priorities: z
      .array(
        z
          .object({
            issue_ids: z.array(Uuid).describe('Open issues of the report'),
            why: z.string().describe('Why they come first'),
          })
          .meta({ id: 'SeoPriority' }),
      )
      .describe('What to fix first, ten groups at most'),
    source: z.enum(['ai', 'rules']).describe('The author: a language model, or rules'),
    model: z.string().nullable().describe('Name of the model; null for rules'),
    tokens: count.describe('Tokens that were spent, also in vain'),
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
      'Numbers are those of the moment at which the scan ended; they never change. In markdown every text of a page is in a code span: nothing of it becomes a link, a mention or HTML.',
    params: ReportParams,
    query: z.object(localeQuery),
    response: SeoReport,
    errors: ['site_not_found', 'report_not_found'],
  }),
  getSeoDeveloperDoc: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/seo/reports/{report_id}/developer-doc',
    summary: 'Read what developers have to do, as a document',
    description: 'It has the tasks of the owners `landing_dev` and `operations`.',
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
    summary: 'Sum up a report, and say what to fix first',
    description:
      'A language model writes it where `/v1/settings/ai` has one, else rules do, in the order of the plan. The answer names issues of the report alone, has no HTML and no address of another site, and changes nothing: no status, score or publication.',
    params: ReportParams,
    query: z.object(localeQuery),
    response: SeoReportAdvice,
    audit: SeoReportAdvice.pick({ source: true, model: true }),
    errors: ['site_not_found', 'report_not_found'],
  }),
});
