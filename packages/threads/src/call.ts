import type { Worker } from 'node:worker_threads';
import { ThreadLimitError } from './errors.ts';
import { limitProcessorTime } from './processor-limit.ts';

/** Time limit for a thread to load its modules, far longer than it takes on a machine with a free core. */
const startLimitMs = 60_000;

/** One call of a function in a thread, with its limits. */
export class Call {
  /** Ends the call for its reason. */
  readonly stop = new AbortController();
  readonly #name: string;
  readonly #timeoutMs: number;
  #thread: Worker | null = null;
  #startLimit: NodeJS.Timeout | undefined;
  #endLimit: (() => void) | undefined;

  /**
   * @param name what errors call its thread
   * @param timeoutMs processor time, in milliseconds
   */
  constructor(name: string, timeoutMs: number) {
    this.#name = name;
    this.#timeoutMs = timeoutMs;
  }

  /** The thread that has the call. */
  get thread(): Worker | null {
    return this.#thread;
  }

  get awaitsThread(): boolean {
    return this.#startLimit !== undefined;
  }

  get isRunning(): boolean {
    return this.#endLimit !== undefined;
  }

  /** Waits for a thread, which may have to load its modules before. */
  awaitThread(): void {
    const expire = (): void => this.stop.abort(new Error(`${this.#name} did not start`));
    this.#startLimit = setTimeout(expire, startLimitMs);
  }

  /** Goes to a thread, behind the calls that it has. */
  takeThread(thread: Worker, calls: Call[]): void {
    this.#endStart();
    this.#thread = thread;
    calls.push(this);
    if (calls.length === 1) this.begin();
  }

  /** The time of the call begins: its thread runs it. */
  begin(): void {
    if (this.#thread === null) return;
    const expire = (): void => this.stop.abort(new ThreadLimitError(this.#name, 'time'));
    this.#endLimit = limitProcessorTime(this.#thread, this.#timeoutMs, expire);
  }

  /** Ends the limits of the call, and frees its thread. */
  end(): void {
    this.#endStart();
    this.#endLimit?.();
    this.#thread = null;
  }

  #endStart(): void {
    clearTimeout(this.#startLimit);
    this.#startLimit = undefined;
  }
}
