import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { furthestStep } from './furthest-step.ts';

interface Did {
  name: number;
  at: number;
}

/** Brute force: tries every choice of different events, one for each step. */
function tryEverything(events: readonly Did[], steps: readonly number[], window: number, until: number): number {
  const extend = (step: number, begin: number, at: number, used: ReadonlySet<number>): number => {
    let furthest = step;
    if (step === steps.length) return furthest;
    for (const [index, event] of events.entries()) {
      if (used.has(index) || event.name !== steps[step]) continue;
      if (step === 0 ? event.at >= until : event.at < at || event.at > begin + window) continue;
      const from = step === 0 ? event.at : begin;
      furthest = Math.max(furthest, extend(step + 1, from, event.at, new Set([...used, index])));
    }
    return furthest;
  };
  return extend(0, 0, 0, new Set());
}

const momentsOf = (events: readonly Did[]) =>
  [0, 1, 2].map((name) =>
    events
      .filter((event) => event.name === name)
      .map(({ at }) => at)
      .sort((a, b) => a - b),
  );

test('the furthest step is that of the best of all choices, and `start` is the earliest attempt that reaches it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ name: fc.nat(2), at: fc.nat(12) }), { maxLength: 8 }),
      fc.array(fc.nat(2), { minLength: 2, maxLength: 4 }),
      fc.nat(8),
      fc.integer({ min: 1, max: 14 }),
      (events, steps, window, until) => {
        const moments = momentsOf(events);
        const best = furthestStep(moments, steps, window, until);
        expect(best?.steps ?? 0).toBe(tryEverything(events, steps, window, until));
        if (!best) return;
        // Earlier attempts do not reach as far.
        const begin = moments[steps[0] ?? 0]?.[best.start] ?? 0;
        expect(tryEverything(events, steps, window, begin)).toBeLessThan(best.steps);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('an attempt that fails does not spoil a later one', () => {
  // Opened at 0 and 50, viewed at 60: only the second opening is at most 20 earlier.
  expect(furthestStep([[0, 50], [60]], [0, 1], 20, 100)).toEqual({ steps: 2, start: 1 });
});

test('the same event twice needs two events, also in one moment', () => {
  expect(furthestStep([[5]], [0, 0], 10, 100)).toEqual({ steps: 1, start: 0 });
  expect(furthestStep([[5, 5]], [0, 0], 10, 100)).toEqual({ steps: 2, start: 0 });
});

test('the last step may be at the end of the window and not after it', () => {
  expect(furthestStep([[0], [10]], [0, 1], 10, 100)?.steps).toBe(2);
  expect(furthestStep([[0], [11]], [0, 1], 10, 100)?.steps).toBe(1);
});
