import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { CalendarDay, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { BrandParams, SocialChannel, SocialMoney, socialFeature } from './fields.ts';
import { MetricMissing, PostMetric } from './metrics.ts';
import { SocialStrategyChanges } from './strategies.ts';

/** What a week of a brand brought. Numbers of posts are those of about a day after their publication. */

/** Why a number of a period is absent. */
export const PeriodMissing = z.enum([...MetricMissing.options, 'not_measured']).meta({ id: 'SocialPeriodMissing' });
export type PeriodMissing = z.output<typeof PeriodMissing>;

/** Numbers of a period: posts, and the sums of what they brought. */
export const PeriodMetric = z.enum(['posts', ...PostMetric.options]).meta({ id: 'SocialPeriodMetric' });
export type PeriodMetric = z.output<typeof PeriodMetric>;

export const PeriodNumber = z
  .object({
    metric: PeriodMetric.describe('Metric; `posts` is the number of published posts'),
    value: z.int().nullable().describe('Sum over the posts with this metric; null if no post has it'),
    reason: PeriodMissing.nullable().describe('Reason for a missing value; `not_measured`: no post is one day old'),
    before: z.number().nullable().describe('Value for comparison; null if there is none'),
    change_percent: z.number().nullable().describe('Difference from the value for comparison in percent'),
  })
  .meta({ id: 'SocialPeriodNumber' });

const RankedPost = z
  .object({
    variant_id: Uuid.describe('Post'),
    account_id: Uuid.describe('Account'),
    channel: SocialChannel.describe('Channel'),
    title: z.string().describe('Title of its idea'),
    published_at: Timestamp.describe('Time of the publication'),
    url: z.string().nullable().describe('Address at the channel'),
    rubric: z.string().nullable().describe('Rubric'),
    metric: PostMetric.describe('Metric of the ranking: reach, otherwise views, reactions or likes'),
    value: z.int().describe('Value of the metric'),
    ratio: z
      .number()
      .nullable()
      .describe('Value divided by the median of its account in twelve weeks; null if the median is 0'),
  })
  .meta({ id: 'SocialRankedPost' });

const HourNumbers = z
  .object({
    account_id: Uuid.describe('Account'),
    weekday: z.int().describe('1 is Monday'),
    hour: z.int().describe('Hour in the time zone of the brand'),
    posts: z.int().describe('Posts in this hour, 5 at least'),
    metric: PostMetric.describe('Metric: reach, otherwise views'),
    median: z.number().describe('Median of these posts'),
  })
  .meta({ id: 'SocialHourNumbers' });

const RubricNumbers = z
  .object({
    rubric: z.string().describe('Rubric'),
    posts: z.int().describe('Posts of this rubric, 5 at least'),
    ratio: z.number().describe('Median of the ratios of its posts: 1 is an average post'),
  })
  .meta({ id: 'SocialRubricNumbers' });

const Revenue = z
  .object({
    totals: z
      .object({
        visits: z.int().describe('Visits'),
        registers: z.int().describe('Registrations'),
        payers: z.int().describe('Number of paying users'),
        payments: z.int().describe('Payments'),
        refunds: z.int().describe('Refunds'),
        net: z.array(SocialMoney).describe('Payments minus refunds, by currency'),
      })
      .nullable()
      .describe('Revenue through the links of the brand; null if it is not known'),
    reason: z
      .enum(['no_application', 'not_answering'])
      .nullable()
      .describe('Reason for an unknown revenue; `no_application`: the brand has no application and no site'),
  })
  .meta({ id: 'SocialRevenue' });

const Proposal = z
  .object({
    kind: z.enum(['weights', 'times']).describe('Subject of the proposal: weights of rubrics, or times of accounts'),
    why: z.string().describe('Human-readable reason'),
    patch: SocialStrategyChanges.describe(
      'Body for `PATCH …/strategies/{version}` of a draft: generate a draft, send this body, and activate the draft',
    ),
  })
  .meta({ id: 'SocialProposal' });

/** What a report is about, without its words. */
export const InsightFacts = z.object({
  numbers: z
    .array(PeriodNumber)
    .describe('Numbers of the week; `before` is the median of those of the four previous weeks that have a value'),
  top: z.array(RankedPost).max(5).describe('Best posts of the week'),
  bottom: z.array(RankedPost).max(5).describe('Weakest posts of the week, the weakest first'),
  hours: z.array(HourNumbers).max(200).describe('Hours with five posts in twelve weeks, the best ten of each account'),
  rubrics: z.array(RubricNumbers).max(50).describe('Rubrics with five posts in twelve weeks, the best first'),
  revenue: Revenue.describe('Money'),
  proposals: z.array(Proposal).max(2).describe('Changes of the active strategy that the numbers suggest'),
  is_cut: z
    .boolean()
    .describe('Whether there were more than 5000 posts in twelve weeks; then only the newest ones are counted'),
});
export type InsightFacts = z.output<typeof InsightFacts>;

export const SocialInsight = z
  .object({
    id: Uuid.describe('Id'),
    brand_id: Uuid.describe('Brand'),
    week: z.string().describe('Monday of the week, in the time zone of the brand').meta({ example: '2027-03-01' }),
    version: z.int().describe('Version number within the week, from 1'),
    ...InsightFacts.shape,
    text: z.string().describe('Text of the report'),
    text_source: z
      .enum(['rules', 'ai'])
      .describe('`ai`: a model phrased it, and it states only facts from the numbers'),
    ai_reason: z
      .string()
      .nullable()
      .describe(
        'Reason for a text without a model; `unsupported_claims`: the text of the model had claims without a number. Null if a model phrased it',
      ),
    created_by: z.string().describe('E-mail of the author'),
    created_at: Timestamp.describe('Creation time'),
  })
  .meta({ id: 'SocialInsight' });

export const socialInsightEndpoints = socialFeature({
  listSocialInsights: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/insights/weekly',
    summary: 'List the weekly reports of a brand, newest first',
    paginated: true,
    params: BrandParams,
    query: z.object({ ...pageQuery, week: CalendarDay.optional().describe('Only reports of the week of this day') }),
    response: SocialInsight,
    errors: ['brand_not_found'],
  }),
  createSocialInsight: endpoint({
    ...admin,
    status: 201,
    idempotent: true,
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/insights/weekly',
    summary: 'Create the report of a week of a brand',
    description:
      'Each call creates a version; the newest 20 versions of a week are kept. The numbers come from snapshots; a language model only phrases them.',
    timeoutSeconds: 70,
    params: BrandParams,
    body: z
      .strictObject({
        week: CalendarDay.optional().describe(
          'A day of the week, which must be over; the last finished week when absent',
        ),
        use_ai: z.boolean().default(true).describe('Whether a language model phrases the text'),
      })
      .meta({ id: 'SocialInsightCreate', example: { use_ai: false } }),
    response: SocialInsight,
    errors: ['brand_not_found'],
  }),
});
