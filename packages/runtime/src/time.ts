/** Lengths of time in milliseconds; a day has 24 hours. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/**
 * The result of the work, or of `late` when the work takes longer than `ms`. The work goes on then, and its failure is
 * dropped.
 * @throws what the work throws in time, or `late`
 */
export async function within<T, L>(ms: number, work: Promise<T>, late: () => L): Promise<T | L> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  try {
    return await Promise.race([work, isOver.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
