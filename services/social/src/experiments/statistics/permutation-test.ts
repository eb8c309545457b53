import { seededRandom } from './seeded-random.ts';

/** Up to so many values every split is tried. */
const exactValues = 20;
const shuffles = 10_000;
/** Sums of the same values in another order differ by rounding. */
const tolerance = 1e-12;

/**
 * The two-sided permutation test of the difference of two means: how often a random split of all values is at
 * least as far apart as the observed one. Every split up to 20 values (E. J. G. Pitman, 1937); beyond them
 * 10,000 shuffles with the observed split counted, so that p is never 0 (B. Phipson, G. K. Smyth, 2010).
 * @param seed of the shuffles
 * @returns the p-value; 1 for an empty group
 */
export function permutationTest(a: readonly number[], b: readonly number[], seed: number): number {
  if (a.length === 0 || b.length === 0) return 1;
  const all = [...a, ...b];
  const total = sum(all);
  // With the sum of the first group both means are known.
  const distance = (first: number) => Math.abs(first / a.length - (total - first) / b.length);
  const scale = Math.max(...all.map(Math.abs), Number.MIN_VALUE);
  const observed = distance(sum(a)) - tolerance * scale;
  if (all.length <= exactValues) {
    const counted = countSplits(all, a.length, (first) => distance(first) >= observed);
    return counted.extreme / counted.splits;
  }
  const random = seededRandom(seed);
  let extreme = 1;
  for (let round = 0; round < shuffles; round += 1) {
    let first = 0;
    // The beginning of a Fisher–Yates shuffle is a random choice.
    for (let index = 0; index < a.length; index += 1) {
      const chosen = index + random(all.length - index);
      const value = all[chosen] ?? 0;
      all[chosen] = all[index] ?? 0;
      all[index] = value;
      first += value;
    }
    if (distance(first) >= observed) extreme += 1;
  }
  return extreme / (shuffles + 1);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Tries every choice of `size` values. */
function countSplits(
  values: readonly number[],
  size: number,
  isExtreme: (sum: number) => boolean,
): { splits: number; extreme: number } {
  let [splits, extreme] = [0, 0];
  const choose = (from: number, left: number, chosen: number): void => {
    if (left === 0) {
      splits += 1;
      if (isExtreme(chosen)) extreme += 1;
      return;
    }
    for (let index = from; index <= values.length - left; index += 1)
      choose(index + 1, left - 1, chosen + (values[index] ?? 0));
  };
  choose(0, size, 0);
  return { splits, extreme };
}
