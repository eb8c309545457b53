/**
 * p-values adjusted for several comparisons (S. Holm, 1979), as R's `p.adjust(method = "holm")`: each times
 * the number of those that are not smaller, never below that of a smaller one, 1 at most.
 * @returns in the order of the input
 */
export function adjustHolm(pValues: readonly number[]): number[] {
  const order = pValues.map((p, index) => ({ p, index })).toSorted((a, b) => a.p - b.p);
  const adjusted = pValues.map(() => 1);
  let largest = 0;
  for (const [rank, { p, index }] of order.entries()) {
    largest = Math.max(largest, Math.min(1, p * (order.length - rank)));
    adjusted[index] = largest;
  }
  return adjusted;
}
