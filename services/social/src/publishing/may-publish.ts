import { minuteMs } from '@platform/runtime';
import { refusalText } from '../ad-law/judge-ad.ts';
import { judgeSending } from '../ad-law/judge-sending.ts';
import type { PolicyRow } from '../ad-law/policy.ts';
import { type ApprovalRow, isByRule, isWithinTolerance } from '../approvals/approval.ts';
import { approvesByRule } from '../approvals/person-reasons.ts';
import type { PostContext } from '../variants/variant.ts';

/** What a post is judged by in the transaction that claims it. */
export interface ClaimFacts extends PostContext {
  /** The approval that it has; null without one. */
  approval: ApprovalRow | null;
  /** The advertising law. */
  policies: readonly PolicyRow[];
  now: Date;
}

/**
 * Whether a claimed post may be published.
 * - `void`: its approval is void, or does not fit the present law or autonomy: the post waits for another
 * approval
 * - `missed`: it is too late for it
 * - `hold`: its account does not publish
 * - `cancel`: its brand was archived meanwhile
 * - `refuse`: it fails with this code, and is not sent
 */
export type Verdict =
  | { kind: 'publish'; approval_id: string; policy_id: string | null }
  | { kind: 'void'; why?: 'law' | 'autonomy' }
  | { kind: 'missed' }
  | { kind: 'hold' }
  | { kind: 'cancel' }
  | { kind: 'refuse'; code: string; message: string; policy_id: string | null };

/** Tries that began in time go on for this long behind the limit. */
const graceMs = 10 * minuteMs;

/** The last check of a post before it leaves: approval, time, account, law. */
export function mayPublish({ variant, account, brand, approval, policies, now }: ClaimFacts): Verdict {
  if (brand.archived_at !== null) return { kind: 'cancel' };
  if (account.state !== 'active') return { kind: 'hold' };
  if (approval?.state !== 'approved' || approval.content_hash !== variant.content_hash) return { kind: 'void' };
  if (isByRule(approval) && !approvesByRule(brand)) return { kind: 'void', why: 'autonomy' };
  const { scheduled_at, late_from } = variant;
  if (scheduled_at === null || !isWithinTolerance(approval.scheduled_at, scheduled_at, brand)) return { kind: 'void' };
  const limit = brand.late_limit_min * minuteMs + (variant.errors > 0 ? graceMs : 0);
  // What its channel works on was begun in time.
  const isLate = variant.state === 'scheduled' && late_from !== null && now.getTime() - late_from.getTime() > limit;
  if (isLate) return { kind: 'missed' };
  const { policy_id, refusal, isUnacknowledged } = judgeSending(policies, { variant, account, brand }, approval, now);
  if (refusal !== null) return { kind: 'refuse', code: refusal.code, message: refusalText(refusal), policy_id };
  if (isUnacknowledged) return { kind: 'void', why: 'law' };
  return { kind: 'publish', approval_id: approval.id, policy_id };
}
