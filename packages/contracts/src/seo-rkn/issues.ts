import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { SiteIdParams } from '../cms/fields.ts';
import { idOf, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { seoFeature } from './feature.ts';
import { IssueType } from './issue-types.ts';

/** Issues of audits: what is wrong where, which role mends it, and when it is accepted. */

export const IssueStatus = z.enum(['open', 'resolved', 'ignored']);
export type IssueStatus = z.output<typeof IssueStatus>;
export const IssueSeverity = z.enum(['critical', 'high', 'medium', 'low']);
export type IssueSeverity = z.output<typeof IssueSeverity>;
export const IssueOwner = z.enum(['landing_dev', 'cms_editor', 'operations', 'content']);
export type IssueOwner = z.output<typeof IssueOwner>;
export const IssueOrigin = z.enum(['spec', 'extended']);
export type IssueOrigin = z.output<typeof IssueOrigin>;
/** Languages of rules. */
export const RuleLocale = z.enum(['ru', 'en']);
export type RuleLocale = z.output<typeof RuleLocale>;

/** Points of a severity: 40 critical, 20 high, 8 medium, 2 low. */
export const IssueWeight = z.union([z.literal(2), z.literal(8), z.literal(20), z.literal(40)]);

const localeQuery = { locale: RuleLocale.default('ru').describe('Language of titles, steps and acceptance') };

/** What a rule saw. */
const IssueEvidence = z
  .object({
    selector: z.string().optional().describe('Place in the page'),
    snippet: z.string().optional().describe('Text of the page'),
    measured: z.union([z.string(), z.number()]).optional().describe('Measured value'),
    threshold: z.union([z.string(), z.number()]).optional().describe('Threshold'),
    pages: z.int().optional().describe('Number of affected pages of an issue of a group or of the site'),
    related: z.array(z.string()).optional().describe('Other affected addresses'),
  })
  .meta({ id: 'SeoIssueEvidence', description: 'Evidence of an issue' });

export const SeoIssue = z
  .object({
    id: Uuid.describe('Id'),
    issue_type: IssueType.describe('Type of the issue'),
    variant: z.string().nullable().describe('Sub-case; null for the main one'),
    origin: IssueOrigin.describe('`extended`: a type that is not part of the specification for every site'),
    title: z.string().describe('Title of the issue, one sentence'),
    status: IssueStatus.describe('Status'),
    severity: IssueSeverity.describe('Severity, by weight'),
    weight: IssueWeight.describe('Points: 40, 20, 8 or 2'),
    owner: IssueOwner.describe('Role that fixes it'),
    where: z.string().describe('Where to fix it'),
    steps: z.array(z.string()).describe('How to fix it'),
    acceptance: z.array(z.string()).describe('Acceptance criteria: when it counts as fixed'),
    url: z.string().describe('Address, readable'),
    evidence: IssueEvidence,
    stale: z.boolean().describe('Whether the last scan could not judge if the issue still exists'),
    first_seen_at: Timestamp.describe('When it was first seen'),
    last_seen_at: Timestamp.describe('When it was last seen'),
    resolved_at: Timestamp.nullable().describe('When it was resolved'),
    resolved_by: z
      .enum(['scan', 'recheck', 'person'])
      .nullable()
      .describe('Source of the resolution; null while it is not resolved'),
    reopened_count: z.int().min(0).describe('Number of times it was reopened'),
    item_id: Uuid.nullable().describe('Item of the site that the page shows'),
    count: z.int().min(1).optional().describe('In a grouped list: number of issues in the group'),
  })
  .meta({ id: 'SeoIssue', description: 'An issue of a site' });

const IssueChange = z
  .object({
    at: Timestamp.describe('Time of the change'),
    from: IssueStatus.nullable().describe('Status before; null when it was found'),
    to: IssueStatus.describe('Status after the change'),
    by: z.enum(['scan', 'recheck', 'person']).describe('Source of the change'),
    admin_email: z.string().nullable().describe('E-mail of the administrator'),
    comment: z.string().nullable().describe('Remark of the administrator'),
  })
  .meta({ id: 'SeoIssueChange' });

export const SeoIssueWithHistory = SeoIssue.extend({
  history: z.array(IssueChange).describe('Changes of the status, newest first; 100 at most'),
}).meta({ id: 'SeoIssueWithHistory' });

export const SeoTask = z
  .object({
    issue_type: IssueType.describe('Type of the issue'),
    variant: z.string().nullable().describe('Sub-case'),
    title: z.string().describe('Title of the issue, one sentence'),
    owner: IssueOwner.describe('Role that fixes it'),
    where: z.string().describe('Where to fix it'),
    severity: IssueSeverity.describe('Severity of the most severe issue'),
    pages: z.int().describe('Number of issues in the task'),
    stale: z.int().describe('Issues that the last scan could not judge'),
    effort: z.enum(['S', 'M', 'L']).describe('Effort'),
    gain: z.int().describe('Sum of weight × number of affected pages'),
    issue_ids: z.array(Uuid).describe('Ids of the most severe issues, ten at most'),
    sample_urls: z.array(z.string()).describe('Addresses of these issues'),
    samples: z
      .array(
        z
          .object({
            issue_id: Uuid.describe('Id of the issue'),
            url: z.string().describe('Address, readable'),
            evidence: IssueEvidence.nullable().describe('Evidence of the first ten; null for the others'),
          })
          .meta({ id: 'SeoTaskSample' }),
      )
      .describe('The most severe issues, 50 at most'),
    steps: z.array(z.string()).describe('How to fix it'),
    acceptance: z.array(z.string()).describe('Acceptance criteria: when it counts as fixed'),
  })
  .meta({ id: 'SeoTask' });

export const SeoRules = z
  .object({
    rule_version: z.string().describe('Version of the rules'),
    verified_at: z.string().describe('Day of the last comparison of the rules with their sources'),
    rules: z
      .array(
        z.object({
          issue_type: IssueType.describe('Type'),
          origin: IssueOrigin.describe('Origin'),
          owner: IssueOwner.describe('Role that fixes it'),
          weight: IssueWeight.describe('Points of the main case'),
          variants: z.record(z.string(), IssueWeight).describe('Points of the sub-cases'),
          title: z.string().describe('Title of the issue'),
          why: z.string().describe('Why it matters'),
          where: z.string().describe('Where to fix it'),
          steps: z.array(z.string()).describe('How to fix it'),
          acceptance: z.array(z.string()).describe('Acceptance criteria: when it counts as fixed'),
        }),
      )
      .describe('One for each type'),
  })
  .meta({ id: 'SeoRules' });

const filters = {
  status: IssueStatus.optional().describe('Only with this status'),
  issue_type: IssueType.optional().describe('Only this type'),
  severity: IssueSeverity.optional().describe('Only with this severity'),
  owner: IssueOwner.optional().describe('Only of this owner'),
  origin: IssueOrigin.optional().describe('Only of this origin'),
  item_id: Uuid.optional().describe('Only of this item').meta({ resource: 'nothing' }),
};

const SeoIssuePatch = z
  .strictObject({
    status: IssueStatus.describe('New status'),
    comment: z.string().trim().max(1000).optional().describe('Reason, stored in the history'),
  })
  .meta({ id: 'SeoIssuePatch', example: { status: 'ignored', comment: 'The page is a print version.' } });

const IssueParams = SiteIdParams.extend({ issue_id: idOf('issue_id', 'Id of the issue') });

export const seoIssueEndpoints = seoFeature({
  listSeoIssues: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/seo/issues',
    summary: 'List or export issues, the most severe first',
    description:
      'With `format=csv`, all rows that match the filter are streamed. A cell that starts with `=`, `+`, `-`, `@`, a tab or a carriage return is prefixed with an apostrophe.',
    paginated: true,
    streams: true,
    statementSeconds: 10,
    params: SiteIdParams,
    query: z.object({
      ...pageQuery,
      ...filters,
      url: z.string().max(2048).optional().describe('Only of this page'),
      ...localeQuery,
      group_by: z
        .enum(['issue_type', 'owner', 'severity', 'url', 'item_id'])
        .optional()
        .describe(
          'Group by this field: one row for each value with its most severe issue and `count`; the largest group first',
        ),
      format: z.enum(['json', 'csv']).default('json').describe('`csv` returns a file'),
    }),
    response: SeoIssue,
    errors: ['site_not_found'],
  }),
  summarizeSeoIssues: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/seo/tasks',
    summary: 'Group open issues into tasks, the largest gain first',
    description:
      'A task groups all open issues of one type, variant and owner. `gain` is the sum of weight × number of affected pages: a high or critical issue of the whole site affects every page, and the home page counts three times. `effort` is S for one fix in one place, L for more than twenty texts, and M otherwise.',
    params: SiteIdParams,
    query: z.object(localeQuery),
    response: z.array(SeoTask),
    errors: ['site_not_found'],
  }),
  updateSeoIssues: endpoint({
    ...admin,
    method: 'PATCH',
    path: '/v1/cms/sites/{site_id}/seo/issues',
    summary: 'Change the status of many issues',
    description: 'Changes all issues that match the filter, at most 5000; more are refused with `validation_failed`.',
    params: SiteIdParams,
    body: z
      .strictObject({
        filter: z.strictObject(filters).describe('Issues that change'),
        status: IssueStatus.describe('New status'),
        comment: z.string().trim().max(1000).optional().describe('Reason, stored in the history'),
      })
      .meta({ id: 'SeoIssuesPatch', example: { filter: { issue_type: 'missing_og' }, status: 'ignored' } }),
    response: z.object({ changed: z.int().describe('Issues that changed') }).meta({ id: 'SeoIssuesChanged' }),
    audit: z.object({
      filter: z.record(z.string(), z.unknown()).describe('Issues that changed'),
      status: IssueStatus.describe('New status'),
      changed: z.int().describe('Number of changed issues'),
    }),
    errors: ['site_not_found'],
  }),
  getSeoIssue: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/seo/issues/{issue_id}',
    summary: 'Read an issue with its history',
    params: IssueParams,
    query: z.object(localeQuery),
    response: SeoIssueWithHistory,
    errors: ['site_not_found', 'issue_not_found'],
  }),
  updateSeoIssue: endpoint({
    ...admin,
    method: 'PATCH',
    path: '/v1/cms/sites/{site_id}/seo/issues/{issue_id}',
    summary: 'Change the status of an issue',
    description:
      'Every change of the status is allowed. A scan reopens a resolved issue if it finds the issue again; an ignored issue stays ignored.',
    params: IssueParams,
    body: SeoIssuePatch,
    response: SeoIssue,
    errors: ['site_not_found', 'issue_not_found'],
  }),
  listSeoRules: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/seo/rules',
    keyScope: 'no_application',
    summary: 'Read the catalogue of rules',
    query: z.object(localeQuery),
    response: SeoRules,
  }),
});
