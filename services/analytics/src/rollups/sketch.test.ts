import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { coarsePrecision, createSketch, exactLimit, finePrecision, hashOf, type Sketch } from './sketch.ts';

/** Ids as users have them: UUIDv7, in the order of their making. */
const ids = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, at) => {
    const number = (from + at).toString(16).padStart(12, '0');
    return `01930000-${number.slice(0, 4)}-7${number.slice(4, 7)}-8${number.slice(7, 10)}-${number}`;
  });

const sketchOf = (users: Iterable<string>, precision = finePrecision): Sketch => {
  const sketch = createSketch(precision);
  for (const user of users) sketch.add(hashOf(user));
  return sketch;
};

describe.each([
  ['fine', finePrecision, 0.0081],
  ['coarse', coarsePrecision, 0.0163],
])('a %s sketch', (_name, precision, standardError) => {
  test('is exact up to its limit, however often an id comes', () => {
    const users = ids(exactLimit(precision));
    expect(sketchOf([...users, ...users], precision).count()).toBe(users.length);
  });

  test.each([3_000, 20_000, 100_000])('of %d ids is off by less than three standard errors', (count) => {
    for (const from of [0, 5_000_000]) {
      const error = sketchOf(ids(count, from), precision).count() / count - 1;
      expect(Math.abs(error)).toBeLessThan(3 * standardError);
    }
  });

  test('its mean error over 60 sets is near zero: no bias', () => {
    const count = 5_000;
    let sum = 0;
    for (let set = 0; set < 60; set += 1) sum += sketchOf(ids(count, set * count), precision).count() / count - 1;
    expect(Math.abs(sum / 60)).toBeLessThan((4 * standardError) / Math.sqrt(60));
  });
});

test('uniting sketches counts as one sketch of all, in any order and grouping', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(50_000), fc.nat(4_000)), { minLength: 1, maxLength: 6 }),
      fc.integer(),
      (parts, seed) => {
        const sets = parts.map(([from, count]) => ids(count, from));
        const all = sketchOf(new Set(sets.flat())).toBytes();
        const united = createSketch(finePrecision);
        const order = sets.toSorted((a, b) => ((a.length * 31 + seed) % 7) - ((b.length * 31 + seed) % 7));
        for (const set of order) united.unite(sketchOf(set).toBytes());
        expect(united.toBytes().equals(all)).toBe(true);
        for (const set of sets) united.unite(sketchOf(set));
        expect(united.toBytes().equals(all)).toBe(true);
      },
    ),
    { numRuns: 20 },
  );
});

test('random and ordered ids spread alike, and different ids have different hashes', () => {
  const hashes = new Set<number>();
  for (const id of [...ids(20_000), ...Array.from({ length: 20_000 }, () => randomUUID())]) {
    const hash = hashOf(id);
    hashes.add(hash);
  }
  expect([...hashes].every((hash) => Number.isSafeInteger(hash) && hash >= 0)).toBe(true);
  expect(hashes.size).toBe(40_000);
});

test('sketches of two precisions do not unite', () => {
  expect(() => sketchOf(ids(3)).unite(sketchOf(ids(3), coarsePrecision))).toThrow('precision');
});
