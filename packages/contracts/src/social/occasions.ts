import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { CalendarDay, HttpUrl, idOf, longText, Timestamp, text, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { BrandParams, socialFeature } from './fields.ts';

/** Days that posts are about. */

const YearlyRule = z
  .string()
  .regex(
    /^FREQ=YEARLY;BYMONTH=([1-9]|1[0-2]);BYMONTHDAY=([1-9]|[12]\d|3[01])$/,
    'has to be a yearly rule, such as FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=8',
  )
  .meta({ example: 'FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=1' });

export const SocialOccasion = z
  .object({
    id: Uuid.describe('Id'),
    date: CalendarDay.nullable().describe('Date; null for a yearly occasion'),
    rrule: z.string().nullable().describe('Rule for a yearly date (RFC 5545); null for a single date'),
    title: z.string().describe('Title'),
    note: z.string().describe('Notes for posts about it'),
    url: z.string().nullable().describe('Page about it'),
    is_own: z.boolean().describe('Whether an administrator created it; other occasions come with the platform'),
    next_date: CalendarDay.nullable().describe('Next date, in the time zone of the brand; null if it is over'),
    created_at: Timestamp.nullable().describe('Creation time; null for an occasion of the platform'),
  })
  .meta({ id: 'SocialOccasion' });

export const socialOccasionEndpoints = socialFeature({
  listSocialOccasions: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/occasions',
    summary: 'Read the occasions of a brand, the next one first',
    params: BrandParams,
    response: z
      .object({
        verified_at: CalendarDay.describe('Time of the last check of the occasions of the platform'),
        occasions: z
          .array(SocialOccasion)
          .describe('Occasions of the brand, 200 at most, and occasions of the platform'),
      })
      .meta({ id: 'SocialOccasions' }),
    errors: ['brand_not_found'],
  }),
  createSocialOccasion: endpoint({
    ...admin,
    status: 201,
    idempotent: true,
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/occasions',
    summary: 'Create an occasion',
    description:
      'An occasion has a single date (`date`) or a yearly date (`rrule`). A brand has 200 occasions at most.',
    params: BrandParams,
    body: z
      .strictObject({
        date: CalendarDay.nullable().default(null).describe('Date'),
        rrule: YearlyRule.nullable().default(null).describe('Rule for a yearly date (RFC 5545)'),
        title: text(200).describe('Title'),
        note: longText(1_500).default('').describe('Notes for posts about it'),
        url: HttpUrl.nullable().default(null).describe('Page about it'),
      })
      .refine(({ date, rrule }) => (date === null) !== (rrule === null), {
        path: ['date'],
        message: 'and `rrule` exclude each other: send exactly one of them',
      })
      .meta({ id: 'SocialOccasionCreate', example: { date: '2027-09-01', title: 'The first day of school' } }),
    response: SocialOccasion,
    errors: ['brand_not_found', 'conflict'],
  }),
  deleteSocialOccasion: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: '/v1/social/occasions/{occasion_id}',
    summary: 'Delete an occasion',
    description: 'Posts about it stay. It cannot be undone: create it again.',
    params: z.object({ occasion_id: idOf('occasion_id', 'Id of the occasion') }),
    audit: SocialOccasion,
    errors: ['occasion_not_found'],
  }),
});
