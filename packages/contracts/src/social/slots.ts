import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { FirstDay, idOf, LastDay, Timestamp, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import {
  BrandParams,
  csvCells,
  csvFormat,
  LocalTime,
  Rubric,
  SlotParams,
  SocialChannel,
  socialFeature,
} from './fields.ts';

/** The calendar: when an account posts. */

export const SlotState = z.enum(['empty', 'planned', 'published', 'missed', 'failed']);
export type SlotState = z.output<typeof SlotState>;

export const SocialSlot = z
  .object({
    id: Uuid.describe('Id'),
    brand_id: Uuid.describe('Brand'),
    account_id: Uuid.describe('Account'),
    channel: SocialChannel.describe('Channel'),
    at: Timestamp.describe('Time of the slot'),
    local_time: z.string().describe('Time, in the time zone of the brand').meta({ example: '2027-03-28T10:00' }),
    rubric: z.string().nullable().describe('Rubric'),
    state: SlotState.describe('State'),
    variant_id: Uuid.nullable().describe('Its post; null while it is empty'),
    origin: z.enum(['manual', 'content', 'plan']).describe('Origin of the slot'),
    pinned: z.boolean().describe('Whether new plans leave the slot unchanged'),
    version: z
      .int()
      .describe('Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates'),
    created_at: Timestamp.describe('Creation time'),
    updated_at: Timestamp.describe('Time of the last change'),
  })
  .meta({ id: 'SocialSlot' });

const variantId = idOf('variant_id', 'Post of the account').nullable();
const localTime = LocalTime.describe(
  'Local time in the time zone of the brand. A time that is skipped by a clock change means the first minute after the gap; a time that occurs twice means the first occurrence',
);

export const socialSlotEndpoints = socialFeature({
  readSocialCalendar: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/calendar',
    summary: 'Read the slots of up to 92 days',
    description: `With \`format=csv\`, every slot of these days is streamed. ${csvCells}`,
    streams: true,
    params: BrandParams,
    query: z.object({
      from: FirstDay.describe('First day in the time zone of the brand, or a time in it'),
      to: LastDay.describe('Last day, included. A time stands for the day of the moment before it'),
      account_id: idOf('nothing', 'Only of this account').optional(),
      format: csvFormat,
    }),
    response: z
      .object({
        timezone: z.string().describe('Time zone of the brand'),
        slots: z
          .array(SocialSlot.extend({ title: z.string().nullable().describe('Title of the idea of its post') }))
          .describe('Slots ordered by time, 2000 at most'),
        is_cut: z.boolean().describe('Whether there are more slots'),
      })
      .meta({ id: 'SocialCalendar' }),
    errors: ['brand_not_found'],
  }),
  createSocialSlot: endpoint({
    ...admin,
    status: 201,
    idempotent: true,
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/slots',
    summary: 'Create a slot',
    description: 'A slot publishes nothing by itself: an approved post that it holds is published at its time.',
    params: BrandParams,
    body: z
      .strictObject({
        account_id: idOf('account_id', 'Account of the brand'),
        local_time: localTime,
        rubric: Rubric.nullable().default(null).describe('Rubric'),
        pinned: z.boolean().default(false).describe('Whether new plans leave the slot unchanged'),
      })
      .meta({
        id: 'SocialSlotCreate',
        example: { account_id: '0198a3c0-5e1f-7000-8000-000000000001', local_time: '2027-05-03T10:00' },
      }),
    response: SocialSlot,
    errors: ['brand_not_found', 'account_not_found', 'slot_taken'],
  }),
  updateSocialSlot: endpoint({
    ...admin,
    method: 'PATCH',
    path: '/v1/social/slots/{slot_id}',
    summary: 'Move a slot, or assign a post to it',
    description: 'Absent fields stay unchanged.',
    versioned: true,
    params: SlotParams,
    body: z
      .strictObject({
        local_time: localTime.optional(),
        rubric: Rubric.nullable().optional().describe('Rubric'),
        pinned: z.boolean().optional().describe('Whether new plans leave the slot unchanged'),
        variant_id: variantId.optional(),
      })
      .meta({ id: 'SocialSlotPatch', example: { local_time: '2027-05-03T11:30' } }),
    fixedFields: { account_id: 'a slot stays with its account. Create a slot of the other account.' },
    response: SocialSlot,
    audit: SocialSlot.extend({
      approved_by: z.string().nullable().describe('`system` where a rule approved its post for this time'),
    }),
    errors: ['slot_not_found', 'variant_not_found', 'slot_taken', 'conflict', 'account_not_ready', 'duplicate_content'],
  }),
  deleteSocialSlot: endpoint({
    ...admin,
    method: 'DELETE',
    path: '/v1/social/slots/{slot_id}',
    summary: 'Delete a slot',
    description: 'Its post stays. It cannot be undone: create another slot.',
    versioned: true,
    params: SlotParams,
    audit: SocialSlot,
    errors: ['slot_not_found', 'conflict'],
  }),
});
