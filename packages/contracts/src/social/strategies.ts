import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { idOf, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { BrandParams, Rubric, socialFeature } from './fields.ts';

/** What a brand posts about, and how often: in versions, one of which is active. */

/** Kinds of sources that the plan makes posts from. */
export const PlanSourceKind = z.enum([
  ...(['post', 'article', 'changelog_entry', 'download'] as const),
  ...(['occasion', 'memory', 'own_post', 'faq'] as const),
]);
export type PlanSourceKind = z.output<typeof PlanSourceKind>;

const DayTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'hh:mm')
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
    sources: z.array(PlanSourceKind).min(1).max(8).describe('What its posts are made from, in turn'),
  })
  .meta({ id: 'SocialStrategyRubric' });
export type StrategyRubric = z.output<typeof StrategyRubric>;

const Cadence = z
  .strictObject({
    account_id: idOf('account_id', 'Account of the brand'),
    per_week: z.int().min(1).max(35).describe('Posts a week, 5 a day at most'),
    times: z
      .array(WeekTime)
      .max(35)
      .default([])
      .describe('Times of a week; the platform chooses those that are absent'),
  })
  .refine(({ per_week, times }) => times.length <= per_week, { path: ['times'], message: 'more than `per_week`' })
  .refine(({ times }) => new Set(times.map(({ weekday, at }) => `${weekday} ${at}`)).size === times.length, {
    path: ['times'],
    message: 'a time comes twice',
  })
  .meta({ id: 'SocialCadence' });
export type Cadence = z.output<typeof Cadence>;

const rubrics = z
  .array(StrategyRubric)
  .min(2)
  .max(8)
  .refine((all) => all.reduce((sum, { weight }) => sum + weight, 0) === 100, 'weights that do not make 100')
  .refine((all) => new Set(all.map(({ code }) => code)).size === all.length, 'a code comes twice')
  .describe('What it posts about; the weights make 100');
const cadence = z.array(Cadence).max(20).describe('How often each account posts');

export const StrategyState = z.enum(['draft', 'active', 'archived']);
export type StrategyState = z.output<typeof StrategyState>;

export const SocialStrategy = z
  .object({
    id: Uuid.describe('Id'),
    brand_id: Uuid.describe('Brand'),
    version: z.int().describe('Number in the brand, from 1'),
    state: StrategyState.describe('`active`: plans follow it; one at most'),
    source: z.enum(['rules', 'ai']).describe('`rules`: a table of goals and weights; `ai`: a model shared the weights'),
    ai_reason: z.string().nullable().describe('Why no model shared the weights; null where none was asked or it did'),
    rubrics: z.array(StrategyRubric).describe('What it posts about'),
    cadence: z.array(Cadence).describe('How often each account posts'),
    created_by: z.string().describe('E-mail of the author'),
    lock_version: z.int().describe('Counts the changes; send it as `If-Match: "<lock_version>"`'),
    activated_at: Timestamp.nullable().describe('When plans began to follow it'),
    created_at: Timestamp.describe('When it was made'),
    updated_at: Timestamp.describe('When it changed last'),
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
    query: z.object({ ...pageQuery, state: StrategyState.optional().describe('Only these') }),
    response: SocialStrategy,
    errors: ['brand_not_found'],
  }),
  generateSocialStrategy: endpoint({
    ...{ ...admin, status: 201, idempotent: true },
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/strategies/generate',
    summary: 'Draft a strategy from the goals of a brand',
    description:
      'A dated table gives the weights of the rubrics for each goal, and how often a channel posts. With `use_ai` a language model shares the weights anew where it answers.',
    timeoutSeconds: 70,
    params: BrandParams,
    body: z
      .strictObject({ use_ai: z.boolean().default(false).describe('Ask a language model for the weights') })
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
    description: 'Absent fields stay. One that is or was active is never changed: generate another one.',
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
    summary: 'Let the plans follow a strategy',
    description:
      'The one that was active is archived. The discovery has to be complete by 60 percent. The same when it is active already.',
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
