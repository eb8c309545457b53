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
