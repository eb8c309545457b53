import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The pause before a condition is looked at again: a tenth of the time that has passed, so that a long wait
 * takes little of the CPU from the program that it waits for.
 * @param began the start of the wait, in milliseconds as `Date.now()` has them
 */
export const pollPause = (began: number): Promise<void> => sleep(Math.min(200, Math.max(5, (Date.now() - began) / 10)));

/**
 * Waits until `find` returns a value that is neither false, null nor undefined, and returns it.
 * @throws Error when `withinMs` is over; the last error of `find` is its cause
 */
export async function eventually<T>(
  find: () => T | Promise<T>,
  withinMs = 30_000,
): Promise<Exclude<T, false | null | undefined>> {
  const began = Date.now();
  let cause: unknown;
  for (;;) {
    try {
      const found = await find();
      if (found !== false && found !== null && found !== undefined)
        return found as Exclude<T, false | null | undefined>;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > began + withinMs)
      throw new Error(`it did not happen within ${withinMs} ms: ${String(find)}`, { cause });
    await pollPause(began);
  }
}
