/** Successes among trials of one arm. */
export interface Proportion {
  successes: number;
  trials: number;
}

/**
 * Tables as likely as the observed one count, rounding aside. R's `fisher.test` has the same
 * tolerance.
 */
const tolerance = 1 + 1e-7;

/**
 * Fisher's exact test of two proportions (R. A. Fisher, 1935), two-sided: the probability of all tables with
 * the same margins that are at most as likely as the observed one.
 * @returns the p-value; 1 where the margins leave one table
 */
export function fisherExact(a: Proportion, b: Proportion): number {
  const total = a.trials + b.trials;
  const successes = a.successes + b.successes;
  const least = Math.max(0, successes - b.trials);
  const most = Math.min(successes, a.trials);
  // Weights relative to the likeliest table: no factorial, so nothing overflows. Far tails are 0 and stay so.
  const mode = Math.min(most, Math.max(least, Math.floor(((successes + 1) * (a.trials + 1)) / (total + 2))));
  const ratio = (k: number) => ((a.trials - k) * (successes - k)) / ((k + 1) * (b.trials - successes + k + 1));
  const weights = new Map([[mode, 1]]);
  for (let k = mode; k < most; k += 1) weights.set(k + 1, (weights.get(k) ?? 0) * ratio(k));
  for (let k = mode; k > least; k -= 1) weights.set(k - 1, (weights.get(k) ?? 0) / ratio(k - 1));
  const observed = (weights.get(a.successes) ?? 0) * tolerance;
  let all = 0;
  let extreme = 0;
  for (const weight of weights.values()) {
    all += weight;
    if (weight <= observed) extreme += weight;
  }
  return Math.min(1, extreme / all);
}
