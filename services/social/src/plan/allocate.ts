/**
 * Whole numbers in the ratio of some weights, by the largest remainder; of equal remainders the first one is
 * preferred.
 * @param weights 0 and above
 * @param total the sum of the numbers, a whole number; all are 0 if no weight is above 0
 */
export function allocate(weights: readonly number[], total: number): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum <= 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (weight * total) / sum);
  const whole = exact.map(Math.floor);
  const remainder = total - whole.reduce((all, part) => all + part, 0);
  const byRemainder = exact
    .map((part, at) => ({ at, rest: part - Math.floor(part) }))
    .toSorted((a, b) => b.rest - a.rest || a.at - b.at);
  for (const { at } of byRemainder.slice(0, remainder)) whole[at] = (whole[at] ?? 0) + 1;
  return whole;
}

/**
 * How many of the next posts each rubric gets: those that were behind their weights get more.
 * @param counts posts that each rubric has already
 */
export function allocateNext(weights: readonly number[], counts: readonly number[], total: number): number[] {
  const all = total + counts.reduce((sum, count) => sum + count, 0);
  const sum = weights.reduce((one, weight) => one + weight, 0);
  const behind = weights.map((weight, at) => Math.max(0, (weight * all) / Math.max(sum, 1) - (counts[at] ?? 0)));
  return allocate(behind, total);
}

/**
 * An order in which numbers of each kind are spread evenly: the kind that is furthest behind its share comes
 * next, of equal ones the first.
 * @returns indexes of `counts`
 */
export function spread(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const credit = counts.map(() => 0);
  return Array.from({ length: total }, () => {
    let next = -1;
    for (const [at, count] of counts.entries()) {
      credit[at] = (credit[at] ?? 0) + count;
      if (count > 0 && (next < 0 || (credit[at] ?? 0) > (credit[next] ?? 0))) next = at;
    }
    credit[next] = (credit[next] ?? 0) - total;
    return next;
  });
}
