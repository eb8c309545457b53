import { describe, expect, test } from '@jest/globals';
import { fisherExact } from './fisher-exact.ts';
import { adjustHolm } from './holm.ts';
import { erfc, twoSidedNormal, z95 } from './normal.ts';
import { permutationTest } from './permutation-test.ts';
import { seededRandom, shuffle, xoshiro128 } from './seeded-random.ts';
import { smallestExpected, twoProportions } from './two-proportions.ts';
import { wilsonInterval } from './wilson.ts';

/** Digits behind the decimal point: each value is met within 1e-6, mostly far closer. */
const digits = 9;

const of = (successes: number, failures: number) => ({ successes, trials: successes + failures });

describe("Fisher's exact test equals published values", () => {
  test.each([
    // R documentation of fisher.test, TeaTasting (Agresti 1990, p. 61): 0.4857 = 34/70.
    ['the lady tasting tea', of(3, 1), of(1, 3), 34 / 70],
    // R documentation of fisher.test, Convictions (Fisher 1962): 5.367e-04.
    ['criminal twins', of(2, 15), of(10, 3), 0.000_536_724_119_143_435_7],
    // SciPy documentation of scipy.stats.fisher_exact; SciPy 1.9.3 as quoted by Apache Commons Statistics.
    ['an example of SciPy', of(6, 2), of(1, 4), 0.102_564_102_564_102_56],
    ['whales and sharks', of(8, 2), of(1, 5), 0.034_965_034_965_034_975],
    // Wikipedia, Fisher's exact test: men, women and studying.
    ['an example of Wikipedia', of(1, 9), of(11, 3), 0.002_759_456_185_220_083_6],
    ['a large table', of(123, 92), of(424, 313), 0.937_671_356_301_886_1],
  ])('%s', (_what, a, b, p) => {
    expect(fisherExact(a, b)).toBeCloseTo(p, digits);
    expect(fisherExact(b, a)).toBeCloseTo(p, digits);
  });

  test('it is 1 where the margins leave one table, and stands millions of trials', () => {
    expect(fisherExact({ successes: 0, trials: 10 }, { successes: 0, trials: 7 })).toBe(1);
    expect(fisherExact({ successes: 3, trials: 3 }, { successes: 4, trials: 4 })).toBe(1);
    // By the binomial distribution that it tends to: 4 of 4 in one of two equal arms, both sides.
    expect(fisherExact({ successes: 4, trials: 5e6 }, { successes: 0, trials: 5e6 })).toBeCloseTo(0.125, 6);
  });
});

describe('the z-test of two proportions equals published values', () => {
  const smokers = [of(73, 13), of(90, 3), of(114, 22), of(75, 7)];
  // R's pairwise.prop.test(smokers2, patients, correct = FALSE) as statsmodels quotes it
  // (test_proportion.py).
  const raw = [
    [0.005_338_248_865_031_31, 0.832_757_484_975_356_6, 0.188_057_372_672_251_6],
    [0.002_026_764_254_350_234, 0.130_948_751_633_431_8],
    [0.107_611_873_063_173_1],
  ];
  test.each([
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 2],
    [1, 3],
    [2, 3],
  ])('groups %i and %i of smokers', (a, b) => {
    const [one, other] = [smokers[a], smokers[b]];
    if (!one || !other) throw new Error('no such group');
    expect(twoProportions(one, other)).toBeCloseTo(raw[a]?.[b - a - 1] ?? 0, digits);
  });

  test('the normal distribution is that of the tables', () => {
    // Abramowitz and Stegun, table 7.1: erf(0.5), erf(1) and erf(2); table 26.1 and R for the tails.
    expect(erfc(0.5)).toBeCloseTo(1 - 0.520_499_877_8, digits);
    expect(erfc(1)).toBeCloseTo(1 - 0.842_700_792_9, digits);
    expect(erfc(2)).toBeCloseTo(1 - 0.995_322_265, digits);
    expect(twoSidedNormal(z95)).toBeCloseTo(0.05, 12);
    // R: 2 * pnorm(-6) = 1.973175290075e-09.
    expect(twoSidedNormal(-6) / 1.973_175_290_075e-9).toBeCloseTo(1, digits);
    expect(erfc(2.5 - 1e-9) / erfc(2.5)).toBeCloseTo(1, 7);
  });

  test('no success in either arm proves nothing, and small expected cells are seen', () => {
    expect(twoProportions(of(0, 10), of(0, 20))).toBe(1);
    expect(twoProportions(of(10, 0), of(20, 0))).toBe(1);
    expect(smallestExpected(of(3, 1), of(1, 3))).toBe(2);
    expect(smallestExpected(of(73, 13), of(90, 3))).toBeCloseTo((86 * 16) / 179, digits);
  });
});

describe("Wilson's interval equals published values", () => {
  // R: binom::binom.confint(methods = "wilson") as statsmodels quotes it (results_proportion.py).
  test.each([
    [18, 20, 0.698_966_354_771_512_8, 0.972_133_518_786_232],
    [4, 20, 0.080_657_662_579_798_1, 0.416_017_432_251_893_5],
    [4, 200, 0.007_804_426_416_349_47, 0.050_287_086_905_826_43],
    [190, 200, 0.910_421_851_861_224, 0.972_617_354_399_236],
    [0, 30, 0, 0.113_513_39],
    [30, 30, 0.886_486_6, 1],
    // R: prop.test(32, 32, correct = FALSE), of the tests of the package cards.
    [32, 32, 0.892_820_8, 1],
  ])('%i of %i', (successes, trials, low, high) => {
    const interval = wilsonInterval({ successes, trials });
    expect(interval.low).toBeCloseTo(low, 7);
    expect(interval.high).toBeCloseTo(high, 7);
  });

  test('nothing is known without a trial', () => {
    expect(wilsonInterval({ successes: 0, trials: 0 })).toEqual({ low: 0, high: 1 });
  });
});

describe("Holm's adjustment equals published values", () => {
  test('of R, for the smokers above', () => {
    const raw = [
      0.005_338_248_865_031_31, 0.832_757_484_975_356_6, 0.188_057_372_672_251_6, 0.002_026_764_254_350_234,
      0.130_948_751_633_431_8, 0.107_611_873_063_173_1,
    ];
    const holm = [
      0.026_691_244_325_156_54, 0.832_757_484_975_356_6, 0.430_447_492_252_692_6, 0.012_160_585_526_101_4,
      0.430_447_492_252_692_6, 0.430_447_492_252_692_6,
    ];
    for (const [place, p] of adjustHolm(raw).entries()) expect(p).toBeCloseTo(holm[place] ?? 0, digits);
  });

  test('of R, for the small ones among 50 p-values (Rosetta Code, P-value correction)', () => {
    const rest = Array.from({ length: 42 }, () => 0.5);
    const small = [
      3.033_349e-4, 5.818_542e-4, 3.075_482e-4, 3.764_588e-4, 1.801_145e-5, 2.504_456e-7, 2.177_831e-4, 6.610_25e-5,
    ];
    const holm = [
      1.395_341e-2, 2.501_973e-2, 1.395_341e-2, 1.656_419e-2, 8.825_61e-4, 1.252_228e-5, 1.023_581e-2, 3.172_92e-3,
    ];
    const adjusted = adjustHolm([...small, ...rest]);
    for (const [place, p] of holm.entries()) expect(adjusted[place]).toBeCloseTo(p, 7);
    expect(adjusted.at(-1)).toBe(1);
  });
});

describe('the permutation test of means', () => {
  test('equals published values where every split is tried', () => {
    // SciPy documentation of permutation_test: 5 and 6 values apart, one-sided 0.004329004329004329 = 2/462.
    // Here each side is 1/462, as R's wilcox.test(1:5, 6:11) = 0.004329004329 is two-sided.
    expect(permutationTest([1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11], 1)).toBeCloseTo(0.004_329_004_329, 12);
    // Efron and Tibshirani (1993), table 2.1, mice: one-sided 0.140996503497 by SciPy over all 11,440 splits.
    const treated = [94, 197, 16, 38, 99, 141, 23];
    const control = [52, 104, 146, 10, 51, 30, 40, 27, 46];
    expect(permutationTest(treated, control, 1)).toBeCloseTo(3184 / 11_440, 12);
  });

  test('is the same for the same seed, near the exact value, and never 0', () => {
    const random = seededRandom(7);
    const a = Array.from({ length: 15 }, () => random(100));
    const b = Array.from({ length: 15 }, () => random(100) + 20);
    const p = permutationTest(a, b, 42);
    expect(permutationTest(a, b, 42)).toBe(p);
    expect(permutationTest(a, b, 43)).not.toBe(p);
    expect(Math.abs(permutationTest(a, b, 43) - p)).toBeLessThan(0.02);
    const apart = Array.from({ length: 12 }, (_, place) => place);
    expect(
      permutationTest(
        apart,
        apart.map((one) => one + 1_000),
        1,
      ),
    ).toBe(1 / 10_001);
  });

  test('is 1 for equal values and for an empty group', () => {
    expect(permutationTest([0.1, 0.1, 0.1], [0.1, 0.1], 1)).toBe(1);
    expect(permutationTest([], [1], 1)).toBe(1);
    expect(permutationTest([0, 0], [0], 1)).toBe(1);
  });
});

describe('seeded randomness', () => {
  test('is that of xoshiro128**', () => {
    // Test vector of the Rust crate rand_xoshiro, from the reference implementation.
    const next = xoshiro128([1, 2, 3, 4]);
    const first = Array.from({ length: 10 }, next);
    expect(first).toEqual([
      11_520, 0, 5_927_040, 70_819_200, 2_031_721_883, 1_637_235_492, 1_287_239_034, 3_734_860_849, 3_729_100_597,
      4_258_142_804,
    ]);
  });

  test('shuffles every item to every place as often', () => {
    const random = seededRandom(1);
    const counts = new Map<string, number>();
    for (let round = 0; round < 6_000; round += 1) {
      const order = shuffle(['a', 'b', 'c'], random).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    // 1,000 each, within five standard deviations of √(6000 · 1/6 · 5/6).
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(145);
  });
});
