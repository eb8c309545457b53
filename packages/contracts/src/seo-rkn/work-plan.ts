import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { SiteIdParams } from '../cms/fields.ts';
import { pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { seoFeature } from './feature.ts';
import { IssueType } from './issue-types.ts';
import { RuleLocale, SeoTask } from './issues.ts';
import { SeoVerdict } from './pages.ts';

/** What to do in which week, and what became of it: work plans and digests. */

const count = z.int().min(0);
const localeQuery = { locale: RuleLocale.default('ru').describe('Language of titles, steps and markdown') };

/** Days of work that a task of a size takes. */
export const effortDays = { S: 0.5, M: 1, L: 3 } as const;
/** Days of work of a role in a week for which the caller names none. */
export const defaultDays = 2;

const days = z.number().min(0).max(50).multipleOf(0.5);

const Capacity = z
  .strictObject({
    landing_dev: days.default(defaultDays).describe('Working days per week of developers of the landing page'),
    cms_editor: days.default(defaultDays).describe('Working days per week of editors'),
    operations: days.default(defaultDays).describe('Working days per week of operations'),
    content: days.default(defaultDays).describe('Working days per week of authors'),
  })
  .meta({ id: 'SeoCapacity', example: { landing_dev: 3 } });

const PlannedTask = z
  .object({
    task: SeoTask.describe('Task at the time of the plan'),
    days: z.number().describe('Days of work: S 0.5, M 1, L 3'),
    why: z
      .string()
      .nullable()
      .describe('Reason of the model for its place in the order; null in the order of the rules'),
    open_now: count.describe('Currently open issues of the task; 0 when it is done'),
  })
  .meta({ id: 'SeoPlannedTask' });

export const SeoWorkPlan = z
  .object({
    generated_at: Timestamp.nullable().describe(
      'Generation time; null for a plan that is computed at the read with defaults',
    ),
    source: z.enum(['rules', 'ai']).describe('Source of the order'),
    capacity: z
      .object({
        landing_dev: z.number().describe('Working days per week of developers of the landing page'),
        cms_editor: z.number().describe('Working days per week of editors'),
        operations: z.number().describe('Working days per week of operations'),
        content: z.number().describe('Working days per week of authors'),
      })
      .meta({ id: 'SeoPlanCapacity' })
      .describe('Working days per week of each role'),
    weeks: z
      .array(
        z
          .object({
            week: z.int().min(1).describe('Week, from 1'),
            tasks: z.array(PlannedTask).describe('Tasks that start in this week, in the order of the plan'),
          })
          .meta({ id: 'SeoPlanWeek' }),
      )
      .describe('Weeks of the plan, weeks without a task included'),
    unplanned: z.array(PlannedTask).describe('Tasks that do not fit into the weeks'),
  })
  .meta({ id: 'SeoWorkPlan' });

export const SeoPlanDocument = z
  .object({
    markdown: z.string().describe('The plan, in GitHub Flavored Markdown'),
    items: z
      .array(
        z
          .object({
            title: z.string().describe('Title, one line without markup'),
            body: z.string().describe('Text, in GitHub Flavored Markdown'),
            labels: z.array(z.string()).describe('Labels: severity, owner, effort and week'),
          })
          .meta({ id: 'SeoPlanItem' }),
      )
      .describe('A ticket for each planned, unfinished task'),
  })
  .meta({ id: 'SeoPlanDocument' });

const TypeCount = z
  .object({
    issue_type: IssueType.describe('Type of the issue'),
    title: z.string().describe('Title of the issue, one sentence'),
    count: count.describe('Issues'),
  })
  .meta({ id: 'SeoTypeCount' });

export const SeoDigest = z
  .object({
    id: Uuid.describe('Id'),
    created_at: Timestamp.describe('Creation time'),
    days: z.int().describe('Number of days that it covers'),
    numbers: z
      .object({
        scans: count.describe('Scans that ended'),
        score: SeoVerdict.shape.score.describe('Score of the last scan'),
        score_before: SeoVerdict.shape.score.describe('Score before the period, or of the first scan in it'),
        opened: count.describe('New and reopened issues'),
        resolved: count.describe('Issues that were resolved'),
        resolved_by_people: count.describe('Issues that an administrator resolved, part of the resolved ones'),
        ignored: count.describe('Issues that an administrator ignored'),
        open: count.describe('Open issues at the end of the period'),
        critical: count.describe('Open critical issues'),
        high: count.describe('Open high issues'),
        top_opened: z.array(TypeCount).describe('Types with the most opened issues, five at most'),
        top_resolved: z.array(TypeCount).describe('Types with the most resolved issues, five at most'),
        next: z.array(TypeCount).describe('Next tasks to fix, three at most'),
      })
      .meta({ id: 'SeoDigestNumbers' })
      .describe('Facts of the period'),
    markdown: z.string().describe('The facts as a text'),
  })
  .meta({ id: 'SeoDigest', description: 'A digest of a period' });

export const seoWorkPlanEndpoints = seoFeature({
  generateSeoWorkPlan: endpoint({
    ...admin,
    method: 'POST',
    path: '/v1/cms/sites/{site_id}/seo/work-plan/generate',
    status: 201,
    idempotent: true,
    timeoutSeconds: 100,
    summary: 'Plan the open issues over weeks',
    description:
      'Tasks are ordered by gain ÷ effort. Each role does its tasks one after the other within its working days. The same issues give the same plan. With `use_ai`, the model of `/v1/settings/ai` orders the tasks and gives reasons, if it answers within its budget (`source: ai`); gains, days, owners and acceptance still come from the rules. The new plan replaces the previous one.',
    params: SiteIdParams,
    query: z.object(localeQuery),
    body: z
      .strictObject({
        weeks: z.int().min(1).max(12).default(4).describe('Weeks'),
        capacity: Capacity.prefault({}).describe('Working days per week of each role; 2 for an absent role'),
        use_ai: z
          .boolean()
          .default(false)
          .describe('Whether the configured model orders the tasks; `source` shows whether it did'),
      })
      .meta({ id: 'SeoWorkPlanOrder', example: { weeks: 4, capacity: { landing_dev: 3 } } }),
    response: SeoWorkPlan,
    audit: z.object({
      weeks: count.describe('Weeks'),
      source: z.enum(['rules', 'ai']).describe('Source of the order'),
      planned: count.describe('Tasks that were planned'),
      unplanned: count.describe('Tasks that were not planned'),
    }),
    errors: ['site_not_found'],
  }),
  getSeoWorkPlan: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/seo/work-plan',
    summary: 'Read the plan with its progress',
    description:
      'For a site without a generated plan, the answer is a current plan with defaults: 4 weeks, 2 days a week for each role.',
    params: SiteIdParams,
    query: z.object(localeQuery),
    response: SeoWorkPlan,
    errors: ['site_not_found'],
  }),
  getSeoWorkPlanMarkdown: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/seo/work-plan/markdown',
    summary: 'Read the plan as a document, and as tickets for a tracker',
    description: 'Texts of pages are in code spans, so that they cannot become a link, a mention or HTML.',
    params: SiteIdParams,
    query: z.object({
      ...localeQuery,
      style: z.enum(['checklist', 'github']).default('checklist').describe('`github`: the text of each ticket in full'),
    }),
    response: SeoPlanDocument,
    errors: ['site_not_found'],
  }),
  createSeoDigest: endpoint({
    ...admin,
    method: 'POST',
    path: '/v1/cms/sites/{site_id}/seo/digest',
    status: 201,
    idempotent: true,
    summary: 'Create a digest of the last days',
    description: 'It is made from the issues of the site; the site itself is not read.',
    params: SiteIdParams,
    query: z.object(localeQuery),
    body: z
      .strictObject({ days: z.int().min(1).max(90).default(7).describe('Number of past days') })
      .meta({ id: 'SeoDigestOrder', example: { days: 7 } }),
    response: SeoDigest,
    audit: z.object({ id: Uuid.describe('Id'), days: z.int().describe('Days') }),
    errors: ['site_not_found'],
  }),
  listSeoDigests: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/seo/digests',
    summary: 'List digests, newest first',
    paginated: true,
    params: SiteIdParams,
    query: z.object({ ...pageQuery, ...localeQuery }),
    response: SeoDigest,
    errors: ['site_not_found'],
  }),
});
