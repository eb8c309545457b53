import type { Transferable, Worker } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { Call } from './call.ts';
import { ThreadBusyError, ThreadLimitError } from './errors.ts';

export interface ThreadOptions {
  /** The module whose exported functions are called in threads. */
  program: URL;
  /** What errors and logs call the threads. */
  name: string;
  /** Processor time of one call, in milliseconds; see `limitProcessorTime`. */
  timeoutMs: number;
  /** Memory of a thread, in mebibytes. V8 collects no garbage before half of it is used. */
  memoryMb: number;
  /** New objects of a thread, in mebibytes. By default of V8 they take as much as those of the main thread. */
  youngMb?: number;
  /** Calls that wait for a thread. */
  waiting?: number;
  /** Threads at once. */
  threads?: number;
  /** Calls that a thread has behind the one that it runs, so that it does not wait for the event loop of its caller. */
  ahead?: number;
  /** An idle thread ends after this time, in milliseconds. */
  idleMs?: number;
}

export interface CallOptions {
  /** Instead of the limit of all calls. */
  timeoutMs?: number;
  /** Buffers and ports that move to the thread, not with `ahead`: a call whose thread ends before it began is made again. */
  transfer?: Transferable[];
  /** Ends the call, and the thread that runs it; not with `ahead`, where the thread runs another call. */
  signal?: AbortSignal;
}

interface RunOptions {
  name: string;
  argument: object;
  transfer: Transferable[] | undefined;
  timeoutMs: number;
}

type Argument<F> = F extends (argument: infer A extends object) => unknown ? A : never;
type Result<F> = F extends (argument: never) => infer R ? Awaited<R> : never;

/**
 * Calls the functions of a module in worker threads, so that input from outside holds no event loop. Calls run in their
 * order; the time of a call begins when its thread runs it. A call over its limit ends its thread, and no other call
 * fails by it. Threads start with the first call, and idle ones keep no process alive.
 */
export class Threads<Program> {
  readonly #options: Required<ThreadOptions>;
  readonly #calls = new Set<Call>();
  readonly #waiting = new Set<() => void>();
  /** Calls that have a thread, or wait until one has loaded its modules. */
  #taken = 0;
  /** Calls of each thread that has loaded its modules; it runs the first one. */
  readonly #callsOf = new WeakMap<Worker, Call[]>();
  #pool: Promise<Piscina> | undefined;
  /** For calls that another one may have taken along. */
  #alone: Threads<Record<string, (argument: object) => unknown>> | undefined;
  #isClosed = false;

  constructor(options: ThreadOptions) {
    const waiting = Number.POSITIVE_INFINITY;
    this.#options = { youngMb: 16, waiting, threads: 1, ahead: 0, idleMs: 10_000, ...options };
  }

  /**
   * Calls a function of the module with a copy of its argument.
   * @returns a copy of what it returns
   * @throws ThreadLimitError, ThreadBusyError, the reason of `signal`; a copy of what the function throws: an Error has its
   * message alone; an Error for a thread that ended or did not start, and for closed threads
   */
  async run<Name extends keyof Program & string>(
    name: Name,
    argument: Argument<Program[Name]>,
    { timeoutMs = this.#options.timeoutMs, transfer, signal }: CallOptions = {},
  ): Promise<Result<Program[Name]>> {
    if (signal && this.#options.ahead > 0) throw new TypeError('a call that can be aborted needs `ahead: 0`');
    signal?.throwIfAborted();
    if (this.#isClosed) throw this.#closedError();
    const call = new Call(this.#options.name, timeoutMs);
    const abort = (): void => call.stop.abort(signal?.reason);
    signal?.addEventListener('abort', abort);
    this.#calls.add(call);
    try {
      await this.#takeThread(call);
      try {
        return (await this.#runCall(call, { name, argument, transfer, timeoutMs })) as Result<Program[Name]>;
      } finally {
        this.#leaveThread();
      }
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#calls.delete(call);
    }
  }

  /** Ends all threads and refuses the calls that wait, run, or come later. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { stop } of this.#calls) stop.abort(this.#closedError());
    await Promise.all([this.#alone?.close(), this.#pool?.then((pool) => pool.destroy())]);
  }

  #closedError(): Error {
    return new Error(`${this.#options.name} is closed`);
  }

  /** Waits for its turn. The queue of piscina starts no thread in the place of one that was ended. */
  async #takeThread({ stop: { signal } }: Call): Promise<void> {
    const { name, threads, ahead, waiting } = this.#options;
    if (this.#taken < threads * (1 + ahead)) {
      this.#taken += 1;
      return;
    }
    if (this.#waiting.size >= waiting) throw new ThreadBusyError(name);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    signal.addEventListener('abort', () => {
      if (this.#waiting.delete(resolve)) reject(signal.reason);
    });
    await promise;
  }

  #leaveThread(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#taken -= 1;
    else {
      this.#waiting.delete(next);
      next();
    }
  }

  /** Makes a call again in a thread that has no other one. */
  #runAlone(name: string, argument: object, options: Pick<CallOptions, 'timeoutMs' | 'signal'>): Promise<unknown> {
    if (this.#isClosed) throw this.#closedError();
    this.#alone ??= new Threads({ ...this.#options, threads: 1, ahead: 0 });
    return this.#alone.run(name, argument, options);
  }

  async #runCall(call: Call, { name, argument, transfer, timeoutMs }: RunOptions): Promise<unknown> {
    const { queueOptionsSymbol } = await import('piscina');
    this.#pool ??= this.#openPool();
    const pool = await this.#pool;
    const { signal } = call.stop;
    while (true) {
      call.awaitThread();
      try {
        const task = { ...argument, [queueOptionsSymbol]: call };
        return await pool.run(task, { name, transferList: transfer, signal });
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        const repeat = this.#repeatOf(call, pool);
        if (repeat === 'in_turn') continue;
        if (repeat === 'alone') {
          this.#endCall(call, pool);
          return await this.#runAlone(name, argument, { timeoutMs, signal });
        }
        const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        throw isMemory ? new ThreadLimitError(this.#options.name, 'memory') : error;
      } finally {
        this.#endCall(call, pool);
      }
    }
  }

  /** How a call goes on whose thread has ended: `null` for a failure of its own. */
  #repeatOf(call: Call, { threads }: Piscina): 'in_turn' | 'alone' | null {
    if (call.thread === null || threads.includes(call.thread)) return null;
    if (!call.isRunning) return 'in_turn';
    // One behind it may have ended the thread before its answer was read.
    return (this.#callsOf.get(call.thread)?.length ?? 0) > 1 ? 'alone' : null;
  }

  /** The thread runs its next call. */
  #endCall(call: Call, pool: Piscina): void {
    const { thread } = call;
    call.end();
    if (thread === null) return;
    const calls = this.#callsOf.get(thread) ?? [];
    calls.splice(calls.indexOf(call), 1);
    if (pool.threads.includes(thread)) calls[0]?.begin();
  }

  async #openPool(): Promise<Piscina> {
    const { Piscina, queueOptionsSymbol } = await import('piscina');
    const { program, threads, ahead, idleMs, memoryMb, youngMb } = this.#options;
    const threadOf = (id: number): Worker | undefined => pool.threads.find(({ threadId }) => threadId === id);
    const pool: Piscina = new Piscina({
      filename: program.href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
      recordTiming: false,
      // A thread waits in its event loop: a function may ask its caller for more through a port.
      atomics: 'disabled',
      // A thread that still loads its modules gets no call: its time would begin too early.
      loadBalancer: (task, workers) => {
        const loaded = workers.flatMap((worker) => {
          const thread = threadOf(worker.id);
          const calls = thread && this.#callsOf.get(thread);
          return calls ? [{ worker, thread, calls }] : [];
        });
        const [best] = loaded.sort((left, right) => left.calls.length - right.calls.length);
        // A new thread comes before the second call of a busy one.
        const most = pool.threads.length < threads ? 0 : ahead;
        if (best === undefined || best.calls.length > most) return null;
        (task as unknown as Record<symbol, Call>)[queueOptionsSymbol]?.takeThread(best.thread, best.calls);
        return best.worker;
      },
    });
    pool.on('workerCreate', ({ id }: { id: number }) => {
      const thread = threadOf(id);
      if (thread) this.#callsOf.set(thread, []);
    });
    // Of a thread without a call: one that cannot load its modules.
    pool.on('error', (error) => {
      for (const call of this.#calls) if (call.awaitsThread) call.stop.abort(error);
    });
    return pool;
  }
}
