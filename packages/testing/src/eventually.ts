import { setTimeout as sleep } from 'node:timers/promises';

/** The longest pause of a poll. A test that acts within milliseconds of an event sets a shorter one. */
const maxPauseMs = 50;

/**
 * The pause before a condition is checked again: a tenth of the time that has passed. A long wait leaves the
 * CPU to the program that it waits for.
 * @param began the start of the wait, in milliseconds as `Date.now()` has them
 * @param maxMs the longest pause, 50 ms when absent
 */
export const pollPause = (began: number, maxMs = maxPauseMs): Promise<void> =>
  sleep(Math.min(maxMs, Math.max(5, (Date.now() - began) / 10)));

/**
 * Waits until `find` returns a value that is neither false, null nor undefined, and returns it.
 * @param pauseMs the longest pause between two calls of `find`
 * @throws Error when `withinMs` is over; the last error of `find` is its cause
 */
export async function eventually<T>(
  find: () => T | Promise<T>,
  withinMs = 120_000,
  pauseMs?: number,
): Promise<Exclude<T, false | null | undefined>> {
  const began = Date.now();
  let cause: unknown;
  for (;;) {
    try {
      const value = await find();
      if (value !== false && value !== null && value !== undefined)
        return value as Exclude<T, false | null | undefined>;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > began + withinMs)
      throw new Error(`it did not happen within ${withinMs} ms: ${String(find)}`, { cause });
    await pollPause(began, pauseMs);
  }
}
