/** A job rests for so many times as long as it took, so that it takes a twentieth of a connection at most. */
export const restFactor = 20;
export const longestRestMs = 300_000;

/**
 * A job that pauses after each run, for {@link restFactor} times its duration. Calls during the pause do
 * nothing.
 * @param now milliseconds of a clock that never goes back
 */
export function resting(run: () => Promise<unknown>, now = () => performance.now()): () => Promise<void> {
  let restsUntil = Number.NEGATIVE_INFINITY;
  return async () => {
    const began = now();
    if (began < restsUntil) return;
    try {
      await run();
    } finally {
      restsUntil = now() + Math.min((now() - began) * restFactor, longestRestMs);
    }
  };
}
