import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { idOf, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { BrandParams, socialFeature } from './fields.ts';

/** The plan: posts for the days ahead, made from what a brand has published. */

export const PlanMode = z.enum(['fill', 'fresh']);
export type PlanMode = z.output<typeof PlanMode>;

export const PlanSkipReason = z.enum([
  ...(['blackout', 'occupied', 'day_full', 'too_many', 'duplicate'] as const),
  'account_not_ready',
]);
export type PlanSkipReason = z.output<typeof PlanSkipReason>;

const Skipped = z.object({
  at: Timestamp.nullable().describe('When; null for an account as a whole'),
  account_id: Uuid.describe('Account'),
  reason: PlanSkipReason.describe(
    '`duplicate`: the text of a source nearly equals one of the last 90 days or of the plan, and the next source was taken; `day_full`: 5 posts a day; `too_many`: 400 posts a run; `occupied`: another post is near; `account_not_ready`: it is archived',
  ),
});

export const PlanRun = z
  .object({
    id: Uuid.describe('Id'),
    brand_id: Uuid.describe('Brand'),
    mode: PlanMode.describe('Mode'),
    days: z.int().describe('Days ahead'),
    strategy_version: z.int().describe('Number of the strategy that it followed'),
    created: z
      .object({
        slots: z.int().describe('New slots'),
        ideas: z.int().describe('New ideas'),
        variants: z.int().describe('New posts'),
      })
      .describe('What it made'),
    replaced: z.int().describe('Slots of earlier plans that it removed first'),
    kept: z.int().describe('Slots of these days that it left alone'),
    empty: z.int().describe('Slots without a post: no source is left. Their ideas have a brief'),
    skipped: z.array(Skipped).max(400).describe('Times without a post, 400 at most'),
    content: z
      .enum(['read', 'no_site', 'unavailable'])
      .describe('`unavailable`: the content of the site could not be read, and the plan goes without'),
    ai: z
      .object({
        status: z
          .enum(['off', 'waiting', 'done', 'unavailable'])
          .describe('`waiting`: a job rewrites the drafts; `unavailable`: no model answers, and the texts stay'),
        done: z.int().describe('Drafts that are decided about'),
        total: z.int().describe('Drafts that it looks at'),
        written: z.int().describe('Drafts that have a text of the model; it dropped the others'),
      })
      .describe('Texts of a language model'),
    created_by: z.string().describe('E-mail of the administrator; `system` for the refill'),
    created_at: Timestamp.describe('When'),
  })
  .meta({ id: 'SocialPlanRun' });

export const socialPlanEndpoints = socialFeature({
  generateSocialPlan: endpoint({
    ...{ ...admin, status: 201, idempotent: true },
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/plan/generate',
    summary: 'Plan the posts of the days ahead',
    description:
      '`fill` fills empty places only: a repeat creates nothing. `fresh` first removes its own drafts that no person touched. Every post names its source. The texts are there at once; with `use_ai` a language model rewrites the drafts later, and a text that says what no source says is dropped.',
    timeoutSeconds: 30,
    params: BrandParams,
    body: z
      .strictObject({
        days: z.int().min(1).max(60).default(14).describe('Days ahead'),
        mode: PlanMode.default('fill').describe('Mode'),
        account_ids: z
          .array(idOf('account_id', 'Account of the brand'))
          .min(1)
          .max(20)
          .optional()
          .describe('Only these accounts; all of the strategy when absent'),
        use_ai: z.boolean().default(true).describe('Let a language model rewrite the drafts'),
      })
      .meta({ id: 'SocialPlanGenerate', example: { days: 14, mode: 'fill' } }),
    response: PlanRun,
    errors: ['brand_not_found', 'account_not_found', 'conflict'],
  }),
  listSocialPlanRuns: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/plan/runs',
    summary: 'List the runs of the plan of a brand, newest first',
    paginated: true,
    params: BrandParams,
    query: z.object(pageQuery),
    response: PlanRun,
    errors: ['brand_not_found'],
  }),
  getSocialPlanRun: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/plan-runs/{run_id}',
    summary: 'Read a run of the plan',
    params: z.object({ run_id: idOf('plan_run_id', 'Id of the run') }),
    response: PlanRun,
    errors: ['plan_run_not_found'],
  }),
});
