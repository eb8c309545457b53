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
    is_for_person: z.boolean().describe('The platform looks no more: a person has to'),
    next_attempt_at: Timestamp.nullable().describe('When the platform looks again'),
  })
  .meta({ id: 'SocialUncertainPost' });

const { id, name, state, members, last_error } = SocialAccount.shape;

export const SocialDashboard = z
  .object({
    states: z
      .array(z.object({ state: VariantState.describe('State'), posts: z.int().describe('Posts in it') }))
      .describe('Posts by state; those that are published count for the period alone'),
    days: z
      .array(
        z.object({
          date: z.string().describe('Day, in the time zone of the brand').meta({ example: '2027-03-01' }),
          wanted: z.int().describe('Posts that the active strategy asks for'),
          filled: z.int().describe('Slots with a post'),
        }),
      )
      .describe('Today and the six days behind it'),
    uncertain: z
      .object({
        posts: z.int().describe('How many'),
        for_a_person: z.int().describe('Those that a person has to look for'),
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
      .describe('The period; `before` is the period before it. Numbers of posts are those a day after publication'),
    is_cut: z.boolean().describe('There were more than 5000 posts: the newest counted'),
  })
  .meta({ id: 'SocialDashboard' });

export const socialDashboardEndpoints = socialFeature({
  readSocialDashboard: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/dashboard',
    summary: 'Read how a brand does',
    params: BrandParams,
    query: z.object({ days: z.coerce.number().int().min(1).max(92).default(28).describe('Days of the period') }),
    response: SocialDashboard,
    errors: ['brand_not_found'],
  }),
});
