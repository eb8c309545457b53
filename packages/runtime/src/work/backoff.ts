/**
 * The delay before the next try, or null where the tries are spent.
 * @param tries claims in a row without success, the one that just failed included: 1 and more
 * @param backoffMs delays in milliseconds; the last one repeats while tries are left
 * @param maxTries after so many tries a row is given up
 */
export function backoffAfter(
  tries: number,
  { backoffMs, maxTries }: { backoffMs: readonly number[]; maxTries: number },
): number | null {
  if (tries >= maxTries) return null;
  return backoffMs[Math.min(tries, backoffMs.length) - 1] ?? 0;
}
