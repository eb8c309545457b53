/** Loads one value. */
export type BatchLoader<K, V> = (key: K) => Promise<V>;

interface Waiting<K, V> {
  key: K;
  resolve(value: V): void;
  reject(error: unknown): void;
}

/**
 * Joins loads of single values (DataLoader). A single load starts at once; loads that arrive while the
 * maximum of batches is running share the next batch, so that a loaded database gets fewer statements. A load
 * never joins a running batch, so it sees everything that was written before its call.
 * @param options.load the values of some keys, in their order; an error fails all of them
 * @param options.size maximum of keys in one batch
 * @param options.atOnce maximum of concurrent batches
 * @param options.gathers whether a batch begins at the end of this tick of the event loop, with all loads of
 * the turn
 */
export function createBatchLoader<K, V>({
  load,
  size,
  atOnce,
  gathers = false,
}: {
  load: (keys: readonly K[]) => Promise<readonly V[]>;
  size: number;
  atOnce: number;
  gathers?: boolean;
}): BatchLoader<K, V> {
  const waiting: Waiting<K, V>[] = [];
  let running = 0;

  const runBatch = async (): Promise<void> => {
    const batch = waiting.splice(0, size);
    try {
      const values = await load(batch.map(({ key }) => key));
      if (values.length !== batch.length) throw new Error(`a batch of ${batch.length} got ${values.length} values`);
      for (const [at, value] of values.entries()) batch[at]?.resolve(value);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    running -= 1;
    start();
  };
  const start = (): void => {
    if (waiting.length === 0 || running >= atOnce) return;
    running += 1;
    if (gathers) setImmediate(() => void runBatch());
    else void runBatch();
  };

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      start();
    });
}
