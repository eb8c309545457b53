import { z } from 'zod';
import { Check, PersonReason, personReasonText } from '../social/check.ts';
import type { ErrorTable } from './table.ts';

/** Errors about brands, accounts and posts. */
export const socialErrors = {
  brand_not_found: [404, 'No such brand.', 'List the brands, and use the id of one of them.'],
  account_not_found: [404, 'No such account.', 'List the accounts of the brand, and use the id of one of them.'],
  account_mismatch: [
    409,
    'The credentials are of another chat, community or profile than this account was verified with.',
    'Enter credentials of the same place, or create another account for the other one.',
  ],
  account_not_ready: [
    409,
    'The account cannot do this in its state.',
    'Read `state` and `last_error` of the account: set credentials and verify it, or end its pause.',
  ],
  idea_not_found: [404, 'No such idea.', 'List the ideas of the brand, and use the id of one of them.'],
  variant_not_found: [404, 'No such post.', 'List the posts of the brand, and use the id of one of them.'],
  cover_not_found: [404, 'No such image.', 'Upload the image with `PUT …/cover`, or name one by its address.'],
  slot_not_found: [404, 'No such slot.', 'Read the calendar of the brand, and use the id of one of its slots.'],
  slot_taken: [
    409,
    'The account has a slot at this time.',
    'Choose another time, or give the slot that is there another post.',
  ],
  approval_not_found: [404, 'No such approval.', 'List the approvals of the brand, and use the id of one of them.'],
  approval_required: [
    409,
    'A person has to approve the post first; `reasons` says why.',
    'Submit the post if `approval_id` is null, then decide its approval; `acknowledge` confirms what `reasons` names.',
    z.object({
      variant_id: z.uuid().describe('Post'),
      approval_id: z.uuid().nullable().describe('Its approval; null while it was not submitted'),
      reasons: z.array(PersonReason).describe(`Why. ${personReasonText}`),
    }),
  ],
  ad_not_allowed_on_channel: [
    409,
    'The law prohibits advertisements on this channel; nothing overrides that.',
    'Publish the advertisement on another channel, or post a text that is no advertisement.',
    z.object({
      policy_id: z.uuid().describe('The policy that prohibits it'),
      basis: z.string().describe('The law'),
    }),
  ],
  channel_check_failed: [
    400,
    'The channel would refuse the post; `checks` says why.',
    'Change the post until no check of the level `error` is left, and submit it again.',
    z.object({
      checks: z.array(Check).describe('What was found'),
    }),
  ],
} as const satisfies ErrorTable;
