import { z } from 'zod';

/** What an approver confirms to have seen. */
export const Acknowledgement = z
  .enum(['ad_disputed', 'looks_like_ad', 'unsupported_claims', 'local_platform_restricted'])
  .meta({ id: 'SocialAcknowledgement' });
export type Acknowledgement = z.output<typeof Acknowledgement>;

/** Why a person decides about a post, and no rule. */
export const PersonReason = z
  .enum(['autonomy', 'ad', 'ad_disputed', 'looks_like_ad', 'unsupported_claims', 'uncertain_outcome', 'first_posts'])
  .meta({ id: 'SocialPersonReason' });
export type PersonReason = z.output<typeof PersonReason>;

/** What {@link PersonReason} means, for the fields that list it. */
export const personReasonText =
  '`autonomy`: the brand allows no approval by a rule; `first_posts`: the account has fewer than five published posts; `uncertain_outcome`: an earlier post of the account has an unknown outcome';

/** Why a post may not go out as it is. */
export const ApprovalReason = z
  .enum(['not_submitted', 'pending', 'rejected', 'content', 'time', ...PersonReason.options])
  .meta({ id: 'SocialApprovalReason' });
export type ApprovalReason = z.output<typeof ApprovalReason>;

/** What {@link ApprovalReason} means, for the fields that list it. */
export const approvalReasonText = `\`content\`: the post has changed since; \`time\`: another time was approved; \`ad_disputed\` and \`looks_like_ad\`: an approver must acknowledge it. Reasons for a decision by a person: ${personReasonText}`;

/** A finding about a post. */
export const Check = z
  .object({
    code: z.string().describe('Code of the finding').meta({ example: 'too_long' }),
    level: z.enum(['error', 'warning']).describe('An `error` prevents the submission of the post'),
    message: z.string().describe('Human-readable message'),
  })
  .meta({ id: 'SocialCheck' });
