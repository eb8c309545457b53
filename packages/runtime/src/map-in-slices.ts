import { setImmediate } from 'node:timers/promises';

/** The event loop is held for no longer, in milliseconds. */
const sliceMs = 4;

/**
 * `items.map(map)` in slices: the event loop serves other requests before and between them. For thousands of
 * rows, or hundreds of large objects, which hold it for tens of milliseconds otherwise.
 * @throws what `map` throws; the items behind are not mapped then
 */
export async function mapInSlices<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const mapped: R[] = [];
  let until = 0;
  for (const item of items) {
    if (performance.now() >= until) {
      await nextTurn();
      until = performance.now() + sliceMs;
    }
    mapped.push(map(item));
  }
  return mapped;
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** A turn of the event loop that no other slice of the process has. */
function nextTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}
