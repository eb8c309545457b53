/** Chance that comes again with its seed (mulberry32). */
export interface Random {
  /** From 0 up to, and not including, 1. */
  next(): number;
  between(low: number, high: number): number;
  pick<T>(from: readonly [T, ...T[]] | readonly T[]): T;
  /** Another chance with a life of its own, so that what runs at the same time does not take turns at one. */
  fork(): Random;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick: (from) => from[Math.floor(next() * from.length)] as (typeof from)[number],
    fork: () => createRandom(Math.floor(next() * 4_294_967_296)),
  };
}
