/**
 * Milliseconds that a `Retry-After` asks to wait: seconds, or an HTTP date (RFC 9110 §10.2.3).
 * @param value of the header; of several the first counts
 * @returns 0 for a date that is over; null without a readable value
 */
export function readRetryAfter(value: string | string[] | null | undefined, now: Date): number | null {
  const [hint = null] = [value].flat();
  if (hint === null) return null;
  if (/^\s*\d{1,9}\s*$/.test(hint)) return Number(hint) * 1_000;
  // Other numbers are no dates, though `Date.parse` reads some of them as years.
  const at = /[a-z]/i.test(hint) ? Date.parse(hint) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
