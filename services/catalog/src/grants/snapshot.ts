import { foldTerms, type GrantInput } from './fold-terms.ts';
import { toEnd } from './term.ts';

export interface ActiveEntitlement {
  code: string;
  /** Source of the grant that `expires_at` comes from. */
  source: GrantInput['source'];
  /** Since when the code is active without a gap. */
  starts_at: Date;
  /** Until when it stays active without a gap, exclusive; null for lifetime. */
  expires_at: Date | null;
}

interface Interval {
  source: GrantInput['source'];
  starts_at: number;
  ends_at: number;
}

/** Coverage of every code by all grants of a user, earliest start first. Empty terms are left out. */
export function coverageByCode(grants: readonly GrantInput[]): Map<string, Interval[]> {
  const byCode = new Map<string, Interval[]>();
  for (const { grant, terms } of foldTerms(grants))
    for (const { code, starts_at, ends_at } of terms) {
      if (code === '' || starts_at >= ends_at) continue;
      const intervals = byCode.get(code) ?? [];
      byCode.set(code, intervals);
      intervals.push({ source: grant.source, starts_at, ends_at });
    }
  for (const intervals of byCode.values()) intervals.sort((a, b) => a.starts_at - b.starts_at || b.ends_at - a.ends_at);
  return byCode;
}

/**
 * Active entitlements of grants at a moment: one row for each active code, sorted by code. Coverage that
 * touches or overlaps counts as one, so a renewal shows the end of everything that is paid.
 */
export function activeEntitlements(grants: readonly GrantInput[], at: Date): ActiveEntitlement[] {
  const now = at.getTime();
  return [...coverageByCode(grants)]
    .flatMap(([code, intervals]) => {
      const run = runAround(intervals, now);
      const [first, ...others] = intervals.filter(
        ({ starts_at, ends_at }) => run.starts_at <= starts_at && ends_at <= run.ends_at,
      );
      if (!first || now < run.starts_at || run.ends_at <= now) return [];
      const furthest = others.reduce((best, interval) => (isFurther(interval, best) ? interval : best), first);
      return [{ code, source: furthest.source, starts_at: new Date(run.starts_at), expires_at: toEnd(run.ends_at) }];
    })
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** Ties are broken by the source, so that the answer does not depend on the order of the grants. */
const isFurther = (a: Interval, b: Interval): boolean =>
  a.ends_at > b.ends_at || (a.ends_at === b.ends_at && a.source < b.source);

/** The stretch without a gap around a covered moment. */
function runAround(intervals: readonly Interval[], now: number): { starts_at: number; ends_at: number } {
  let run = { starts_at: Number.NaN, ends_at: Number.NEGATIVE_INFINITY };
  for (const { starts_at, ends_at } of intervals) {
    if (starts_at <= run.ends_at) run.ends_at = Math.max(run.ends_at, ends_at);
    else if (run.starts_at <= now && now < run.ends_at) break;
    else run = { starts_at, ends_at };
  }
  return run;
}

/**
 * The next moment after `at` at which coverage of any code starts or ends, in milliseconds; Infinity for
 * none.
 */
export function nextChange(grants: readonly GrantInput[], at: Date): number {
  const moments = [...coverageByCode(grants).values()].flat().flatMap(({ starts_at, ends_at }) => [starts_at, ends_at]);
  return moments.reduce((next, time) => (time > at.getTime() && time < next ? time : next), Number.POSITIVE_INFINITY);
}

/**
 * What holds for every active entitlement, for a client that keeps no more of the answer: until when all are active, and
 * whether all are for life. Both are empty without any.
 */
export function overallExpiry(active: readonly ActiveEntitlement[]): { expires_at: Date | null; is_lifetime: boolean } {
  const ends = active.flatMap(({ expires_at }) => expires_at?.getTime() ?? []);
  const hasEnd = ends.length > 0;
  return { expires_at: hasEnd ? new Date(Math.min(...ends)) : null, is_lifetime: active.length > 0 && !hasEnd };
}
