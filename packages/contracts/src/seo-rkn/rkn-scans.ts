import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { SiteIdParams } from '../cms/fields.ts';
import { idOf, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { IssueSeverity, IssueStatus, RuleLocale } from './issues.ts';
import { rknFeature } from './rkn-feature.ts';
import { RknCertainty, RknCode, RknExposure, RknGroup, RknRisk, ShownLawLine } from './rkn-law.ts';
import { ScanOptions, SeoScan } from './scans.ts';

/** Scans of sites by the law of personal data: what a visitor sees, and what the platform knows. */

const { interval_ms, max_body_bytes, ignore_robots } = ScanOptions.shape;

const limits = {
  max_pages: z.int().min(1).max(60).describe('Limit of fetched pages'),
  render: z.enum(['never', 'always']).describe('Whether a browser renders each page, if the platform has a browser'),
  interval_ms,
  max_body_bytes,
  ignore_robots,
};

/** Options of a scan. */
export const RknScanOptions = z.object(limits).meta({ id: 'RknScanOptions' });

/** Options that the caller names; the rest comes from the platform. */
export const RknScanOptionsPatch = z
  .strictObject(z.object(limits).partial().shape)
  .meta({ id: 'RknScanOptionsPatch', example: { max_pages: 60 } });

const RknScore = {
  score: z.int().min(0).max(100).nullable().describe('100 minus the points of the findings; null before the scan ends'),
  risk: RknRisk.nullable().describe('`unknown`: less than half of the rules could be judged'),
  coverage_score: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .describe('Percentage of the applicable rules that could be judged'),
};

export const RknScan = SeoScan.omit({ options: true })
  .extend({ options: RknScanOptions.describe('Limits'), ...RknScore })
  .meta({ id: 'RknScan', description: 'A personal-data scan of a site' });

export const StartedRknScan = z
  .object({
    scan: RknScan.describe('The scan'),
    joined: z.boolean().describe('Whether the scan was already open; then this call started nothing'),
  })
  .meta({ id: 'StartedRknScan' });

export const RknIssue = z
  .object({
    id: Uuid.describe('Id'),
    code: RknCode.describe('Code of the rule'),
    variant: z.string().nullable().describe('Sub-case; null for the main one'),
    title: z.string().describe('Title of the finding, one sentence'),
    certainty: RknCertainty.describe('Certainty of the observation; never `confirmed` with outdated law data'),
    effective_certainty: RknCertainty.describe(
      'Certainty for score, risk and exposure: the certainty, limited by the mark of the law; `unverified` has no effect',
    ),
    severity: IssueSeverity.describe('Severity'),
    group: RknGroup.describe('Group of findings with one common fine'),
    status: IssueStatus.describe('Status'),
    where: z
      .object({
        url: z.string().describe('Address, readable'),
        selector: z.string().nullable().describe('Place in the page'),
        snippet: z.string().nullable().describe('Text of the page; never a value of a form'),
        measured: z.union([z.string(), z.number()]).nullable().describe('Measured value'),
        related: z.array(z.string()).describe('Other affected addresses, 20 at most'),
      })
      .describe('Place of the finding'),
    how: z.string().describe('How to fix it'),
    acceptance: z.array(z.string()).describe('Acceptance criteria: when it counts as fixed'),
    law: z.array(ShownLawLine).describe('Law that it is based on, with date and source'),
    stale: z
      .boolean()
      .describe('Whether the last scan could not judge if it still exists; then it has no effect on the score'),
    first_seen_at: Timestamp.describe('When it was first seen'),
    last_seen_at: Timestamp.describe('When it was last seen'),
    resolved_at: Timestamp.nullable().describe('When it was resolved'),
    resolved_by: z.enum(['scan', 'recheck', 'person']).nullable().describe('Source of the resolution'),
    reopened_count: z.int().min(0).describe('Number of times it was reopened'),
  })
  .meta({ id: 'RknIssue', description: 'A finding about personal data' });

export const RknResult = z
  .object({
    scan: RknScan.describe('The scan'),
    ...RknScore,
    exposure: RknExposure.nullable().describe('Possible fines for the findings; null before the scan ends'),
    rules_outdated: z
      .boolean()
      .describe('Whether the law was verified more than 180 days ago; then no finding is `confirmed`'),
    issues: z.array(RknIssue).describe('Findings, unverified ones included, the most severe first'),
    ignored: z
      .array(RknIssue)
      .describe('Findings that an administrator ignores; they do not count in score, risk and exposure'),
    unverified: z
      .array(
        z.object({
          code: RknCode.describe('Rule'),
          reason: z
            .enum([
              'not_rendered',
              'not_fetched',
              'source_down',
              'unanswered',
              'needs_click',
              'unknown_place',
              'unreadable',
              'late_forms',
            ])
            .describe(
              'Reason for the missing result. `late_forms`: scripts, buttons or services may show forms that the scan did not see',
            ),
        }),
      )
      .describe(
        'Rules that apply to the site and could not be judged, or not for all of it; they lower only `coverage_score`',
      ),
  })
  .meta({ id: 'RknResult', description: 'Result of a scan' });

export const RknDeveloperDoc = z
  .object({
    scan_id: Uuid.describe('Scan of the document'),
    markdown: z.string().describe('The document, in GitHub Flavored Markdown'),
    items: z.array(RknIssue).describe('Findings of the scan, the most severe first'),
  })
  .meta({ id: 'RknDeveloperDoc' });

const ScanParams = SiteIdParams.extend({ scan_id: idOf('rkn_scan_id', 'Id of the scan') });
const IssueParams = SiteIdParams.extend({ issue_id: idOf('rkn_issue_id', 'Id of the finding') });
const localeQuery = { locale: RuleLocale.default('ru').describe('Language of titles, fixes and acceptance') };

export const rknScanEndpoints = rknFeature({
  startRknScan: endpoint({
    ...admin,
    method: 'POST',
    path: '/v1/cms/sites/{site_id}/rkn/scans',
    status: 202,
    repeatable: true,
    summary: 'Start a personal-data scan of a site',
    description:
      'The scan fetches at most 60 pages, which it chooses itself: the home page, legal documents, contacts, pages with forms, checkout, login, and pages that forms and the footer link to. It submits no forms and clicks nothing. If the platform has a browser, each page is rendered in it, to record requests and names of cookies before a consent choice; without a browser, the rules that need it are unverified. One scan of a site is open at a time: a second call returns the open scan with `joined: true`. `interval_ms` below 100 and `ignore_robots` require the role `admin` and a verified host, as in audits.',
    params: SiteIdParams,
    body: RknScanOptionsPatch,
    response: StartedRknScan,
    audit: RknScan,
    errors: ['site_not_found', 'website_url_missing', 'host_not_verified', 'address_refused', 'forbidden'],
  }),
  listRknScans: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/rkn/scans',
    summary: 'List personal-data scans of a site, newest first',
    paginated: true,
    params: SiteIdParams,
    query: z.object(pageQuery),
    response: RknScan,
    errors: ['site_not_found'],
  }),
  getRknScan: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/rkn/scans/{scan_id}',
    summary: 'Read a scan with its findings',
    description:
      'Score, risk, exposure and findings are a snapshot at the end of the scan, by the law of that day. `status` of a finding is its current status.',
    params: ScanParams,
    query: z.object(localeQuery),
    response: RknResult,
    errors: ['site_not_found', 'scan_not_found'],
  }),
  cancelRknScan: endpoint({
    ...admin,
    method: 'POST',
    path: '/v1/cms/sites/{site_id}/rkn/scans/{scan_id}/cancel',
    repeatable: true,
    summary: 'Cancel a scan',
    description:
      'The scan stops within two seconds, and resolves no findings. It cannot be undone: start another scan.',
    params: ScanParams,
    response: RknScan,
    errors: ['site_not_found', 'scan_not_found', 'scan_finished'],
  }),
  getRknDeveloperDoc: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/rkn/scans/{scan_id}/developer-doc',
    summary: 'Read the findings to fix as a document',
    description:
      'In Markdown, every text of a page is in a code span, so that it cannot become a link, a mention or HTML.',
    params: ScanParams,
    query: z.object(localeQuery),
    response: RknDeveloperDoc,
    errors: ['site_not_found', 'scan_not_found', 'scan_unfinished'],
  }),
  getLatestRknScan: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/rkn/latest',
    summary: 'Read the newest finished scan with its open findings',
    description:
      'Findings that were resolved or ignored after the scan do not count in score, risk and exposure. Rechecked findings count with their current state.',
    params: SiteIdParams,
    query: z.object(localeQuery),
    response: RknResult,
    errors: ['site_not_found', 'scan_not_found'],
  }),
  listRknIssues: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/rkn/issues',
    summary: 'List findings of a site, the most severe first',
    paginated: true,
    params: SiteIdParams,
    query: z.object({
      ...pageQuery,
      ...localeQuery,
      status: IssueStatus.optional().describe('Only with this status'),
      code: RknCode.optional().describe('Only with this code'),
      severity: IssueSeverity.optional().describe('Only with this severity'),
    }),
    response: RknIssue,
    errors: ['site_not_found'],
  }),
  updateRknIssue: endpoint({
    ...admin,
    method: 'PATCH',
    path: '/v1/cms/sites/{site_id}/rkn/issues/{issue_id}',
    summary: 'Change the status of a finding',
    description: 'A scan reopens a resolved finding if it finds it again; an ignored finding stays ignored.',
    params: IssueParams,
    body: z
      .strictObject({
        status: IssueStatus.describe('Status'),
        comment: z.string().trim().min(1).max(1_000).optional().describe('Remark for the history'),
      })
      .meta({ id: 'RknIssuePatch', example: { status: 'ignored', comment: 'Our lawyer accepts it' } }),
    response: RknIssue,
    audit: RknIssue,
    errors: ['site_not_found', 'issue_not_found'],
  }),
  recheckRknIssue: endpoint({
    ...admin,
    method: 'POST',
    path: '/v1/cms/sites/{site_id}/rkn/issues/{issue_id}/recheck',
    status: 202,
    repeatable: true,
    summary: 'Judge the pages of a finding again',
    description:
      'The pages of the finding are fetched within seconds, rendered if the platform has a browser, and judged together with the other pages of the newest scan. `status`, `last_seen_at` and `resolved_by` of the finding show the result.',
    params: IssueParams,
    response: z
      .object({ issue_id: Uuid.describe('Finding'), urls: z.array(z.string()).describe('Pages that are fetched') })
      .meta({ id: 'RequestedRknRecheck' }),
    audit: z.object({ issue_id: Uuid, urls: z.array(z.string()) }),
    errors: ['site_not_found', 'issue_not_found', 'scan_missing', 'page_elsewhere'],
  }),
});
