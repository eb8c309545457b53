import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { CalendarDay, FirstDay, LastDay, Timestamp, Uuid } from '../fields.ts';
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
    url: z.string().nullable().describe('Address of the post; null if the channel has none'),
    published_at: Timestamp.nullable().describe('When it was published'),
  })
  .meta({ id: 'SocialAttributedPost' });

const AttributionRow = z
  .object({
    key: z
      .string()
      .nullable()
      .describe(
        'Group of the row. For `campaign`: the code of the brand; for `channel`: `utm_source`; for `variant`: `utm_content`, which is the `ref` of a post; for `day`: the day. Null for links without this value; `(other)` for all groups beyond the first 1000',
      ),
    post: AttributedPost.nullable().describe(
      'For `variant`: the post with this `ref`; null for a link of another origin',
    ),
    visits: z.int().describe('Sum of the daily visitors who viewed a page of a site through a link'),
    registers: z.int().describe('Users who registered through a link'),
    payers: z.int().describe('Distinct users of links with a confirmed payment'),
    payments: z.int().describe('Confirmed payments of users of links, later refunded ones included'),
    refunds: z.int().describe('Completed refunds'),
    net: z.array(SocialMoney).describe('Payments minus refunds, for each currency'),
  })
  .meta({ id: 'SocialAttributionRow' });

export const socialAttributionEndpoints = socialFeature({
  getSocialAttribution: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/attribution',
    summary: 'Read the results of the posts of a brand: visits, registrations, payments and revenue',
    description: `Links have the code of the brand as \`utm_campaign\`. A user permanently belongs to the link of the first registration: payments and refunds of any later day count for this link. The numbers cover the application and the site of the brand, or all of them if the brand has none. The numbers come from analytics and stay the same after an erasure. ${csvCells}`,
    streams: true,
    params: BrandParams,
    query: z.object({
      from: FirstDay.describe('First day in the time zone of the brand, or a time in it'),
      to: LastDay.describe('Last day, included; 366 days at most. A time stands for the day of the moment before it'),
      group_by: AttributionGroup.default('campaign').describe('Grouping: one row for each value'),
      format: csvFormat,
    }),
    response: z
      .object({
        campaign: z.string().describe('Code of the brand'),
        from: CalendarDay.describe('First day'),
        to: CalendarDay.describe('Last day, included'),
        timezone: z.string().describe('Time zone of the days: that of the brand'),
        group_by: AttributionGroup.describe('Grouping of the rows'),
        rows: z
          .array(AttributionRow)
          .describe(
            'For `day`: every day of the range, in order; otherwise ordered by registrations, payments and visits',
          ),
      })
      .meta({ id: 'SocialAttribution' }),
    errors: ['brand_not_found'],
  }),
});
