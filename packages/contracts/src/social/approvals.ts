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
    content_hash: z.string().describe('SHA-256 of the post that the approval is for'),
    scheduled_at: Timestamp.nullable().describe('Time that the approval is for; null for any time'),
    state: ApprovalState.describe('`voided`: the post has changed since'),
    required: z.int().describe('Number of distinct administrators that must approve'),
    decisions: z
      .array(
        z.object({
          admin_id: Uuid.nullable().describe('Administrator; null for a rule'),
          decided_by: z.string().describe('E-mail of the administrator; `system` for a rule'),
          decision: Decision.describe('Decision'),
          comment: z.string().describe('Comment'),
          acknowledged: z.array(Acknowledgement).describe('Findings that the approver acknowledged'),
          at: Timestamp.describe('Time of the decision'),
        }),
      )
      .describe('Decisions, in their order'),
    changed: z
      .array(z.enum(['body', 'cover', 'buttons', 'ad', 'time', 'law', 'autonomy']))
      .describe('Differences from the previous approval; empty for the first one'),
    reasons: z.array(PersonReason).describe(`Reasons for a decision by a person. ${personReasonText}`),
    submitted_by: z.string().describe('E-mail of the author'),
    created_at: Timestamp.describe('Time of the request'),
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
    versioned: true,
    description:
      'A post with a check of the level `error` is refused. With the autonomy `autopilot` or `full_manager`, a rule approves the post, unless the approval has `reasons`. A post that already waits for its approval stays unchanged.',
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
    query: z.object({ ...pageQuery, state: ApprovalState.optional().describe('Only with this state') }),
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
      'The decision applies to the content with `content_hash`: if the post has changed since, the call is refused with `conflict`. One rejection ends the approval. With `scheduled_at`, the post gets this time in the calendar. A post that is approved with a future time is scheduled. The post is checked again under the law of its day. Findings that `approval_required` lists in `reasons` must be confirmed with `acknowledge`; a prohibited post cannot be confirmed.',
    params: ApprovalParams,
    body: z
      .strictObject({
        decision: Decision.describe('Decision'),
        content_hash: z
          .string()
          .regex(/^[0-9a-f]{64}$/, 'has to be a SHA-256: 64 lower-case hexadecimal digits')
          .describe('`content_hash` from the read of the approval')
          .meta({ resource: 'content_hash' }),
        comment: longText(2_000).default('').describe('Comment; required unless the decision approves'),
        acknowledge: z.array(Acknowledgement).max(4).default([]).describe('Findings that the approver acknowledges'),
        scheduled_at: Timestamp.meta({ resource: 'coming_moment' })
          .nullable()
          .default(null)
          .describe('New time of the post; null leaves the time unchanged'),
      })
      .meta({ id: 'SocialDecision', example: { decision: 'approve', content_hash: '0'.repeat(64) } }),
    response: SocialApproval,
    errors: [
      'approval_not_found',
      'conflict',
      'slot_taken',
      'channel_check_failed',
      'approval_required',
      'ad_marking_required',
      'ad_not_allowed_on_channel',
      'duplicate_content',
      'account_not_ready',
    ],
  }),
});
