import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until `find` returns a value that is neither false, null nor undefined, and returns it.
 * @throws Error when `withinMs` is over; the last error of `find` is its cause
 */
export async function eventually<T>(
  find: () => T | Promise<T>,
  withinMs = 30_000,
): Promise<Exclude<T, false | null | undefined>> {
  const until = Date.now() + withinMs;
  let cause: unknown;
  for (;;) {
    try {
      const found = await find();
      if (found !== false && found !== null && found !== undefined)
        return found as Exclude<T, false | null | undefined>;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > until) throw new Error(`it did not happen within ${withinMs} ms: ${String(find)}`, { cause });
    await sleep(10);
  }
}
