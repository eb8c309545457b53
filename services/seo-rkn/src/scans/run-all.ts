import { runInSlots } from '@platform/runtime';

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
  await runInSlots(items, atOnce, async (item) => {
    if (!end.aborted) await work(item, end).catch(() => {});
  });
  signal.throwIfAborted();
}
