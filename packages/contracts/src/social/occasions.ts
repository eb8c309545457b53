import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { CalendarDay, HttpUrl, idOf, longText, Timestamp, text, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { BrandParams, socialFeature } from './fields.ts';

/** Days that posts are about. */

const YearlyRule = z
  .string()
  .regex(/^FREQ=YEARLY;BYMONTH=([1-9]|1[0-2]);BYMONTHDAY=([1-9]|[12]\d|3[01])$/, 'FREQ=YEARLY;BYMONTH=…;BYMONTHDAY=…')
  .meta({ example: 'FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=1' });

export const SocialOccasion = z
  .object({
    id: Uuid.describe('Id'),
    date: CalendarDay.nullable().describe('The day; null for one of each year'),
    rrule: z.string().nullable().describe('The day of each year (RFC 5545); null for one day'),
    title: z.string().describe('Title'),
    note: z.string().describe('What to say about it'),
    url: z.string().nullable().describe('Page about it'),
    is_own: z.boolean().describe('An administrator made it; the others come with the platform'),
    next_date: CalendarDay.nullable().describe(
      'The next day of it, in the time zone of the brand; null when it is over',
    ),
    created_at: Timestamp.nullable().describe('When it was made; null for one that comes with the platform'),
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
        verified_at: CalendarDay.describe('When those that come with the platform were checked'),
        occasions: z.array(SocialOccasion).describe('Own ones, 200 at most, and those that come with the platform'),
      })
      .meta({ id: 'SocialOccasions' }),
    errors: ['brand_not_found'],
  }),
  createSocialOccasion: endpoint({
    ...{ ...admin, status: 201, idempotent: true },
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/occasions',
    summary: 'Create an occasion',
    description: 'Of one day (`date`), or of a day of each year (`rrule`). A brand has 200 at most.',
    params: BrandParams,
    body: z
      .strictObject({
        date: CalendarDay.nullable().default(null).describe('The day'),
        rrule: YearlyRule.nullable().default(null).describe('The day of each year (RFC 5545)'),
        title: text(200).describe('Title'),
        note: longText(1_500).default('').describe('What to say about it'),
        url: HttpUrl.nullable().default(null).describe('Page about it'),
      })
      .refine(({ date, rrule }) => (date === null) !== (rrule === null), {
        path: ['date'],
        message: 'either `date` or `rrule`',
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
    description: 'Posts that were made from it stay.',
    params: z.object({ occasion_id: idOf('occasion_id', 'Id of the occasion') }),
    audit: SocialOccasion,
    errors: ['occasion_not_found'],
  }),
});
