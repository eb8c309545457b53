import type { grants } from '../schema.ts';

/** The last moment that a timestamp of the API can say. */
export const endOfCalendar = Date.parse('9999-12-31T23:59:59.999Z');

/** From when to when something is granted: the end is exclusive, and null for one that never comes. */
export type Term = Pick<typeof grants.$inferSelect, 'starts_at' | 'expires_at'>;

export const endOf = ({ expires_at }: Term): number => expires_at?.getTime() ?? Number.POSITIVE_INFINITY;

/**
 * How long terms run on from a moment without a gap: each that touches or overlaps what came before adds to it.
 * @param terms earliest start first
 */
export function runsUntil(terms: readonly Term[], from: number): number {
  let end = from;
  for (const term of terms) if (term.starts_at.getTime() <= end && endOf(term) > end) end = endOf(term);
  return end;
}
