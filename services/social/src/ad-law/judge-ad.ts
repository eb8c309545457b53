import type { Acknowledgement, AdPolicy } from '@platform/contracts';
import { fail } from '@platform/runtime';
import type { Check } from '../posts/compose-post.ts';
import type { PostContext } from '../variants/variant.ts';
import { type AdAccount, isLargeUnregistered, isStale, lawDay, type PolicyRow, policyFor } from './policy.ts';

/** Input of the judgement: a post for an account on a day. */
export interface AdQuestion {
  jurisdiction: 'RU' | 'none';
  account: AdAccount;
  /** Declared by the author. */
  is_ad: boolean;
  erid: string | null;
  advertiser: { name: string; inn: string } | null;
  /** The text resembles an advertisement; `is_ad` does not matter for it. */
  resemblesAd: boolean;
  /** `YYYY-MM-DD` in Moscow. */
  day: string;
}

/** The facts of a post that matter for the advertising law. */
export function adQuestion(
  { variant, account, brand }: PostContext,
  { at, resemblesAd }: { at: Date; resemblesAd: boolean },
): AdQuestion {
  const { is_ad, erid, advertiser } = variant;
  const { channel, members, rkn_registration } = account;
  return {
    jurisdiction: brand.jurisdiction,
    is_ad,
    erid,
    advertiser,
    day: lawDay(at),
    resemblesAd,
    account: { channel, members, isRegistered: rkn_registration !== null },
  };
}

/** Why an advertisement may not go out. */
export type AdRefusal =
  | { code: 'ad_marking_required'; missing: string[] }
  | { code: 'ad_not_allowed_on_channel'; policy_id: string; basis: string };

export interface AdVerdict {
  ad: AdPolicy;
  /** The policy that was applied; null if no law applies. */
  policy: PolicyRow | null;
  /** Set when the post must not be published as it is; only another post or another channel helps. */
  refusal: AdRefusal | null;
  /** Statements that an approver has to confirm. */
  acknowledge: Acknowledgement[];
}

/**
 * Judges a post by the advertising law of a day (38-FZ art. 5 p. 10.7 and art. 18.1; 149-FZ art. 10.6). A
 * brand without a jurisdiction is not judged.
 * @param policies all rows of the law data
 */
export function judgeAd(policies: readonly PolicyRow[], question: AdQuestion): AdVerdict {
  const { jurisdiction, account, is_ad, resemblesAd, day } = question;
  if (jurisdiction === 'none') return { ad: 'allowed', policy: null, refusal: null, acknowledge: [] };
  const policy = policyFor(policies, account, day);
  const ad = policy?.ad ?? 'allowed';
  if (!is_ad) return { ad, policy, refusal: null, acknowledge: resemblesAd ? ['looks_like_ad'] : [] };
  return { ad, policy, refusal: refusalOf(policy, question), acknowledge: ad === 'disputed' ? ['ad_disputed'] : [] };
}

function refusalOf(policy: PolicyRow | null, { erid, advertiser }: AdQuestion): AdRefusal | null {
  if (policy?.ad === 'prohibited')
    return { code: 'ad_not_allowed_on_channel', policy_id: policy.id, basis: policy.basis };
  const missing = [...(erid === null ? ['erid'] : []), ...(advertiser === null ? ['advertiser'] : [])];
  return missing.length > 0 ? { code: 'ad_marking_required', missing } : null;
}

/** A refusal in words. */
export const refusalText = (refusal: AdRefusal): string =>
  refusal.code === 'ad_marking_required'
    ? `The mark lacks ${refusal.missing.join(' and ')}.`
    : `Advertisements are prohibited here: ${refusal.basis}`;

/**
 * Refuses a post that the law prohibits or that lacks its mark.
 * @throws `ad_marking_required`, `ad_not_allowed_on_channel`
 */
export function requireLawful({ refusal }: Pick<AdVerdict, 'refusal'>): void {
  if (refusal?.code === 'ad_marking_required') fail(refusal.code, { fields: { missing: refusal.missing } });
  if (refusal?.code === 'ad_not_allowed_on_channel')
    fail(refusal.code, { fields: { policy_id: refusal.policy_id, basis: refusal.basis } });
}

/** The findings of a verdict, for the checks of a post. */
export function adChecks({ policy, refusal, acknowledge }: AdVerdict, question: AdQuestion, now: Date): Check[] {
  const { is_ad, account } = question;
  const checks: Check[] = [];
  if (refusal !== null) checks.push({ code: refusal.code, level: 'error', message: refusalText(refusal) });
  if (acknowledge.includes('ad_disputed'))
    checks.push({ code: 'ad_disputed', level: 'warning', message: `An approver has to confirm it: ${policy?.basis}` });
  if (!is_ad || policy === null) return checks;
  if (isStale(policy, now))
    checks.push({
      code: 'ad_policy_stale',
      level: 'warning',
      message: 'The sources of the law were read more than 90 days ago.',
    });
  if (account.members === null && !isLargeUnregistered(account) && !account.isRegistered)
    checks.push({
      code: 'followers_unknown',
      level: 'warning',
      message: 'More than 10,000 followers need `rkn_registration`; the channel did not report the number.',
    });
  return checks;
}
