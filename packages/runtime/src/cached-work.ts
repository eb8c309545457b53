import { boundedCache } from './bounded-cache.ts';
import { sha256 } from './crypto.ts';
import { singleFlight } from './single-flight.ts';
import type { Caller, Turns } from './turns.ts';

export interface CachedWorkOptions {
  /** Where the work waits for its turn. */
  turns: Turns;
  /** Memory for results, in bytes. */
  maxBytes: number;
  /** Whether the same input would fail again with this error; such an error is cached for a minute. */
  isFinal(error: unknown): boolean;
}

/** Expensive work whose result depends on its input alone. */
export interface CachedWork<T> {
  /**
   * The result for an input: from memory, or of `work` when its turn comes. Callers of one rank that come
   * meanwhile share it.
   * @throws the refusal of the queue; what `work` throws
   */
  run(caller: Caller, input: string, work: () => Promise<T>): Promise<T>;
}

const refusalMs = 60_000;
const refusalBytes = 1024 * 1024;

/** Makes the memory and the queue of one kind of work. */
export function createCachedWork<T extends {}>({ turns, maxBytes, isFinal }: CachedWorkOptions): CachedWork<T> {
  const results = boundedCache<T>({ maxBytes });
  const refusals = boundedCache<{ error: unknown }>({ maxBytes: refusalBytes, ttlMs: refusalMs, sizeOf: () => 1_000 });
  const shareRun = singleFlight();
  const recall = (key: string): T | undefined => {
    const refused = refusals.get(key);
    if (refused) throw refused.error;
    return results.get(key);
  };
  const runOnce = async (key: string, work: () => Promise<T>): Promise<T> => {
    try {
      const result = await work();
      results.set(key, result);
      return result;
    } catch (error) {
      if (isFinal(error)) refusals.set(key, { error });
      throw error;
    }
  };

  return {
    async run(caller, input, work) {
      const key = sha256(input);
      const present = recall(key);
      if (present !== undefined) return present;
      // A caller of a lower rank does not wait at the position of one of a higher rank.
      return shareRun(`${caller.rank ?? 0} ${key}`, () =>
        turns.run(caller, async () => recall(key) ?? (await runOnce(key, work))),
      );
    },
  };
}
