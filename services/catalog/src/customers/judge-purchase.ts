import { dayMs } from '@platform/runtime';
import type { GrantRow } from '../grants/grant-rows.ts';
import { endOfCalendar } from '../grants/term.ts';
import type { Purchase } from './read-purchases.ts';

/** What a purchase unlocks. */
export interface Product {
  plan_id: string | null;
  plan_code: string | null;
  /** Sorted. */
  entitlement_codes: string[];
  /** Of the plan; null without an end. */
  duration_days: number | null;
}

/** The columns of a grant that decide its term. */
export type GrantTime = Pick<GrantRow, 'granted_at' | 'duration_ms' | 'starts_at' | 'expires_at' | 'is_prolonged'>;

/** The grant of an earlier import of the purchase. */
export type PresentGrant = GrantTime & Pick<GrantRow, 'plan_id' | 'entitlement_codes' | 'revoked_at'>;

export type Verdict =
  | { outcome: 'created' | 'updated'; time: GrantTime }
  | { outcome: 'unchanged' | 'revoked' }
  | { outcome: 'failed'; path: string; message: string };

/**
 * Decides what an import does with a purchase. An explicit end is exact, and later purchases prolong it. A plan without
 * one has its own term from the purchase on, as a payment has. Without `purchased_at` the moment of the first import
 * counts.
 * @param present the grant of an earlier import; undefined for a new one
 * @param now the moment of the import
 */
export function judgePurchase(
  purchase: Purchase,
  product: Product,
  present: PresentGrant | undefined,
  now: Date,
): Verdict {
  if (purchase.purchased_at && purchase.purchased_at > now)
    return { outcome: 'failed', path: 'purchased_at', message: 'is in the future' };
  if (present && !isOf(present, product))
    return { outcome: 'failed', path: 'external_id', message: 'belongs to a grant of another plan or of other codes' };
  const granted_at = purchase.purchased_at ?? present?.granted_at ?? now;
  const time = timeOf(purchase, product, granted_at);
  if (time.expires_at !== null && time.expires_at <= granted_at)
    return { outcome: 'failed', path: 'expires_at', message: 'has to be after `purchased_at`' };
  if (time.expires_at !== null && time.expires_at.getTime() > endOfCalendar)
    return { outcome: 'failed', path: 'purchased_at', message: 'is too late: the term would end after the year 9999' };
  if (!present) return { outcome: 'created', time };
  if (present.revoked_at !== null) return { outcome: 'revoked' };
  return isSameTime(present, time) ? { outcome: 'unchanged' } : { outcome: 'updated', time };
}

/** The codes of a plan may have changed since. */
const isOf = (present: PresentGrant, { plan_id, entitlement_codes }: Product): boolean =>
  present.plan_id === plan_id && (plan_id !== null || present.entitlement_codes.join() === entitlement_codes.join());

function timeOf({ expires_at }: Purchase, { duration_days }: Product, granted_at: Date): GrantTime {
  if (expires_at !== undefined)
    return { granted_at, duration_ms: null, starts_at: granted_at, expires_at, is_prolonged: expires_at !== null };
  const duration_ms = duration_days === null ? null : duration_days * dayMs;
  const end = duration_ms === null ? null : new Date(granted_at.getTime() + duration_ms);
  return { granted_at, duration_ms, starts_at: granted_at, expires_at: end, is_prolonged: false };
}

/** The fold moves `starts_at` and `expires_at` of a timed grant. */
const isSameTime = (a: GrantTime, b: GrantTime): boolean =>
  a.granted_at.getTime() === b.granted_at.getTime() &&
  a.duration_ms === b.duration_ms &&
  a.is_prolonged === b.is_prolonged &&
  (a.duration_ms !== null ||
    (a.starts_at.getTime() === b.starts_at.getTime() && a.expires_at?.getTime() === b.expires_at?.getTime()));
