import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { idOf, longText, pageQuery, Timestamp, text, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { BrandParams, SocialChannel, socialFeature } from './fields.ts';
import { PostMetric, snapshotAges } from './metrics.ts';
import { VariantState } from './variants.ts';

/** Experiments: which of two to four arms of posts of an account does better. */

export const ExperimentState = z.enum(['draft', 'running', 'completed', 'stopped']);
export type ExperimentState = z.output<typeof ExperimentState>;

export const ExperimentMetric = z.enum(['rate', 'per_post']);
export type ExperimentMetric = z.output<typeof ExperimentMetric>;

const metricText =
  '`rate`: registrations divided by visits through the links of an arm; `per_post`: the mean of a metric of the posts of an arm';
const ages = z.literal(snapshotAges);
const armName = text(80).describe('Name of the arm, unique in the experiment');
const hypothesis = longText(1_000).describe('Hypothesis');
const minN = z
  .int()
  .min(1)
  .max(1_000_000)
  .describe('Number of visits (`rate`) or posts with a number (`per_post`) that each arm needs for a verdict');

const ArmResult = z
  .object({
    name: z.string().describe('Arm'),
    n: z.int().describe('Visits, or posts with a number; registrations if there are fewer visits'),
    registers: z.int().nullable().describe('Registrations; null for `per_post`'),
    value: z.number().nullable().describe('Rate from 0 to 1, or mean; null without `n`'),
    low: z.number().nullable().describe('Lower limit of the 95 % Wilson interval; null for `per_post`'),
    high: z.number().nullable().describe('Upper limit of the 95 % Wilson interval; null for `per_post`'),
  })
  .meta({ id: 'SocialExperimentArmResult' });

export const ExperimentTest = z.enum(['fisher', 'two_proportions', 'permutation']);

const Comparison = z
  .object({
    a: z.string().describe('Arm'),
    b: z.string().describe('The other arm'),
    test: ExperimentTest.describe(
      "`fisher`: Fisher's exact test, if an expected cell is below 5; `two_proportions`: z-test with a pooled variance; `permutation`: permutation test of means, with every split for up to 20 values, otherwise with 10,000 seeded shuffles. All tests are two-sided",
    ),
    p: z.number().describe('p-value'),
    p_adjusted: z.number().describe('p-value, adjusted for all comparisons by the Holm method'),
  })
  .meta({ id: 'SocialExperimentComparison' });

export const ExperimentResults = z
  .object({
    taken_at: Timestamp.describe('Time of the reading'),
    arms: z.array(ArmResult).describe('Results, in the order of the arms'),
    comparisons: z
      .array(Comparison)
      .describe(
        'Comparisons of each pair of arms at the end of the experiment; empty before the end, because an early comparison would count as a test',
      ),
    verdict: z
      .object({
        outcome: z
          .enum(['winner', 'no_difference', 'not_enough_data'])
          .describe('`winner`: better than every other arm, with an adjusted p-value below 0.05 in each comparison'),
        winner: z.string().nullable().describe('Name of the winning arm'),
      })
      .nullable()
      .describe('Verdict; only for a completed experiment'),
  })
  .meta({ id: 'SocialExperimentResults' });
export type ExperimentResults = z.output<typeof ExperimentResults>;

const ExperimentPost = z
  .object({
    variant_id: Uuid.describe('Post'),
    ref: z.string().describe('`utm_content` of its links'),
    state: VariantState.describe('State of the post'),
    scheduled_at: Timestamp.nullable().describe('Time of the scheduled publication'),
    published_at: Timestamp.nullable().describe('When it was published'),
  })
  .meta({ id: 'SocialExperimentPost' });

export const SocialExperiment = z
  .object({
    id: Uuid.describe('Id'),
    brand_id: Uuid.describe('Brand'),
    account_id: Uuid.describe('Account'),
    channel: SocialChannel.describe('Channel'),
    name: z.string().describe('Name'),
    hypothesis: z.string().describe('Hypothesis'),
    metric: ExperimentMetric.describe(metricText),
    post_metric: PostMetric.nullable().describe('Metric, for `per_post`'),
    age_h: z.int().nullable().describe('Hours after the publication at which the metric is taken, for `per_post`'),
    min_n: minN,
    seed: z.int().describe('Random seed that makes the order of the posts and the shuffles reproducible'),
    state: ExperimentState.describe(
      '`completed`: `ends_at` was reached; `stopped`: an administrator ended it without a verdict',
    ),
    arms: z
      .array(
        z
          .object({ name: z.string().describe('Name'), posts: z.array(ExperimentPost).describe('Its posts') })
          .meta({ id: 'SocialExperimentArm' }),
      )
      .describe('Arms of the experiment'),
    results: ExperimentResults.nullable().describe(
      'Results. In a list, only for ended experiments; null for a draft, and while analytics does not answer',
    ),
    started_at: Timestamp.nullable().describe('When it was started'),
    ends_at: Timestamp.describe('Time of the verdict'),
    ended_at: Timestamp.nullable().describe('When it was completed or stopped'),
    created_by: z.string().describe('E-mail of the author'),
    version: z.int().describe('Version number, increased by each change'),
    created_at: Timestamp.describe('Creation time'),
    updated_at: Timestamp.describe('Time of the last change'),
  })
  .meta({ id: 'SocialExperiment' });

const ExperimentParams = z.object({ experiment_id: idOf('experiment_id', 'Id of the experiment') });

export const socialExperimentEndpoints = socialFeature({
  listSocialExperiments: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/experiments',
    summary: 'List the experiments of a brand, newest first',
    paginated: true,
    params: BrandParams,
    query: z.object({ ...pageQuery, state: ExperimentState.optional().describe('Only with this state') }),
    response: SocialExperiment,
    errors: ['brand_not_found'],
  }),
  createSocialExperiment: endpoint({
    ...admin,
    status: 201,
    idempotent: true,
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/experiments',
    summary: 'Create a draft of an experiment',
    description:
      'An experiment has two to four arms with posts of one account. A brand has at most 50 drafts and running experiments. Ended experiments are deleted after three years.',
    params: BrandParams,
    body: z
      .strictObject({
        name: text(120).describe('Name'),
        hypothesis: hypothesis.default(''),
        account_id: idOf('account_id', 'Account of the brand'),
        metric: ExperimentMetric.describe(metricText),
        post_metric: PostMetric.nullable().default(null).describe('Metric, for `per_post`'),
        age_h: ages.default(24).describe('Hours after the publication at which the metric is taken, for `per_post`'),
        arms: z
          .array(
            z
              .strictObject({
                name: armName,
                variant_ids: z
                  .array(idOf('nothing', 'Post of the account'))
                  .min(1)
                  .max(20)
                  .describe('Posts of the arm; a post belongs to one arm only'),
              })
              .meta({ id: 'SocialExperimentArmCreate' }),
          )
          .min(2)
          .max(4)
          .refine(
            (arms) => new Set(arms.map(({ name }) => name)).size === arms.length,
            'has a name twice: give each arm its own name',
          )
          .meta({ resource: 'experiment_arms' })
          .describe('Arms of the experiment'),
        min_n: minN,
        ends_at: Timestamp.meta({ resource: 'coming_moment' }).describe('Time of the verdict, at most a year ahead'),
      })
      .refine(({ metric, post_metric }) => (metric === 'per_post') === (post_metric !== null), {
        path: ['post_metric'],
        message: 'belongs to the metric `per_post`: it needs it, and the other metrics take none',
      })
      .meta({
        id: 'SocialExperimentCreate',
        example: {
          name: 'Question or statement',
          account_id: '0198a3c0-5e1f-7000-8000-000000000001',
          metric: 'rate',
          arms: [
            { name: 'Question', variant_ids: ['0198a3c0-5e1f-7000-8000-000000000002'] },
            { name: 'Statement', variant_ids: ['0198a3c0-5e1f-7000-8000-000000000003'] },
          ],
          min_n: 100,
          ends_at: '2027-05-03T10:00:00Z',
        },
      }),
    response: SocialExperiment,
    errors: ['brand_not_found', 'account_not_found', 'variant_not_found', 'conflict'],
  }),
  getSocialExperiment: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/experiments/{experiment_id}',
    summary: 'Read an experiment with its numbers so far',
    params: ExperimentParams,
    response: SocialExperiment,
    errors: ['experiment_not_found'],
  }),
  startSocialExperiment: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/social/experiments/{experiment_id}/start',
    repeatable: true,
    summary: 'Start an experiment: schedule its posts in a random order',
    description:
      'The posts get the free times in the cadence of the account, in the random order of the seed. Every post is scheduled like with `schedule`: it requires an approval for its time, and the advertising law must allow it. All posts are scheduled, or none. A running experiment stays unchanged.',
    params: ExperimentParams,
    response: SocialExperiment,
    errors: [
      'experiment_not_found',
      'conflict',
      'approval_required',
      'account_not_ready',
      'already_published',
      'outcome_uncertain',
      'duplicate_content',
      'ad_marking_required',
      'ad_not_allowed_on_channel',
      'slot_taken',
      'brand_not_found',
    ],
  }),
  stopSocialExperiment: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/social/experiments/{experiment_id}/stop',
    repeatable: true,
    summary: 'Stop an experiment without a verdict',
    description:
      'Unpublished posts are removed from the schedule and stay approved; their slots stay. A draft becomes stopped. A stopped experiment stays unchanged. It cannot be undone: create another experiment.',
    params: ExperimentParams,
    response: SocialExperiment,
    errors: ['experiment_not_found', 'conflict'],
  }),
});
