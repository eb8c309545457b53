/** A counting semaphore, first come first served. */
export interface Slots {
  /** Resolves with a slot that the caller frees. */
  take(): Promise<void>;
  free(): void;
}

/** @returns a semaphore of `count` slots */
export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  return {
    take(): Promise<void> {
      if (free === 0) return new Promise((resolve) => waiting.push(resolve));
      free -= 1;
      return Promise.resolve();
    },
    free(): void {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    },
  };
}

/**
 * Runs the work for each item in their order, `atOnce` of them at a time.
 * @throws the first failure; no further item begins then
 */
export async function runInSlots<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  let hasFailed = false;
  const slot = async () => {
    for (let step = rest.next(); !step.done && !hasFailed; step = rest.next())
      await work(step.value).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
  };
  await Promise.all(Array.from({ length: atOnce }, slot));
}
