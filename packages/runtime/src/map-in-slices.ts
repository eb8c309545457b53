import { setImmediate } from 'node:timers/promises';

/** The event loop is held for no longer, in milliseconds. */
const sliceMs = 2;

/** Time of the event loop that a long loop has at once. */
export interface Slices {
  /** The slice is over: await {@link next} before going on. */
  isOver(): boolean;
  /** Other requests have a tick of the event loop, and the next slice begins. */
  next(): Promise<void>;
}

/**
 * @param first when the first slice begins: behind a tick of others, or now, for a loop that is short most of the time
 * @returns slices for a loop whose steps take less than a slice each: `if (slices.isOver()) await slices.next();`
 */
export function createSlices(first: 'now' | 'next turn' = 'next turn'): Slices {
  let until = first === 'now' ? performance.now() + sliceMs : 0;
  return {
    isOver: () => performance.now() >= until,
    async next() {
      await waitForTick('work');
      until = performance.now() + sliceMs;
    },
  };
}

/**
 * `items.map(map)` in slices: the event loop serves other requests before and between them. For thousands of
 * rows, or hundreds of large objects, which hold it for tens of milliseconds otherwise.
 * @throws what `map` throws; the items behind are not mapped then
 */
export async function mapInSlices<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const mapped: R[] = [];
  const slices = createSlices();
  for (const item of items) {
    if (slices.isOver()) await slices.next();
    mapped.push(map(item));
  }
  return mapped;
}

const lastTicks = { call: Promise.resolve() as Promise<unknown>, work: Promise.resolve() as Promise<unknown> };

/**
 * Resolves in a tick of the event loop that no other caller of its kind has. For work of milliseconds that several
 * callers are ready for at the same moment.
 * @param kind large bodies and answers of calls, which strangers can send by the thousand, or slices of long work: one of
 * each kind has a tick
 */
export function waitForTick(kind: 'call' | 'work'): Promise<unknown> {
  lastTicks[kind] = lastTicks[kind].then(() => setImmediate());
  return lastTicks[kind];
}
