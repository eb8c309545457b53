import { describe, expect, test } from '@jest/globals';
import { assignTimes, lastStart } from './assign-times.ts';
import { describeArms, judgeOutcomes, type Outcome } from './judge-outcomes.ts';

const rate = { metric: 'rate', min_n: 50, seed: 1 } as const;
const arm = (name: string, visits: number, registers: number): Outcome => ({ name, visits, registers, values: [] });
const posts = (name: string, values: number[]): Outcome => ({ name, visits: 0, registers: 0, values });

describe('a rate', () => {
  test('is judged by the z-test, and by that of Fisher where an expected cell is below five', () => {
    const large = judgeOutcomes([arm('a', 1_000, 100), arm('b', 1_000, 60)], rate);
    expect(large.comparisons).toMatchObject([{ a: 'a', b: 'b', test: 'two_proportions' }]);
    expect(large.verdict).toEqual({ outcome: 'winner', winner: 'a' });
    const small = judgeOutcomes([arm('a', 60, 5), arm('b', 60, 1)], rate);
    expect(small.comparisons).toMatchObject([{ test: 'fisher' }]);
    expect(small.verdict).toEqual({ outcome: 'no_difference', winner: null });
  });

  test('has the interval of Wilson, and counts a registration without a visit as a visit', () => {
    const arms = describeArms([arm('a', 20, 4), arm('b', 1, 3), arm('c', 0, 0)], rate);
    expect(arms[0]).toMatchObject({ n: 20, registers: 4, value: 0.2 });
    expect(arms[0]?.low).toBeCloseTo(0.080_657_662_6, 9);
    expect(arms[1]).toMatchObject({ n: 3, registers: 3, value: 1, high: 1 });
    expect(arms[2]).toEqual({ name: 'c', n: 0, registers: 0, value: null, low: 0, high: 1 });
  });

  test('has no verdict while an arm has too few visits, however clear it looks', () => {
    const judged = judgeOutcomes([arm('a', 49, 49), arm('b', 1_000, 0)], rate);
    expect(judged.verdict).toEqual({ outcome: 'not_enough_data', winner: null });
    expect(judgeOutcomes([arm('a', 0, 0), arm('b', 0, 0)], rate).verdict?.outcome).toBe('not_enough_data');
  });

  test('needs the best arm to beat each other one, after the adjustment of Holm', () => {
    // Better than c by far, and than b by chance: 100 and 96 of 1,000.
    const judged = judgeOutcomes([arm('a', 1_000, 100), arm('b', 1_000, 96), arm('c', 1_000, 50)], rate);
    expect(judged.verdict).toEqual({ outcome: 'no_difference', winner: null });
    expect(judged.comparisons.map(({ a, b }) => a + b)).toEqual(['ab', 'ac', 'bc']);
    for (const { p, p_adjusted } of judged.comparisons) expect(p_adjusted).toBeGreaterThanOrEqual(p);
    // Alone the comparison is below 0.05; beside two more it is not.
    const pair = [arm('a', 1_000, 100), arm('b', 1_000, 74)];
    expect(judgeOutcomes(pair, rate).verdict?.outcome).toBe('winner');
    expect(judgeOutcomes([...pair, arm('c', 1_000, 75)], rate).verdict?.outcome).toBe('no_difference');
  });
});

test('numbers of posts are judged by the permutation of their means', () => {
  const rules = { metric: 'per_post', min_n: 5, seed: 1 } as const;
  const judged = judgeOutcomes([posts('a', [1, 2, 3, 4, 5]), posts('b', [6, 7, 8, 9, 10, 11])], rules);
  expect(judged.comparisons).toMatchObject([{ test: 'permutation' }]);
  expect(judged.comparisons[0]?.p).toBeCloseTo(2 / 462, 12);
  expect(judged.arms).toMatchObject([
    { n: 5, value: 3, registers: null, low: null },
    { n: 6, value: 8.5 },
  ]);
  expect(judged.verdict).toEqual({ outcome: 'winner', winner: 'b' });
  expect(judgeOutcomes([posts('a', [1, 2, 3, 4]), posts('b', [6, 7, 8, 9, 10])], rules).verdict?.outcome).toBe(
    'not_enough_data',
  );
});

describe('the times of an experiment', () => {
  const list = ['a', 'b', 'c', 'd', 'e', 'f'].map((variant_id) => ({ variant_id }));
  const times = list.map((_, day) => new Date(Date.UTC(2027, 2, day + 1)));

  test('are the first ones, each once, in an order that the seed makes', () => {
    const order = (seed: number) =>
      assignTimes(list, times, seed)
        ?.map(({ post }) => post.variant_id)
        .join('');
    expect(order(7)).toBe(order(7));
    expect(new Set(Array.from({ length: 50 }, (_, seed) => order(seed))).size).toBeGreaterThan(30);
    expect(new Set(order(7)).size).toBe(6);
    expect(assignTimes(list, times, 7)?.map(({ at }) => at)).toEqual(times);
    expect(assignTimes(list, times.slice(1), 7)).toBeNull();
  });

  test('leave the end a day of visits, or the age of the snapshots', () => {
    const ends_at = new Date('2027-03-10T00:00:00Z');
    expect(lastStart({ ends_at, age_h: null })).toEqual(new Date('2027-03-09T00:00:00Z'));
    expect(lastStart({ ends_at, age_h: 72 })).toEqual(new Date('2027-03-06T23:00:00Z'));
  });
});
