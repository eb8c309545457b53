/**
 * Runs a piece of work for each item, some at once, for a limited time; items that are left then, or whose
 * work fails, are left out.
 * @throws the reason of the signal
 */
export async function runAll<Item>(
  items: readonly Item[],
  { signal, atOnce, ms }: { signal: AbortSignal; atOnce: number; ms: number },
  work: (item: Item, end: AbortSignal) => Promise<void>,
): Promise<void> {
  const end = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  const queue = [...items];
  const next = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined && !end.aborted; item = queue.shift())
      await work(item, end).catch(() => {});
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  signal.throwIfAborted();
}
