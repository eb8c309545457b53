import { z } from 'zod';
import { Uuid } from '../fields.ts';
import { ApprovalReason, approvalReasonText, Check } from '../social/check.ts';
import type { ErrorTable } from './table.ts';

/** Errors about brands, accounts and posts. */
export const socialErrors = {
  brand_not_found: [404, 'No such brand.', 'List the brands, and use the id of one of them.'],
  account_not_found: [404, 'No such account.', 'List the accounts of the brand, and use the id of one of them.'],
  account_mismatch: [
    409,
    'The account was verified with credentials of another chat, community or profile.',
    'Enter credentials of the same chat, community or profile, or create another account for the other one.',
  ],
  account_not_ready: [
    409,
    'The state of the account does not allow this action.',
    'Read `state` and `last_error` of the account: set credentials and verify it, or end its pause.',
  ],
  idea_not_found: [404, 'No such idea.', 'List the ideas of the brand, and use the id of one of them.'],
  variant_not_found: [404, 'No such post.', 'List the posts of the brand, and use the id of one of them.'],
  cover_not_found: [404, 'No such image.', 'Upload the image with `PUT …/cover`, or send the address of an image.'],
  slot_not_found: [404, 'No such slot.', 'Read the calendar of the brand, and use the id of one of its slots.'],
  slot_taken: [
    409,
    'The account has a slot at this time.',
    'Choose another time, or assign another post to the existing slot.',
  ],
  strategy_not_found: [
    404,
    'The brand has no strategy with this number.',
    'List the strategies of the brand, and use the `version` of one of them.',
  ],
  occasion_not_found: [
    404,
    'No such occasion.',
    'List the occasions of the brand, and use the id of an occasion that an administrator created.',
  ],
  memory_not_found: [404, 'No such entry.', 'List the memory of the brand, and use the id of one of its entries.'],
  inbox_item_not_found: [404, 'No such item.', 'List the inbox of the brand, and use the id of one of its items.'],
  listening_item_not_found: [
    404,
    'No such item.',
    'List what listening found for the brand, and use the id of one of the items.',
  ],
  listening_query_not_found: [
    404,
    'No such query.',
    'List the listening queries of the brand, and use the id of one of them.',
  ],
  webhook_refused: [
    404,
    'This webhook delivery is not accepted.',
    'Configure the webhook at the channel of the account with the address and the secret of the account.',
  ],
  plan_run_not_found: [404, 'No such run.', 'List the runs of the plan, and use the id of one of them.'],
  experiment_not_found: [
    404,
    'No such experiment.',
    'List the experiments of the brand, and use the id of one of them.',
  ],
  approval_not_found: [404, 'No such approval.', 'List the approvals of the brand, and use the id of one of them.'],
  ad_not_allowed_on_channel: [
    409,
    'The law prohibits advertisements on this channel; this cannot be overridden.',
    'Publish the advertisement on another channel, or post a text that is no advertisement.',
    z.object({
      policy_id: Uuid.describe('The policy that prohibits it'),
      basis: z.string().describe('The law'),
    }),
  ],
  channel_check_failed: [
    400,
    'The channel would refuse the post; `checks` lists the reasons.',
    'Change the post until no check of the level `error` is left, and submit it again.',
    z.object({
      checks: z.array(Check).describe('Findings'),
    }),
  ],
  approval_required: [
    409,
    'No approval is valid for the current content of this post at this time.',
    'Submit the post, have it approved, and repeat the call. `reasons` lists what is not approved, and what an approver must acknowledge.',
    z.object({
      variant_id: Uuid.describe('Post'),
      approval_id: Uuid.nullable().describe('Its newest approval; null before it was submitted'),
      reasons: z.array(ApprovalReason).describe(approvalReasonText),
    }),
  ],
  already_published: [409, 'The post is published.', 'Create another post, or change the published one.'],
  outcome_uncertain: [
    409,
    'The channel did not confirm the change; the outcome is unknown.',
    'Check the channel. For a post in the state `uncertain`, report with `resolve` whether it exists.',
  ],
  duplicate_content: [
    409,
    'The account has a post with the same text in the 24 hours around this time.',
    'Change the text, choose a later time, or cancel the other post.',
    z.object({ variant_id: Uuid.describe('The other post') }),
  ],
  remote_change_not_supported: [
    409,
    'The channel does not support this action for a published post.',
    'Do this in the channel itself. `remote` in `GET /v1/social/channels` lists the actions that each channel allows.',
  ],
} as const satisfies ErrorTable;
