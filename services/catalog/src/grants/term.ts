import type { CodeTerm, FoldedGrant, GrantInput } from './fold-terms.ts';

/** The last moment that a timestamp of the API can say. */
export const endOfCalendar = Date.parse('9999-12-31T23:59:59.999Z');

/** From when to when a grant covers any of its codes. The end is exclusive, null for one that never comes. */
export interface Term {
  starts_at: Date;
  expires_at: Date | null;
}

/**
 * The term of a whole grant: from the first start to the last end of its codes. A timed grant behind a
 * lifetime has not begun; its term is the last moment of the calendar until the lifetime is revoked. The term of a grant
 * that covers none of its codes is empty, too.
 */
export function termOf({ grant, terms }: FoldedGrant<GrantInput>): Term {
  const begun = terms.filter(({ starts_at }) => starts_at < endOfCalendar);
  const covered = begun.filter((term) => term.starts_at < term.ends_at);
  const starts_at = Math.min(endOfCalendar, ...(covered.length > 0 ? covered : begun).map((term) => term.starts_at));
  const ends_at = Math.max(starts_at, ...covered.map((term) => term.ends_at));
  return { starts_at: new Date(starts_at), expires_at: grant.duration_ms === null ? toEnd(ends_at) : clamp(ends_at) };
}

/** The terms of the single codes as the API says them, RFC 3339. Codes that have not begun are left out. */
export const termsByCode = ({ grant, terms }: FoldedGrant<GrantInput>) =>
  terms
    .filter(({ code, starts_at }) => code !== '' && starts_at < endOfCalendar)
    .map(({ code, starts_at, ends_at }: CodeTerm) => ({
      code,
      starts_at: new Date(starts_at).toISOString(),
      expires_at: (grant.duration_ms === null ? toEnd(ends_at) : clamp(ends_at))?.toISOString() ?? null,
    }));

const clamp = (time: number): Date => new Date(Math.min(time, endOfCalendar));

/** The date of an end, null for one that never comes. */
export const toEnd = (time: number): Date | null => (time === Number.POSITIVE_INFINITY ? null : clamp(time));
