import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { idOf, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { BrandParams, Rubric, socialFeature } from './fields.ts';

/** What a brand posts about, and how often: in versions, one of which is active. */

/** Kinds of sources that the plan makes posts from. */
export const PlanSourceKind = z.enum([
  'post',
  'article',
  'changelog_entry',
  'download',
  'occasion',
  'memory',
  'own_post',
  'faq',
]);
export type PlanSourceKind = z.output<typeof PlanSourceKind>;

const DayTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'has to be a time of the day, such as 09:30')
  .meta({ example: '10:00' });

const WeekTime = z
  .strictObject({
    weekday: z.int().min(1).max(7).describe('1 is Monday'),
    at: DayTime.describe('In the time zone of the brand'),
  })
  .meta({ id: 'SocialWeekTime' });

const StrategyRubric = z
  .strictObject({
    code: Rubric.describe('Code'),
    weight: z.int().min(1).max(100).describe('Percent of the posts'),
    sources: z.array(PlanSourceKind).min(1).max(8).describe('Sources of its posts, used in turn'),
  })
  .meta({ id: 'SocialStrategyRubric' });
export type StrategyRubric = z.output<typeof StrategyRubric>;

const Cadence = z
  .strictObject({
    account_id: idOf('account_id', 'Account of the brand'),
    per_week: z.int().min(1).max(35).describe('Posts a week, 5 a day at most'),
    times: z.array(WeekTime).max(35).default([]).describe('Times of the week; the platform chooses the missing ones'),
  })
  .refine(({ per_week, times }) => times.length <= per_week, {
    path: ['times'],
    message: 'has more entries than `per_week`: remove some, or raise `per_week`',
  })
  .refine(({ times }) => new Set(times.map(({ weekday, at }) => `${weekday} ${at}`)).size === times.length, {
    path: ['times'],
    message: 'has a time twice: name each time once',
  })
  .meta({ id: 'SocialCadence' });
export type Cadence = z.output<typeof Cadence>;

const rubrics = z
  .array(StrategyRubric)
  .min(2)
  .max(8)
  .refine(
    (all) => all.reduce((sum, { weight }) => sum + weight, 0) === 100,
    'has weights whose sum is not 100: change them until it is',
  )
  .refine(
    (all) => new Set(all.map(({ code }) => code)).size === all.length,
    'has a code twice: give each entry its own code',
  )
  .describe('Rubrics of the posts; the sum of the weights is 100');
const cadence = z.array(Cadence).max(20).describe('Posting frequency of each account');

export const StrategyState = z.enum(['draft', 'active', 'archived']);
export type StrategyState = z.output<typeof StrategyState>;

export const SocialStrategy = z
  .object({
    id: Uuid.describe('Id'),
    brand_id: Uuid.describe('Brand'),
    version: z.int().describe('Number in the brand, from 1'),
    state: StrategyState.describe('`active`: plans use it; a brand has at most one active strategy'),
    source: z.enum(['rules', 'ai']).describe('`rules`: weights from a table of goals; `ai`: weights from a model'),
    ai_reason: z
      .string()
      .nullable()
      .describe(
        'Reason for weights without a model; null if no model was requested, or if the weights come from a model',
      ),
    rubrics: z.array(StrategyRubric).describe('Rubrics of the posts'),
    cadence: z.array(Cadence).describe('Posting frequency of each account'),
    created_by: z.string().describe('E-mail of the author'),
    lock_version: z.int().describe('Version number, increased by each change. Send it as `If-Match: "<lock_version>"`'),
    activated_at: Timestamp.nullable().describe('Time of the activation'),
    created_at: Timestamp.describe('Creation time'),
    updated_at: Timestamp.describe('Time of the last change'),
  })
  .meta({ id: 'SocialStrategy' });

/** What a change of a draft may have. */
export const SocialStrategyChanges = z.strictObject({ rubrics: rubrics.optional(), cadence: cadence.optional() });
export type SocialStrategyChanges = z.output<typeof SocialStrategyChanges>;

const number = z.int().min(1).max(1_000_000);
const VersionParams = BrandParams.extend({
  version: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .describe('Number of the strategy')
    .meta({ resource: 'strategy_version' }),
});

export const socialStrategyEndpoints = socialFeature({
  listSocialStrategies: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/strategies',
    summary: 'List the strategies of a brand, newest first',
    paginated: true,
    params: BrandParams,
    query: z.object({ ...pageQuery, state: StrategyState.optional().describe('Only with this state') }),
    response: SocialStrategy,
    errors: ['brand_not_found'],
  }),
  generateSocialStrategy: endpoint({
    ...admin,
    status: 201,
    idempotent: true,
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/strategies/generate',
    summary: 'Create a draft of a strategy from the goals of a brand',
    description:
      'A dated table has the weights of the rubrics for each goal, and the posting frequency for each channel. With `use_ai`, a language model sets the weights, if it answers.',
    timeoutSeconds: 70,
    params: BrandParams,
    body: z
      .strictObject({ use_ai: z.boolean().default(false).describe('Whether a language model sets the weights') })
      .meta({ id: 'SocialStrategyGenerate', example: { use_ai: false } }),
    response: SocialStrategy,
    errors: ['brand_not_found'],
  }),
  getSocialStrategy: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/strategies/{version}',
    summary: 'Read a strategy',
    versioned: true,
    params: VersionParams,
    response: SocialStrategy,
    errors: ['brand_not_found', 'strategy_not_found'],
  }),
  updateSocialStrategy: endpoint({
    ...admin,
    method: 'PATCH',
    path: '/v1/social/brands/{brand_id}/strategies/{version}',
    summary: 'Change a draft of a strategy',
    description:
      'Absent fields stay unchanged. A strategy that is or was active cannot be changed: generate another one.',
    versioned: true,
    params: VersionParams,
    body: SocialStrategyChanges.meta({
      id: 'SocialStrategyPatch',
      example: {
        rubrics: [
          { code: 'how_to', weight: 40, sources: ['article', 'post'] },
          { code: 'news', weight: 60, sources: ['changelog_entry'] },
        ],
      },
    }),
    response: SocialStrategy,
    errors: ['brand_not_found', 'strategy_not_found', 'account_not_found', 'conflict'],
  }),
  activateSocialStrategy: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/strategy/activate',
    repeatable: true,
    summary: 'Activate a strategy for the plans',
    description:
      'The previously active strategy is archived. The discovery must be at least 60 percent complete. A repeat changes nothing.',
    params: BrandParams,
    body: z
      .strictObject({
        version: number.describe('Number of the strategy').meta({ resource: 'strategy_version' }),
      })
      .meta({ id: 'SocialStrategyActivate', example: { version: 1 } }),
    response: SocialStrategy,
    errors: ['brand_not_found', 'strategy_not_found', 'conflict'],
  }),
});
