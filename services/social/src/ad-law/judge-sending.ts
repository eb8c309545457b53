import type { ApprovalRow } from '../approvals/approval.ts';
import type { PostContext } from '../variants/variant.ts';
import { type AdRefusal, adQuestion, judgeAd } from './judge-ad.ts';
import type { PolicyRow } from './policy.ts';

/** Verdict of the present law about a post that is about to be sent. */
export interface SendingVerdict {
  /** The policy that it was judged by; null without a law. */
  policy_id: string | null;
  /** It may not leave. */
  refusal: AdRefusal | null;
  /** Its approvers did not acknowledge what became disputed since. */
  isUnacknowledged: boolean;
}

/**
 * Judges an approved post by the law at the time of sending. Its text was judged at the approval, which is
 * bound to the text.
 * @param policies all rows of the law data
 */
export function judgeSending(
  policies: readonly PolicyRow[],
  context: PostContext,
  { decisions }: Pick<ApprovalRow, 'decisions'>,
  now: Date,
): SendingVerdict {
  const { policy, refusal, acknowledge } = judgeAd(policies, adQuestion(context, { at: now, resemblesAd: false }));
  const approvals = decisions.filter(({ decision }) => decision === 'approve');
  const isUnacknowledged =
    acknowledge.includes('ad_disputed') && !approvals.every(({ acknowledged }) => acknowledged.includes('ad_disputed'));
  return { policy_id: policy?.id ?? null, refusal, isUnacknowledged };
}
