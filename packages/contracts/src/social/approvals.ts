import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { idOf, longText, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { Acknowledgement, PersonReason, personReasonText } from './check.ts';
import { BrandParams, socialFeature, VariantParams } from './fields.ts';
import { SocialVariant, SocialVariantAudit } from './variants.ts';

/** Who says that a post may go out. */

export const ApprovalState = z.enum(['pending', 'approved', 'rejected', 'changes_requested', 'voided']);
export type ApprovalState = z.output<typeof ApprovalState>;
const Decision = z.enum(['approve', 'reject', 'changes_requested']);

export const SocialApproval = z
  .object({
    id: Uuid.describe('Id'),
    brand_id: Uuid.describe('Brand'),
    variant_id: Uuid.describe('Post'),
    content_hash: z.string().describe('What it is about: SHA-256 of the post'),
    scheduled_at: Timestamp.nullable().describe('The time that it is about; null for any'),
    state: ApprovalState.describe('`voided`: the post changed since'),
    required: z.int().describe('Distinct administrators that have to approve'),
    decisions: z
      .array(
        z.object({
          admin_id: Uuid.nullable().describe('Administrator; null for a rule'),
          decided_by: z.string().describe('E-mail of the administrator; `system` for a rule'),
          decision: Decision.describe('Decision'),
          comment: z.string().describe('Comment'),
          acknowledged: z.array(Acknowledgement).describe('What the approver confirmed to have seen'),
          at: Timestamp.describe('When'),
        }),
      )
      .describe('In their order'),
    changed: z
      .array(z.enum(['body', 'cover', 'buttons', 'ad', 'time', 'law']))
      .describe('What differs from the approval before; empty for the first'),
    reasons: z.array(PersonReason).describe(`Why a person decides. ${personReasonText}`),
    submitted_by: z.string().describe('E-mail of the author'),
    created_at: Timestamp.describe('When it was asked for'),
    decided_at: Timestamp.nullable().describe('When it ended; null while it is pending'),
  })
  .meta({ id: 'SocialApproval' });

const ApprovalParams = z.object({ approval_id: idOf('approval_id', 'Id of the approval') });

export const socialApprovalEndpoints = socialFeature({
  submitSocialVariant: endpoint({
    ...admin,
    method: 'POST',
    path: '/v1/social/variants/{variant_id}/submit',
    repeatable: true,
    summary: 'Ask for the approval of a draft',
    description:
      'A post with a check of the level `error` is refused. With the autonomy `autopilot` or `full_manager` a rule approves it, unless the approval has `reasons`. A post that waits already is answered as it is.',
    params: VariantParams,
    response: SocialVariant,
    audit: SocialVariantAudit,
    errors: [
      'variant_not_found',
      'channel_check_failed',
      'conflict',
      'ad_marking_required',
      'ad_not_allowed_on_channel',
    ],
  }),
  listSocialApprovals: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/approvals',
    summary: 'List the approvals of a brand, newest first',
    paginated: true,
    params: BrandParams,
    query: z.object({ ...pageQuery, state: ApprovalState.optional().describe('Only these') }),
    response: SocialApproval,
    errors: ['brand_not_found'],
  }),
  getSocialApproval: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/approvals/{approval_id}',
    summary: 'Read an approval',
    params: ApprovalParams,
    response: SocialApproval,
    errors: ['approval_not_found'],
  }),
  decideSocialApproval: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/social/approvals/{approval_id}/decide',
    summary: 'Approve a post, reject it, or ask for changes',
    description:
      'The decision is about the post that `content_hash` names: a post that changed since is refused with `conflict`. One reject ends the approval. With `scheduled_at` the post gets this time in the calendar. A post that is approved with a time to come is scheduled. The post is judged again by the law of its day: what `approval_required` names in `reasons` is confirmed with `acknowledge`, and nothing confirms what is prohibited.',
    params: ApprovalParams,
    body: z
      .strictObject({
        decision: Decision.describe('Decision'),
        content_hash: z
          .string()
          .regex(/^[0-9a-f]{64}$/, 'a SHA-256, hexadecimal')
          .describe('`content_hash` of the approval, as it was read')
          .meta({ resource: 'content_hash' }),
        comment: longText(2_000).default('').describe('Needed unless it approves'),
        acknowledge: z.array(Acknowledgement).max(4).default([]).describe('What the approver has seen and confirms'),
        scheduled_at: Timestamp.meta({ resource: 'coming_moment' })
          .nullable()
          .default(null)
          .describe('When the post is due; null leaves it'),
      })
      .meta({ id: 'SocialDecision', example: { decision: 'approve', content_hash: '0'.repeat(64) } }),
    response: SocialApproval,
    errors: [
      ...(['approval_not_found', 'conflict', 'slot_taken', 'channel_check_failed', 'approval_required'] as const),
      ...(['ad_marking_required', 'ad_not_allowed_on_channel', 'duplicate_content', 'account_not_ready'] as const),
    ],
  }),
});
