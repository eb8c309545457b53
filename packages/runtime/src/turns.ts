import { AppError } from './errors.ts';

export interface TurnsOptions {
  /** Pieces of work that run at once. */
  atOnce: number;
  /** Pieces of work that may wait for a turn. */
  waiting: number;
  /** How long one waits for its turn, in milliseconds. */
  waitMs: number;
  /** `Retry-After` of a refusal, in seconds. */
  retryAfterSeconds: number;
  /** What a refused caller reads. */
  message: string;
}

export interface Caller {
  /** Turns go round the keys: the work of one key does not stand in front of the work of another. */
  key: string;
  /** A lower rank goes first; 0 when absent. */
  rank?: number;
  /** Its abort gives the place up. */
  signal?: AbortSignal;
  /** Waits for as long as it takes, beyond the bound of the queue: for work that an answer has begun with. */
  isBegun?: boolean;
}

/** A bounded fair queue (bulkhead). */
export interface Turns {
  /**
   * Runs `work` when its turn comes and answers what it answers.
   * @throws AppError `rate_limited` when the queue is full or the turn does not come in time
   */
  run<T>(caller: Caller, work: () => Promise<T>): Promise<T>;
  /** Pieces of work that run and that wait. */
  readonly load: { running: number; waiting: number };
}

interface Waiting {
  key: string;
  rank: number;
  isBegun: boolean;
  begin(): void;
  refuse(): void;
}

/**
 * Fair queueing by rounds: the first waiting piece of each key belongs to the first round, the second one to the second
 * round. Within a rank an earlier round goes first, within a round the earlier arrival. A full queue gives up its last
 * piece in this order, which may be the newcomer.
 */
export function createTurns({ atOnce, waiting: room, waitMs, retryAfterSeconds, message }: TurnsOptions): Turns {
  /** In the order of arrival. */
  const queue: Waiting[] = [];
  const runningOf = new Map<string, number>();
  let running = 0;

  const inOrder = (): Waiting[] => {
    const rounds = new Map(runningOf);
    const placed = queue.map((entry) => {
      const round = rounds.get(entry.key) ?? 0;
      rounds.set(entry.key, round + 1);
      return { entry, round };
    });
    return placed.sort((a, b) => a.entry.rank - b.entry.rank || a.round - b.round).map(({ entry }) => entry);
  };
  const count = (key: string, change: 1 | -1): void => {
    running += change;
    const left = (runningOf.get(key) ?? 0) + change;
    if (left === 0) runningOf.delete(key);
    else runningOf.set(key, left);
  };
  const leave = (entry: Waiting): void => {
    const at = queue.indexOf(entry);
    if (at >= 0) queue.splice(at, 1);
  };

  const turnOf = ({ key, rank = 0, signal, isBegun = false }: Caller): Promise<void> =>
    new Promise((resolve, reject) => {
      const settle = (end: () => void) => {
        clearTimeout(patience);
        signal?.removeEventListener('abort', entry.refuse);
        leave(entry);
        end();
      };
      const entry: Waiting = {
        key,
        rank,
        isBegun,
        begin: () => settle(resolve),
        refuse: () => settle(() => reject(new AppError('rate_limited', { message, retryAfterSeconds }))),
      };
      const patience = isBegun ? undefined : setTimeout(entry.refuse, waitMs);
      queue.push(entry);
      if (signal?.aborted) return entry.refuse();
      signal?.addEventListener('abort', entry.refuse, { once: true });
      if (isBegun || queue.filter((other) => !other.isBegun).length <= room) return;
      inOrder()
        .findLast((other) => !other.isBegun)
        ?.refuse();
    });

  return {
    async run(caller, work) {
      if (running < atOnce) count(caller.key, 1);
      else await turnOf(caller);
      try {
        return await work();
      } finally {
        // The key that had this turn still counts, so that another key comes before its next piece.
        const [next] = inOrder();
        count(caller.key, -1);
        if (next) {
          count(next.key, 1);
          next.begin();
        }
      }
    },
    get load() {
      return { running, waiting: queue.length };
    },
  };
}
