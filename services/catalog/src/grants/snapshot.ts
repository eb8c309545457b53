import type { grants } from '../schema.ts';
import { endOf, runsUntil } from './term.ts';

/** The part of a grant that decides what a user may use. */
export type GrantTerm = Pick<
  typeof grants.$inferSelect,
  'source' | 'entitlement_codes' | 'starts_at' | 'expires_at' | 'revoked_at'
>;

export interface ActiveEntitlement {
  code: string;
  source: GrantTerm['source'];
  starts_at: Date;
  /** Exclusive; null for lifetime. */
  expires_at: Date | null;
}

const forever = Number.POSITIVE_INFINITY;

/**
 * What a set of grants allows at a time: one row for each active code, sorted by code. Grants add up; terms that touch or
 * overlap run on into each other, so a renewal shows the end of what was paid for. The end of a term is exclusive.
 * A pure fold: the order of the grants and repeats of one do not matter.
 */
export function activeEntitlements(grants: readonly GrantTerm[], at: Date): ActiveEntitlement[] {
  const live = grants.filter((grant) => grant.revoked_at === null && endOf(grant) > grant.starts_at.getTime());
  const codes = [...new Set(live.flatMap((grant) => grant.entitlement_codes))].sort();
  return codes.flatMap((code) => {
    const terms = live.filter((grant) => grant.entitlement_codes.includes(code)).sort(byStart);
    const active = terms.filter((term) => term.starts_at <= at && at.getTime() < endOf(term));
    const longest = active.reduce<GrantTerm | undefined>(
      (best, term) => (best && endOf(best) >= endOf(term) ? best : term),
      undefined,
    );
    if (!longest) return [];
    const end = runsUntil(terms, endOf(longest));
    const starts_at = new Date(Math.min(...active.map((term) => term.starts_at.getTime())));
    return [{ code, source: longest.source, starts_at, expires_at: end === forever ? null : new Date(end) }];
  });
}

/** Earliest start first; among equals a fixed order, so that the result never depends on the order of the input. */
const byStart = (a: GrantTerm, b: GrantTerm): number =>
  a.starts_at.getTime() - b.starts_at.getTime() || endOf(b) - endOf(a) || a.source.localeCompare(b.source);

/** When the last of the active entitlements ends, and whether one never does. */
export function overallExpiry(active: readonly ActiveEntitlement[]): { expires_at: Date | null; is_lifetime: boolean } {
  const is_lifetime = active.some((entitlement) => entitlement.expires_at === null);
  const ends = active.flatMap((entitlement) => entitlement.expires_at?.getTime() ?? []);
  return { is_lifetime, expires_at: is_lifetime || ends.length === 0 ? null : new Date(Math.max(...ends)) };
}
