import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { SiteIdParams } from '../cms/fields.ts';
import { idOf, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { IssueSeverity, IssueStatus, RuleLocale } from './issues.ts';
import { rknFeature } from './rkn-feature.ts';
import { LawLine, RknCertainty, RknCode, RknExposure, RknGroup, RknRisk } from './rkn-law.ts';
import { ScanOptions, SeoScan } from './scans.ts';

/** Scans of sites by the law of personal data: what a visitor sees, and what the platform knows. */

const { interval_ms, max_body_bytes, ignore_robots } = ScanOptions.shape;

const limits = {
  max_pages: z.int().min(1).max(60).describe('Pages that are fetched at most'),
  render: z.enum(['never', 'always']).describe('Whether a browser shows each page, where the platform has one'),
  ...{ interval_ms, max_body_bytes, ignore_robots },
};

/** Options of a scan. */
export const RknScanOptions = z.object(limits).meta({ id: 'RknScanOptions' });

/** Options that the caller names; the rest comes from the platform. */
export const RknScanOptionsPatch = z
  .strictObject(z.object(limits).partial().shape)
  .meta({ id: 'RknScanOptionsPatch', example: { max_pages: 60 } });

const RknScore = {
  score: z.int().min(0).max(100).nullable().describe('100 less what findings cost; null before the scan ends'),
  risk: RknRisk.nullable().describe('`unknown`: less than half of the rules could be judged'),
  coverage_score: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .describe('Rules that could be judged, in percent of those that apply'),
};

export const RknScan = SeoScan.omit({ options: true })
  .extend({ options: RknScanOptions.describe('Limits'), ...RknScore })
  .meta({ id: 'RknScan', description: 'A scan of a site by the law of personal data' });

export const StartedRknScan = z
  .object({
    scan: RknScan.describe('The scan'),
    joined: z.boolean().describe('It was open already: this call started nothing'),
  })
  .meta({ id: 'StartedRknScan' });

export const RknIssue = z
  .object({
    id: Uuid.describe('Id'),
    code: RknCode.describe('What is wrong'),
    variant: z.string().nullable().describe('Sub-case; null for the main one'),
    title: z.string().describe('What is wrong, in a sentence'),
    certainty: RknCertainty.describe('How sure the observation is; not `confirmed` by law that is outdated'),
    effective_certainty: RknCertainty.describe(
      'What it counts with in score, risk and exposure: its certainty, capped by the mark of the law; `unverified` costs nothing',
    ),
    severity: IssueSeverity.describe('Severity'),
    group: RknGroup.describe('Group that one fine is for'),
    status: IssueStatus.describe('Status'),
    where: z
      .object({
        url: z.string().describe('Address, readable'),
        selector: z.string().nullable().describe('Place in the page'),
        snippet: z.string().nullable().describe('Text of the page; never a value of a form'),
        measured: z.union([z.string(), z.number()]).nullable().describe('What was measured'),
        related: z.array(z.string()).describe('Other addresses that show it, 20 at most'),
      })
      .describe('Where it was seen'),
    how: z.string().describe('How it is mended'),
    acceptance: z.array(z.string()).describe('When it is mended'),
    law: z.array(LawLine).describe('Law that it rests on, with date and source'),
    stale: z.boolean().describe('The last scan could not tell whether it is still there; it costs nothing then'),
    first_seen_at: Timestamp.describe('When it was first seen'),
    last_seen_at: Timestamp.describe('When it was last seen'),
    resolved_at: Timestamp.nullable().describe('When it was resolved'),
    resolved_by: z.enum(['scan', 'recheck', 'person']).nullable().describe('What resolved it'),
    reopened_count: z.int().min(0).describe('How often it came back'),
  })
  .meta({ id: 'RknIssue', description: 'A finding about personal data' });

export const RknResult = z
  .object({
    scan: RknScan.describe('The scan'),
    ...RknScore,
    exposure: RknExposure.nullable().describe('Fines that the findings may cost; null before the scan ends'),
    rules_outdated: z.boolean().describe('The law was verified more than 180 days ago: nothing is `confirmed`'),
    issues: z.array(RknIssue).describe('Findings that count, and unverified ones, the heaviest first'),
    ignored: z.array(RknIssue).describe('Findings that an administrator ignores: they leave score, risk and exposure'),
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
            ])
            .describe('Why nothing is known'),
        }),
      )
      .describe('Rules that apply to the site and could not be judged: they lower `coverage_score` alone'),
  })
  .meta({ id: 'RknResult', description: 'What a scan found' });

export const RknDeveloperDoc = z
  .object({
    scan_id: Uuid.describe('Scan it is made of'),
    markdown: z.string().describe('The document, in GitHub Flavored Markdown'),
    items: z.array(RknIssue).describe('Findings of the scan, the heaviest first'),
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
    summary: 'Start a scan of a site by the law of personal data',
    description:
      'It fetches 60 pages at most, which it chooses itself: the home page, legal documents, contacts, pages with forms, checkout, login, and what forms and footer link to. Nothing is sent or clicked. Where the platform has a browser, each page is shown in it, to see requests and names of cookies before a choice; without one the rules that need it are unverified. One scan of a site is open at a time: a second call gets the first with `joined: true`. `interval_ms` below 100 and `ignore_robots` need the role `admin` and a proven host, as in audits.',
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
    summary: 'List scans of a site by the law of personal data, newest first',
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
      'Score, risk, exposure and findings are those of the moment at which the scan ended, by the law of that day; `status` of a finding is that of now.',
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
    description: 'It stops within two seconds, and resolves nothing.',
    params: ScanParams,
    response: RknScan,
    errors: ['site_not_found', 'scan_not_found', 'scan_finished'],
  }),
  getRknDeveloperDoc: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/rkn/scans/{scan_id}/developer-doc',
    summary: 'Read what to mend, as a document',
    description: 'In markdown every text of a page is in a code span: nothing of it becomes a link, a mention or HTML.',
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
      'Findings that were resolved or ignored since leave score, risk and exposure; rechecked ones count as they are now.',
    params: SiteIdParams,
    query: z.object(localeQuery),
    response: RknResult,
    errors: ['site_not_found', 'scan_not_found'],
  }),
  listRknIssues: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/rkn/issues',
    summary: 'List findings of a site, the heaviest first',
    paginated: true,
    params: SiteIdParams,
    query: z.object({
      ...pageQuery,
      ...localeQuery,
      status: IssueStatus.optional().describe('With this status'),
      code: RknCode.optional().describe('With this code'),
      severity: IssueSeverity.optional().describe('Of this severity'),
    }),
    response: RknIssue,
    errors: ['site_not_found'],
  }),
  updateRknIssue: endpoint({
    ...admin,
    method: 'PATCH',
    path: '/v1/cms/sites/{site_id}/rkn/issues/{issue_id}',
    summary: 'Change the status of a finding',
    description: 'A resolved finding opens again when a scan sees it; an ignored one stays ignored.',
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
      'Within seconds its pages are fetched, shown in a browser where the platform has one, and judged with the other pages of the newest scan; `status`, `last_seen_at` and `resolved_by` of the finding tell the result.',
    params: IssueParams,
    response: z
      .object({ issue_id: Uuid.describe('Finding'), urls: z.array(z.string()).describe('Pages that are fetched') })
      .meta({ id: 'RequestedRknRecheck' }),
    audit: z.object({ issue_id: Uuid, urls: z.array(z.string()) }),
    errors: ['site_not_found', 'issue_not_found', 'scan_missing', 'page_elsewhere'],
  }),
});
