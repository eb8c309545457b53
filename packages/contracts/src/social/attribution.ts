import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { CalendarDay, Timestamp, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { BrandParams, csvCells, csvFormat, SocialChannel, SocialMoney, socialFeature } from './fields.ts';

/** Attribution: what the posts of a brand led to, from visits to money. */

export const AttributionGroup = z.enum(['campaign', 'channel', 'variant', 'day']);
export type AttributionGroup = z.output<typeof AttributionGroup>;

const AttributedPost = z
  .object({
    id: Uuid.describe('Id'),
    account_id: Uuid.describe('Account'),
    channel: SocialChannel.describe('Channel'),
    title: z.string().describe('Title of its idea'),
    url: z.string().nullable().describe('Where it is; null where the channel says none'),
    published_at: Timestamp.nullable().describe('When it was published'),
  })
  .meta({ id: 'SocialAttributedPost' });

const AttributionRow = z
  .object({
    key: z
      .string()
      .nullable()
      .describe(
        'By `campaign` the code of the brand; by `channel` the `utm_source`; by `variant` the `utm_content`, which is the `ref` of a post; by `day` the day. Null for links without one; `(other)` for all beyond the first 1000',
      ),
    post: AttributedPost.nullable().describe(
      'By `variant` the post with this `ref`; null for a link of another origin',
    ),
    visits: z.int().describe('Visitors of a day who viewed a page of a site by a link'),
    registers: z.int().describe('Users who registered by a link'),
    payers: z.int().describe('Different users of links with a confirmed payment'),
    payments: z.int().describe('Confirmed payments of users of links, also those that were refunded later'),
    refunds: z.int().describe('Refunds that went through'),
    net: z.array(SocialMoney).describe('Payments less refunds, for each currency'),
  })
  .meta({ id: 'SocialAttributionRow' });

export const socialAttributionEndpoints = socialFeature({
  getSocialAttribution: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/attribution',
    summary: 'What the posts of a brand led to: visits, registrations, payments, refunds and net revenue',
    description: `Links have the code of the brand as \`utm_campaign\`. A user belongs to the link of the first registration for good: payments and refunds of any later day are of this link. Numbers are of the application and the site of the brand; of all of them where it has none. They are analytics' own and stay the same after an erasure. ${csvCells}`,
    streams: true,
    params: BrandParams,
    query: z.object({
      from: CalendarDay.describe('First day, in UTC, as analytics counts visitors'),
      to: CalendarDay.describe('Last day, included; 366 days at most'),
      group_by: AttributionGroup.default('campaign').describe('One row for each'),
      format: csvFormat,
    }),
    response: z
      .object({
        campaign: z.string().describe('Code of the brand'),
        from: CalendarDay.describe('First day'),
        to: CalendarDay.describe('Last day, included'),
        timezone: z.string().describe('Whose days they are: UTC'),
        group_by: AttributionGroup.describe('What a row is of'),
        rows: z
          .array(AttributionRow)
          .describe('Days in their order, each of the range; others by registrations, payments and visits'),
      })
      .meta({ id: 'SocialAttribution' }),
    errors: ['brand_not_found'],
  }),
});
