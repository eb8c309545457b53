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
  /** Its abort leaves the queue. */
  signal?: AbortSignal;
  /** Waits for as long as it takes, beyond the bound of the queue: for work that an answer has begun with. */
  isBegun?: boolean;
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

/** Idle flows that are remembered, so that many keys take no memory. */
const maxIdleFlows = 10_000;

/**
 * A bounded fair queue (bulkhead). Start-time fair queueing (Goyal, Vin, Cheng, 1996) with pieces of equal cost. The first
 * piece of a key belongs to the round that is being served, each further one to the round after its last one. Within a
 * rank an earlier round goes first, within a round the earlier arrival. A full queue gives up its last piece in this
 * order, which may be the newcomer; with `ofOneKey`, among those of its rank the last one whose key has its part.
 */
export class Turns {
  readonly #options: TurnsOptions;
  /** In the order in which they are served. */
  readonly #queue: Waiting[] = [];
  readonly #flows = new Map<string, Flow>();
  #running = 0;
  /** Moment of `performance.now()` until which pieces rest after the queue was full. */
  #congestedUntil = 0;
  /** Waiting pieces that the bound counts. */
  #bounded = 0;
  /** Round of the piece that began last. */
  #currentRound = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** Pieces of work that run and that wait. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#queue.length };
  }

  /**
   * Runs `work` when its turn comes and answers what it answers.
   * @throws AppError `rate_limited`, or as the options say, when the queue is full or the turn does not come in time
   */
  async run<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    const { atOnce, rest } = this.#options;
    if (this.#running < atOnce && this.#mayRun(caller.key)) {
      this.#running += 1;
      this.#begin(caller.key, this.#enter(caller.key));
    } else await this.#awaitTurn(caller);
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.#finish(caller.key);
      if (rest && this.#isCongested(rest.waiting))
        void rest.after(performance.now() - began).then(() => this.#passTurn());
      else this.#passTurn();
    }
  }

  #awaitTurn({ key, rank = 0, signal, isBegun = false }: Caller): Promise<void> {
    const { refusal = 'rate_limited', message, retryAfterSeconds, waitMs } = this.#options;
    return new Promise((resolve, reject) => {
      const leaveQueue = () => {
        clearTimeout(patience);
        signal?.removeEventListener('abort', entry.refuse);
        this.#remove(entry);
      };
      const entry: Waiting = {
        key,
        rank,
        round: this.#enter(key),
        isBegun,
        begin: () => {
          leaveQueue();
          this.#begin(key, entry.round);
          resolve();
        },
        refuse: () => {
          leaveQueue();
          // The next piece of the key takes the round that this one gives back.
          const flow = this.#flows.get(key);
          if (flow?.lastRound === entry.round) flow.lastRound -= 1;
          this.#leave(key);
          reject(new AppError(refusal, { message, retryAfterSeconds }));
        },
      };
      const patience = isBegun ? undefined : setTimeout(entry.refuse, waitMs);
      this.#insert(entry);
      if (signal?.aborted) return entry.refuse();
      signal?.addEventListener('abort', entry.refuse, { once: true });
      if (!isBegun && this.#bounded > this.#options.waiting) this.#refuseLast();
    });
  }

  /** A full queue gives up one piece. */
  #refuseLast(): void {
    const { atOnce, ofOneKey = atOnce, rest } = this.#options;
    this.#congestedUntil = performance.now() + (rest?.forMs ?? 0);
    const last = this.#queue.findLast((other) => !other.isBegun);
    const isRestrained = (other: Waiting) => !other.isBegun && other.rank === last?.rank && !this.#mayRun(other.key);
    const refused = ofOneKey < atOnce ? this.#queue.findLast(isRestrained) : undefined;
    (refused ?? last)?.refuse();
  }

  /** Gives the turn of a piece that ended to the next one. */
  #passTurn(): void {
    const next = this.#queue.find(({ key }) => this.#mayRun(key));
    if (next) next.begin();
    else this.#running -= 1;
    if (this.#running === 0) this.#flows.clear();
  }

  #mayRun(key: string): boolean {
    const { atOnce, ofOneKey = atOnce } = this.#options;
    return (this.#flows.get(key)?.running ?? 0) < ofOneKey;
  }

  #isCongested(waiting: number): boolean {
    return this.#queue.length >= waiting || performance.now() < this.#congestedUntil;
  }

  /** Counts a piece of a key. Returns its round. */
  #enter(key: string): number {
    const flow = this.#flows.get(key) ?? { pieces: 0, running: 0, lastRound: this.#currentRound - 1 };
    flow.pieces += 1;
    flow.lastRound = Math.max(this.#currentRound, flow.lastRound + 1);
    this.#flows.set(key, flow);
    return flow.lastRound;
  }

  #begin(key: string, round: number): void {
    const flow = this.#flows.get(key);
    if (flow) flow.running += 1;
    if (round <= this.#currentRound) return;
    this.#currentRound = round;
    this.#prune(round);
  }

  /** Counts the end of a piece that ran. */
  #finish(key: string): void {
    const flow = this.#flows.get(key);
    if (flow) flow.running -= 1;
    this.#leave(key);
  }

  #leave(key: string): void {
    const flow = this.#flows.get(key);
    if (!flow) return;
    flow.pieces -= 1;
    if (this.#flows.size > maxIdleFlows) this.#prune(Number.POSITIVE_INFINITY);
  }

  /** Forgets idle flows that are not ahead of the others. */
  #prune(round: number): void {
    for (const [key, { pieces, lastRound }] of this.#flows)
      if (pieces === 0 && lastRound < round) this.#flows.delete(key);
  }

  #insert(entry: Waiting): void {
    const isBehind = (other: Waiting) =>
      other.rank > entry.rank || (other.rank === entry.rank && other.round > entry.round);
    let at = this.#queue.length;
    while (at > 0 && isBehind(this.#queue[at - 1] as Waiting)) at -= 1;
    this.#queue.splice(at, 0, entry);
    if (!entry.isBegun) this.#bounded += 1;
  }

  #remove(entry: Waiting): void {
    const at = this.#queue.indexOf(entry);
    if (at < 0) return;
    this.#queue.splice(at, 1);
    if (!entry.isBegun) this.#bounded -= 1;
  }
}
