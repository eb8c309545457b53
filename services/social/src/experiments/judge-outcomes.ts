import type { ExperimentMetric } from '@platform/contracts';
import type { Results } from './experiment.ts';
import { fisherExact, type Proportion } from './statistics/fisher-exact.ts';
import { adjustHolm } from './statistics/holm.ts';
import { permutationTest } from './statistics/permutation-test.ts';
import { smallestExpected, twoProportions } from './statistics/two-proportions.ts';
import { wilsonInterval } from './statistics/wilson.ts';

/** What an arm led to: registrations of visits, and the numbers of its posts. */
export interface Outcome {
  name: string;
  visits: number;
  registers: number;
  values: number[];
}

interface Rules {
  metric: ExperimentMetric;
  min_n: number;
  seed: number;
}

const alpha = 0.05;
/** Below so many in an expected cell the normal distribution is no approximation (W. G. Cochran, 1954). */
const enoughExpected = 5;

type ArmResult = Results['arms'][number];
type Comparison = Results['comparisons'][number];

/** The numbers of the arms so far, without any test. */
export const describeArms = (outcomes: readonly Outcome[], { metric }: Pick<Rules, 'metric'>): ArmResult[] =>
  outcomes.map((outcome) => (metric === 'rate' ? describeRate(outcome) : describeValues(outcome)));

/**
 * A user may register by a link without a visit of a site of the platform: each registration had one at
 * least.
 */
const toProportion = ({ visits, registers }: Outcome): Proportion => ({
  successes: registers,
  trials: Math.max(visits, registers),
});

function describeRate(outcome: Outcome): ArmResult {
  const proportion = toProportion(outcome);
  const { successes, trials } = proportion;
  const { low, high } = wilsonInterval(proportion);
  const value = trials === 0 ? null : successes / trials;
  return { name: outcome.name, n: trials, registers: successes, value, low, high };
}

function describeValues({ name, values }: Outcome): ArmResult {
  const sum = values.reduce((total, value) => total + value, 0);
  const value = values.length === 0 ? null : sum / values.length;
  return { name, n: values.length, registers: null, value, low: null, high: null };
}

/**
 * The comparisons of each two arms and the verdict, at the end of an experiment. The winner is better than
 * every other arm. Pure: the same numbers and the same seed give the same verdict.
 */
export function judgeOutcomes(
  outcomes: readonly Outcome[],
  rules: Rules,
): Pick<Results, 'arms' | 'comparisons' | 'verdict'> {
  const arms = describeArms(outcomes, rules);
  const raw = outcomes.flatMap((a, index) => outcomes.slice(index + 1).map((b) => compareArms(a, b, rules)));
  const adjusted = adjustHolm(raw.map(({ p }) => p));
  const comparisons = raw.map((comparison, index): Comparison => ({ ...comparison, p_adjusted: adjusted[index] ?? 1 }));
  if (arms.some(({ n }) => n < rules.min_n))
    return { arms, comparisons, verdict: { outcome: 'not_enough_data', winner: null } };
  const [best] = arms.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const ofBest = comparisons.filter(({ a, b }) => a === best?.name || b === best?.name);
  return best && ofBest.every(({ p_adjusted }) => p_adjusted < alpha)
    ? { arms, comparisons, verdict: { outcome: 'winner', winner: best.name } }
    : { arms, comparisons, verdict: { outcome: 'no_difference', winner: null } };
}

function compareArms(a: Outcome, b: Outcome, { metric, seed }: Rules): Omit<Comparison, 'p_adjusted'> {
  const names = { a: a.name, b: b.name };
  if (metric === 'per_post') return { ...names, test: 'permutation', p: permutationTest(a.values, b.values, seed) };
  const [first, second] = [toProportion(a), toProportion(b)];
  if (first.trials === 0 || second.trials === 0) return { ...names, test: 'fisher', p: 1 };
  return smallestExpected(first, second) < enoughExpected
    ? { ...names, test: 'fisher', p: fisherExact(first, second) }
    : { ...names, test: 'two_proportions', p: twoProportions(first, second) };
}
