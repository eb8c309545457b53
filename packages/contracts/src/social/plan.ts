import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { idOf, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { BrandParams, socialFeature } from './fields.ts';

/** The plan: posts for the days ahead, made from what a brand has published. */

export const PlanMode = z.enum(['fill', 'fresh']);
export type PlanMode = z.output<typeof PlanMode>;

export const PlanSkipReason = z.enum([
  'blackout',
  'occupied',
  'day_full',
  'too_many',
  'duplicate',
  'account_not_ready',
]);
export type PlanSkipReason = z.output<typeof PlanSkipReason>;

const Skipped = z.object({
  at: Timestamp.nullable().describe('Time of the post; null for a whole account'),
  account_id: Uuid.describe('Account'),
  reason: PlanSkipReason.describe(
    '`duplicate`: the text of a source is nearly the same as a text of the last 90 days or of the plan, and the next source was used; `day_full`: the limit of 5 posts a day; `too_many`: the limit of 400 posts a run; `occupied`: another post is too near; `account_not_ready`: the account is archived',
  ),
});

export const PlanRun = z
  .object({
    id: Uuid.describe('Id'),
    brand_id: Uuid.describe('Brand'),
    mode: PlanMode.describe('Mode'),
    days: z.int().describe('Days ahead'),
    strategy_version: z.int().describe('Number of the used strategy'),
    created: z
      .object({
        slots: z.int().describe('New slots'),
        ideas: z.int().describe('New ideas'),
        variants: z.int().describe('New posts'),
      })
      .describe('Created objects'),
    replaced: z.int().describe('Slots of earlier plans that were removed first'),
    kept: z.int().describe('Slots of these days that stayed unchanged'),
    empty: z.int().describe('Slots without a post, because no source is left; their ideas have a brief'),
    skipped: z.array(Skipped).max(400).describe('Skipped times, 400 at most'),
    content: z
      .enum(['read', 'no_site', 'unavailable'])
      .describe('`unavailable`: the content of the site could not be read, and the plan does not use it'),
    ai: z
      .object({
        status: z
          .enum(['off', 'waiting', 'done', 'unavailable'])
          .describe(
            '`waiting`: a background job rewrites the drafts; `unavailable`: no model answers, and the texts stay unchanged',
          ),
        done: z.int().describe('Processed drafts'),
        total: z.int().describe('Drafts to process'),
        written: z.int().describe('Drafts with a text of the model; the other texts were rejected'),
      })
      .describe('Texts of a language model'),
    created_by: z.string().describe('E-mail of the administrator; `system` for the automatic refill'),
    created_at: Timestamp.describe('Creation time'),
  })
  .meta({ id: 'SocialPlanRun' });

export const socialPlanEndpoints = socialFeature({
  generateSocialPlan: endpoint({
    ...admin,
    status: 201,
    idempotent: true,
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/plan/generate',
    summary: 'Plan the posts of the days ahead',
    description:
      '`fill` fills only empty times: a repeat creates nothing. `fresh` first removes the drafts of earlier plans that no person edited. Every post names its source. The texts are created at once. With `use_ai`, a language model rewrites the drafts later; a text with claims that no source supports is rejected.',
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
          .describe('Only these accounts; all accounts of the strategy when absent'),
        use_ai: z.boolean().default(true).describe('Whether a language model rewrites the drafts'),
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
