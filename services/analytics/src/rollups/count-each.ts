/**
 * Counts one after another; one that cannot be counted does not stop the others.
 * @param count answers how many it counted
 * @param failed what to say of those that could not be counted
 * @returns how many were counted together
 * @throws AggregateError after the last one, when any failed
 */
export async function countEach<T>(
  stale: readonly T[],
  count: (item: T) => Promise<number>,
  failed: string,
): Promise<number> {
  let counted = 0;
  const failures: unknown[] = [];
  for (const item of stale) {
    try {
      counted += await count(item);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, failed);
  return counted;
}
