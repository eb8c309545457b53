/** How much more work eight times the input is: 8 when the cost is linear, 64 when it is quadratic. */
export const eightfold = 8;
/** Between the two, with room for a cold cache and a busy machine. */
export const linearGrowth = 24;

/** CPU microseconds of this thread: other threads and processes of a busy machine do not count. */
function costOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

/** Below it, the clock measures itself: it moves in steps of up to 4 ms. */
const smallestCost = 16_000;

/**
 * How much more CPU time `work` takes for an input eight times as large: compare it with {@link linearGrowth}. The
 * small input is worked on eight times in a row, so that both sides read the same number of bytes and leave the same
 * garbage. Each side is tried three times and the cheapest try counts. Work that is too small to be measured counts
 * as small.
 * @param size size of the large input, in the unit of `inputOf`
 */
export function growthOf<T>(inputOf: (size: number) => T, size: number, work: (input: T) => unknown): number {
  const cheapest = (input: T, repeats: number): number => {
    const repeated = (): void => {
      for (let run = 0; run < repeats; run += 1) work(input);
    };
    return Math.min(...[1, 2, 3].map(() => costOf(repeated)));
  };
  const small = cheapest(inputOf(Math.floor(size / eightfold)), eightfold);
  return (eightfold * cheapest(inputOf(size), 1)) / Math.max(small, smallestCost);
}

/**
 * Ticks of the event loop while `work` runs: how often other requests had their turn. Synchronous work leaves one
 * or two, however long it takes.
 */
export async function ticksDuring(work: () => Promise<unknown>): Promise<number> {
  let ticks = 0;
  let isDone = false;
  const count = (): void => {
    ticks += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  try {
    await work();
  } finally {
    isDone = true;
  }
  return ticks;
}
