import type { Proportion } from './fisher-exact.ts';
import { twoSidedNormal } from './normal.ts';

/**
 * The two-sided z-test of two proportions with a pooled variance, without a continuity correction: the same
 * p-value as R's `prop.test(correct = FALSE)`.
 * @returns the p-value; 1 where no arm, or each of them, has nothing but successes
 */
export function twoProportions(a: Proportion, b: Proportion): number {
  const pooled = (a.successes + b.successes) / (a.trials + b.trials);
  const variance = pooled * (1 - pooled) * (1 / a.trials + 1 / b.trials);
  if (!(variance > 0)) return 1;
  return twoSidedNormal((a.successes / a.trials - b.successes / b.trials) / Math.sqrt(variance));
}

/**
 * The smallest expected cell of the table of two proportions: below 5 the normal distribution does not hold.
 */
export function smallestExpected(a: Proportion, b: Proportion): number {
  const successes = a.successes + b.successes;
  const total = a.trials + b.trials;
  return (Math.min(a.trials, b.trials) * Math.min(successes, total - successes)) / total;
}
