/**
 * Waits so many milliseconds. A signal that is aborted ends the wait.
 */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.max(ms, 0));
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end);
  });

/**
 * A timer that keeps no process alive.
 * @returns a function that stops it
 */
export function later(ms: number, work: () => void): () => void {
  // A timer of more than 2^31 ms would fire at once.
  const timer: unknown = setTimeout(work, Math.min(ms, 2_147_483_647));
  (timer as { unref?(): void }).unref?.();
  return () => clearTimeout(timer as number);
}

/** The outcome of a promise, or the fallback when it takes longer. */
export async function within<T, F>(ms: number, promise: Promise<T>, fallback: F): Promise<T | F> {
  let stop = () => {};
  const timeout = new Promise<F>((resolve) => {
    const timer = setTimeout(() => resolve(fallback), ms);
    stop = () => clearTimeout(timer);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    stop();
  }
}
