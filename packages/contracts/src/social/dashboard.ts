import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { Timestamp, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { SocialAccount } from './accounts.ts';
import { BrandParams, SocialChannel, socialFeature } from './fields.ts';
import { PeriodNumber } from './insights.ts';
import { VariantState } from './variants.ts';

/** How a brand does, on one page. */

const UncertainPost = z
  .object({
    variant_id: Uuid.describe('Post'),
    account_id: Uuid.describe('Account'),
    title: z.string().describe('Title of its idea'),
    is_for_person: z
      .boolean()
      .describe('Whether a person must check the channel, because the platform has stopped looking'),
    next_attempt_at: Timestamp.nullable().describe('Time of the next check by the platform'),
  })
  .meta({ id: 'SocialUncertainPost' });

const { id, name, state, members, last_error } = SocialAccount.shape;

export const SocialDashboard = z
  .object({
    states: z
      .array(
        z.object({ state: VariantState.describe('State'), posts: z.int().describe('Number of posts in this state') }),
      )
      .describe('Posts by state; published posts are counted only for the period'),
    days: z
      .array(
        z.object({
          date: z.string().describe('Day, in the time zone of the brand').meta({ example: '2027-03-01' }),
          wanted: z.int().describe('Posts that the active strategy requires'),
          filled: z.int().describe('Slots with a post'),
        }),
      )
      .describe('Today and the next six days'),
    uncertain: z
      .object({
        posts: z.int().describe('Number of posts'),
        for_a_person: z.int().describe('Posts that a person must check'),
        newest: z.array(UncertainPost).max(10).describe('The newest ten'),
      })
      .describe('Posts with an unknown outcome'),
    accounts: z
      .array(z.object({ id, channel: SocialChannel.describe('Channel'), name, state, members, last_error }))
      .max(100)
      .describe('Accounts that are not archived, 100 at most'),
    period_days: z.int().describe('Days of the period, up to now'),
    kpis: z
      .array(PeriodNumber)
      .describe(
        'Numbers of the period; `before` is the previous period. Numbers of a post are those one day after its publication',
      ),
    is_cut: z.boolean().describe('Whether there were more than 5000 posts; then only the newest ones are counted'),
  })
  .meta({ id: 'SocialDashboard' });

export const socialDashboardEndpoints = socialFeature({
  readSocialDashboard: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/dashboard',
    summary: 'Read the dashboard of a brand',
    params: BrandParams,
    query: z.object({ days: z.coerce.number().int().min(1).max(92).default(28).describe('Days of the period') }),
    response: SocialDashboard,
    errors: ['brand_not_found'],
  }),
});
