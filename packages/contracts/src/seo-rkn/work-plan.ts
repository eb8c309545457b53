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
    landing_dev: days.default(defaultDays).describe('Days a week of developers of the landing page'),
    cms_editor: days.default(defaultDays).describe('Days a week of editors'),
    operations: days.default(defaultDays).describe('Days a week of operations'),
    content: days.default(defaultDays).describe('Days a week of authors'),
  })
  .meta({ id: 'SeoCapacity', example: { landing_dev: 3 } });

const PlannedTask = z
  .object({
    task: SeoTask.describe('Task, as it was when the plan was made'),
    days: z.number().describe('Days of work: S 0.5, M 1, L 3'),
    why: z
      .string()
      .nullable()
      .describe('Why it comes at its place, in the words of the model; null in the order of the rules'),
    open_now: count.describe('Issues of it that are open at this moment; 0 when it is done'),
  })
  .meta({ id: 'SeoPlannedTask' });

export const SeoWorkPlan = z
  .object({
    generated_at: Timestamp.nullable().describe('When it was generated; null for one of this moment with defaults'),
    source: z.enum(['rules', 'ai']).describe('What the order comes from'),
    capacity: z
      .object({
        landing_dev: z.number().describe('Days a week of developers of the landing page'),
        cms_editor: z.number().describe('Days a week of editors'),
        operations: z.number().describe('Days a week of operations'),
        content: z.number().describe('Days a week of authors'),
      })
      .meta({ id: 'SeoPlanCapacity' })
      .describe('Days of work of each role in a week'),
    weeks: z
      .array(
        z
          .object({
            week: z.int().min(1).describe('Week, from 1'),
            tasks: z.array(PlannedTask).describe('Tasks that begin in it, in the order of the plan'),
          })
          .meta({ id: 'SeoPlanWeek' }),
      )
      .describe('Weeks of the plan, those without a task included'),
    unplanned: z.array(PlannedTask).describe('Tasks for which the weeks are too short'),
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
      .describe('A ticket for each planned task that is not done'),
  })
  .meta({ id: 'SeoPlanDocument' });

const TypeCount = z
  .object({
    issue_type: IssueType.describe('What is wrong'),
    title: z.string().describe('What is wrong, in a sentence'),
    count: count.describe('Issues'),
  })
  .meta({ id: 'SeoTypeCount' });

export const SeoDigest = z
  .object({
    id: Uuid.describe('Id'),
    created_at: Timestamp.describe('When it was made'),
    days: z.int().describe('Days before that it covers'),
    numbers: z
      .object({
        scans: count.describe('Scans that ended'),
        score: SeoVerdict.shape.score.describe('Score of the last scan'),
        score_before: SeoVerdict.shape.score.describe('Score before these days, or of the first scan in them'),
        opened: count.describe('Issues that are new, or came back'),
        resolved: count.describe('Issues that were resolved'),
        resolved_by_people: count.describe('Of these, those that an administrator resolved'),
        ignored: count.describe('Issues that an administrator ignored'),
        open: count.describe('Open issues at its end'),
        critical: count.describe('Of these critical'),
        high: count.describe('Of these high'),
        top_opened: z.array(TypeCount).describe('Types that opened most, five at most'),
        top_resolved: z.array(TypeCount).describe('Types that were resolved most, five at most'),
        next: z.array(TypeCount).describe('What to fix next, three at most'),
      })
      .meta({ id: 'SeoDigestNumbers' })
      .describe('What happened'),
    markdown: z.string().describe('The same as a text'),
  })
  .meta({ id: 'SeoDigest', description: 'What happened in some days' });

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
      'Tasks come by gain ÷ effort, each role one after the other within its days; the same issues give the same plan. With `use_ai` the model of `/v1/settings/ai` orders them and says why, where it answers within its budget (`source: ai`); gains, days, owners and acceptance stay those of the rules. It replaces the plan before.',
    params: SiteIdParams,
    query: z.object(localeQuery),
    body: z
      .strictObject({
        weeks: z.int().min(1).max(12).default(4).describe('Weeks'),
        capacity: Capacity.prefault({}).describe('Days of work of each role in a week; 2 for one that is not named'),
        use_ai: z
          .boolean()
          .default(false)
          .describe('Let the configured model order the tasks; `source` says whether it did'),
      })
      .meta({ id: 'SeoWorkPlanOrder', example: { weeks: 4, capacity: { landing_dev: 3 } } }),
    response: SeoWorkPlan,
    audit: z.object({
      weeks: count.describe('Weeks'),
      source: z.enum(['rules', 'ai']).describe('What the order comes from'),
      planned: count.describe('Tasks that were planned'),
      unplanned: count.describe('Tasks that were not'),
    }),
    errors: ['site_not_found'],
  }),
  getSeoWorkPlan: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/seo/work-plan',
    summary: 'Read the plan and what of it is done',
    description: 'A site without a generated plan gets one of this moment: 4 weeks, 2 days a week for each role.',
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
    description: 'Texts of pages are in code spans: nothing of them becomes a link, a mention or HTML.',
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
    summary: 'Sum up what happened in the last days',
    params: SiteIdParams,
    query: z.object(localeQuery),
    body: z
      .strictObject({ days: z.int().min(1).max(90).default(7).describe('Days before now') })
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
