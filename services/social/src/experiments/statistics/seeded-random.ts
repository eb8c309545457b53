import { mixHash } from '@platform/contracts/mix-hash';

/** A generator of whole numbers from 0 to below `count`, each as likely as another. */
export type Random = (count: number) => number;

const range = 2 ** 32;

/**
 * xoshiro128** 1.1 (D. Blackman, S. Vigna): 32 random bits a call. Pure except for its own state.
 * @param state four numbers of 32 bits, not all of them 0
 */
export function xoshiro128(state: readonly [number, number, number, number]): () => number {
  let [a, b, c, d] = state;
  const rotate = (x: number, bits: number) => (x << bits) | (x >>> (32 - bits));
  return () => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return result;
  };
}

/**
 * A generator that a seed makes: the same seed gives the same numbers, on every machine and in every release.
 */
export function seededRandom(seed: number): Random {
  // splitmix32 spreads a small seed over the state.
  let mixed = seed >>> 0;
  const spread = () => {
    mixed = (mixed + 0x9e3779b9) >>> 0;
    return mixHash(mixed);
  };
  const next = xoshiro128([spread(), spread(), spread(), spread() | 1]);
  return (count) => {
    // Numbers of the last, incomplete run would favour the small ones.
    const whole = range - (range % count);
    for (;;) {
      const bits = next();
      if (bits < whole) return bits % count;
    }
  };
}

/** A list in a random order (Fisher–Yates). Pure except for the generator. */
export function shuffle<T>(items: readonly T[], random: Random): T[] {
  const remaining = [...items];
  return items.flatMap(() => remaining.splice(random(remaining.length), 1));
}
