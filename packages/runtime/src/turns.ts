import { AppError } from './errors.ts';

export interface TurnsOptions {
  /** Pieces of work that run at once. */
  atOnce: number;
  /** Pieces of one key that run at once; as many as of all keys when absent. */
  ofOneKey?: number;
  /** Pieces of work that may wait for a turn. */
  waiting: number;
  /** How long one waits for its turn, in milliseconds. */
  waitMs: number;
  /** `Retry-After` of a refusal, in seconds. */
  retryAfterSeconds: number;
  /** The error message for a refused caller. */
  message: string;
  /** The error of a refusal: `service_unavailable` where callers share the queue; `rate_limited` when absent. */
  refusal?: 'rate_limited' | 'service_unavailable';
  /**
   * A rest behind each piece while `waiting` or more pieces wait, and for `forMs` milliseconds after the queue
   * was full: refused callers come back together, and the queue is short in between. A piece whose turn did
   * not come in time extends nothing, because the rest itself may be the reason. None when absent.
   */
  rest?: {
    waiting: number;
    forMs: number;
    /** Resolves when the next piece may begin behind one that took so many milliseconds. */
    after(tookMs: number): Promise<void>;
  };
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
   * @throws AppError `rate_limited`, or as the options say, when the queue is full or the turn does not come in time
   */
  run<T>(caller: Caller, work: () => Promise<T>): Promise<T>;
  /** Pieces of work that run and that wait. */
  readonly load: { running: number; waiting: number };
}

interface Waiting {
  key: string;
  rank: number;
  /** Start tag: the round that this piece belongs to. */
  round: number;
  isBegun: boolean;
  begin(): void;
  refuse(): void;
}

/** Pieces of one key. */
interface Flow {
  /** Pieces that run or wait. */
  pieces: number;
  running: number;
  /** Round of its latest piece. */
  lastRound: number;
}

/** Idle flows that are kept, so that many keys take no memory. */
const maxIdleFlows = 10_000;

/**
 * Start-time fair queueing (Goyal, Vin, Cheng, 1996) with pieces of equal cost. The first piece of a key
 * belongs to the round that is being served, each further one to the round after its last one. Within a rank
 * an earlier round goes first, within a round the earlier arrival. A full queue gives up its last piece in
 * this order, which may be the newcomer; with `ofOneKey`, among those of its rank the last one whose key has
 * its part.
 */
export function createTurns(options: TurnsOptions): Turns {
  const { atOnce, ofOneKey = atOnce, waiting: room, waitMs, retryAfterSeconds, message, rest } = options;
  const { refusal = 'rate_limited' } = options;
  /** In the order in which they are served. */
  const queue: Waiting[] = [];
  const flows = new Map<string, Flow>();
  let running = 0;
  /** Moment of `performance.now()` until which pieces rest after the queue was full. */
  let congestedUntil = 0;
  /** Waiting pieces that the bound counts. */
  let bounded = 0;
  /** Round of the piece that began last. */
  let currentRound = 0;

  /** Counts a piece of a key; answers its round. */
  const enter = (key: string): number => {
    const flow = flows.get(key) ?? { pieces: 0, running: 0, lastRound: currentRound - 1 };
    flow.pieces += 1;
    flow.lastRound = Math.max(currentRound, flow.lastRound + 1);
    flows.set(key, flow);
    return flow.lastRound;
  };
  /** Forgets idle flows that are not ahead of the others. */
  const prune = (round: number): void => {
    for (const [key, { pieces, lastRound }] of flows) if (pieces === 0 && lastRound < round) flows.delete(key);
  };
  const mayRun = (key: string): boolean => (flows.get(key)?.running ?? 0) < ofOneKey;
  const begin = (key: string, round: number): void => {
    const flow = flows.get(key);
    if (flow) flow.running += 1;
    if (round <= currentRound) return;
    currentRound = round;
    prune(currentRound);
  };
  const leave = (key: string): void => {
    const flow = flows.get(key);
    if (!flow) return;
    flow.pieces -= 1;
    if (flows.size > maxIdleFlows) prune(Number.POSITIVE_INFINITY);
  };
  /** Counts the end of a piece that ran. */
  const finish = (key: string): void => {
    const flow = flows.get(key);
    if (flow) flow.running -= 1;
    leave(key);
  };
  const insert = (entry: Waiting): void => {
    const isBehind = (other: Waiting) =>
      other.rank > entry.rank || (other.rank === entry.rank && other.round > entry.round);
    let at = queue.length;
    while (at > 0 && isBehind(queue[at - 1] as Waiting)) at -= 1;
    queue.splice(at, 0, entry);
    if (!entry.isBegun) bounded += 1;
  };
  const remove = (entry: Waiting): void => {
    const at = queue.indexOf(entry);
    if (at < 0) return;
    queue.splice(at, 1);
    if (!entry.isBegun) bounded -= 1;
  };

  const turnOf = ({ key, rank = 0, signal, isBegun = false }: Caller): Promise<void> =>
    new Promise((resolve, reject) => {
      const finish = (end: () => void) => {
        clearTimeout(patience);
        signal?.removeEventListener('abort', entry.refuse);
        remove(entry);
        end();
      };
      const entry: Waiting = {
        key,
        rank,
        round: enter(key),
        isBegun,
        begin: () =>
          finish(() => {
            begin(key, entry.round);
            resolve();
          }),
        refuse: () =>
          finish(() => {
            // The next piece of the key takes the round that this one gives back.
            const flow = flows.get(key);
            if (flow?.lastRound === entry.round) flow.lastRound -= 1;
            leave(key);
            reject(new AppError(refusal, { message, retryAfterSeconds }));
          }),
      };
      const patience = isBegun ? undefined : setTimeout(entry.refuse, waitMs);
      insert(entry);
      if (signal?.aborted) return entry.refuse();
      signal?.addEventListener('abort', entry.refuse, { once: true });
      if (isBegun || bounded <= room) return;
      congestedUntil = performance.now() + (rest?.forMs ?? 0);
      const last = queue.findLast((other) => !other.isBegun);
      const isRestrained = (other: Waiting) => !other.isBegun && other.rank === last?.rank && !mayRun(other.key);
      const refused = ofOneKey < atOnce ? queue.findLast(isRestrained) : undefined;
      (refused ?? last)?.refuse();
    });

  const isCongested = (waiting: number): boolean => queue.length >= waiting || performance.now() < congestedUntil;

  /** Gives the turn of a piece that ended to the next one. */
  const pass = (): void => {
    const next = queue.find(({ key }) => mayRun(key));
    if (next) next.begin();
    else running -= 1;
    if (running === 0) flows.clear();
  };

  return {
    async run(caller, work) {
      if (running < atOnce && mayRun(caller.key)) {
        running += 1;
        begin(caller.key, enter(caller.key));
      } else await turnOf(caller);
      const began = performance.now();
      try {
        return await work();
      } finally {
        finish(caller.key);
        if (rest && isCongested(rest.waiting)) void rest.after(performance.now() - began).then(pass);
        else pass();
      }
    },
    get load() {
      return { running, waiting: queue.length };
    },
  };
}
