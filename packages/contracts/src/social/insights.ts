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
    metric: PeriodMetric.describe('Which; `posts` counts the published ones'),
    value: z.int().nullable().describe('Sum over the posts that have it; null where none has'),
    reason: PeriodMissing.nullable().describe('Why there is none; `not_measured`: no post is a day old'),
    before: z.number().nullable().describe('What it is compared with; null without any'),
    change_percent: z.number().nullable().describe('Percent above or below it'),
  })
  .meta({ id: 'SocialPeriodNumber' });

const RankedPost = z
  .object({
    variant_id: Uuid.describe('Post'),
    account_id: Uuid.describe('Account'),
    channel: SocialChannel.describe('Channel'),
    title: z.string().describe('Title of its idea'),
    published_at: Timestamp.describe('When it went out'),
    url: z.string().nullable().describe('Address at the channel'),
    rubric: z.string().nullable().describe('Rubric'),
    metric: PostMetric.describe('What it is ranked by: reach, else views, reactions or likes'),
    value: z.int().describe('How much'),
    ratio: z.number().nullable().describe('Value by the median of its account in twelve weeks; null where that is 0'),
  })
  .meta({ id: 'SocialRankedPost' });

const HourNumbers = z
  .object({
    account_id: Uuid.describe('Account'),
    weekday: z.int().describe('1 is Monday'),
    hour: z.int().describe('Hour in the time zone of the brand'),
    posts: z.int().describe('Posts in it, 5 at least'),
    metric: PostMetric.describe('Reach, else views'),
    median: z.number().describe('Median of these posts'),
  })
  .meta({ id: 'SocialHourNumbers' });

const RubricNumbers = z
  .object({
    rubric: z.string().describe('Rubric'),
    posts: z.int().describe('Posts of it, 5 at least'),
    ratio: z.number().describe('Median of the ratios of its posts: 1 is an average post'),
  })
  .meta({ id: 'SocialRubricNumbers' });

const Revenue = z
  .object({
    totals: z
      .object({
        visits: z.int().describe('Visits'),
        registers: z.int().describe('Registrations'),
        payers: z.int().describe('Users that paid'),
        payments: z.int().describe('Payments'),
        refunds: z.int().describe('Refunds'),
        net: z.array(SocialMoney).describe('Payments less refunds, by currency'),
      })
      .nullable()
      .describe('What the links of the brand brought; null where it is not known'),
    reason: z
      .enum(['no_application', 'not_answering'])
      .nullable()
      .describe('Why it is not known; `no_application`: the brand has no application and no site'),
  })
  .meta({ id: 'SocialRevenue' });

const Proposal = z
  .object({
    kind: z.enum(['weights', 'times']).describe('Weights of rubrics, or times of accounts'),
    why: z.string().describe('In words'),
    patch: SocialStrategyChanges.describe(
      'Body for `PATCH …/strategies/{version}` of a draft: generate one, send it, and activate the draft',
    ),
  })
  .meta({ id: 'SocialProposal' });

/** What a report is about, without its words. */
export const InsightFacts = z.object({
  numbers: z.array(PeriodNumber).describe('The week; `before` is the median of the four weeks before that have one'),
  top: z.array(RankedPost).max(5).describe('Best posts of the week'),
  bottom: z.array(RankedPost).max(5).describe('Weakest posts of the week, the weakest first'),
  hours: z.array(HourNumbers).max(200).describe('Hours with five posts in twelve weeks, the best ten of each account'),
  rubrics: z.array(RubricNumbers).max(50).describe('Rubrics with five posts in twelve weeks, the best first'),
  revenue: Revenue.describe('Money'),
  proposals: z.array(Proposal).max(2).describe('Changes of the active strategy that the numbers speak for'),
  is_cut: z.boolean().describe('There were more than 5000 posts in twelve weeks: the newest counted'),
});
export type InsightFacts = z.output<typeof InsightFacts>;

export const SocialInsight = z
  .object({
    id: Uuid.describe('Id'),
    brand_id: Uuid.describe('Brand'),
    week: z.string().describe('Its Monday, in the time zone of the brand').meta({ example: '2027-03-01' }),
    version: z.int().describe('Number in the week, from 1'),
    ...InsightFacts.shape,
    text: z.string().describe('In words'),
    text_source: z.enum(['rules', 'ai']).describe('`ai`: a model phrased it, and it states what the numbers say alone'),
    ai_reason: z
      .string()
      .nullable()
      .describe('Why no model phrased it; `unsupported_claims`: its text said what no number says. Null where it did'),
    created_by: z.string().describe('E-mail of the author'),
    created_at: Timestamp.describe('When it was made'),
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
    query: z.object({ ...pageQuery, week: CalendarDay.optional().describe('Only those of the week with this day') }),
    response: SocialInsight,
    errors: ['brand_not_found'],
  }),
  createSocialInsight: endpoint({
    ...{ ...admin, status: 201, idempotent: true },
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/insights/weekly',
    summary: 'Report what a week of a brand brought',
    description:
      'Each call makes a version; of a week the newest 20 are kept. The numbers come from snapshots, and a language model only phrases them.',
    timeoutSeconds: 70,
    params: BrandParams,
    body: z
      .strictObject({
        week: CalendarDay.optional().describe('A day of the week, which has to be over; the last one when absent'),
        use_ai: z.boolean().default(true).describe('Let a language model phrase it'),
      })
      .meta({ id: 'SocialInsightCreate', example: { use_ai: false } }),
    response: SocialInsight,
    errors: ['brand_not_found'],
  }),
});
