import { Worker } from 'node:worker_threads';
import { limitProcessorTime, limitTime } from '@platform/runtime';
import { RefusedFileError } from './entry.ts';

/** A call took longer than it may; its thread is over. */
export class ThreadTooSlowError extends Error {
  constructor() {
    super('it takes too long to read');
    this.name = 'ThreadTooSlowError';
  }
}

/** The call itself threw; the thread lives on. */
export class ThreadCallError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ThreadCallError';
  }
}

/** A thread that answers one call after another. */
export interface Thread {
  /**
   * Calls the thread and waits for its answer.
   * @throws RefusedFileError, ThreadTooSlowError, ThreadCallError, and Error for a thread that ended
   */
  call<T>(name: string, argument: unknown, timeoutMs: number): Promise<T>;
  end(): Promise<void>;
}

/** What a thread sends: that it is loaded, an answer, or the need for bytes of the stored file. */
export type FromThread =
  | { ready: true }
  | { answer: number; value: unknown }
  | { answer: number; error: { message: string; code: string | null } }
  | { read: number; start: number; end: number };
/** What a thread gets: a call, or bytes that it asked for. */
export type ToThread =
  | { call: number; name: string; argument: unknown }
  | { bytes: number; value: Uint8Array }
  | { bytes: number; error: string };

/**
 * Time limit for a thread to load its modules: less than a second, or far longer on a machine without a free
 * core.
 */
const startMs = 60_000;
/** A file that needs more memory is refused, and the process lives on. */
const resourceLimits = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 32 };

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * Starts a thread for an untrusted file. In a thread a long file blocks no request, and memory and time are
 * limited.
 * @param read reads bytes of the stored file for the thread
 */
export function startThread(
  program: URL,
  workerData: unknown,
  read: (start: number, end: number) => Promise<Buffer> = async () => Buffer.alloc(0),
): Thread {
  const worker = new Worker(program, { name: 'import', workerData, resourceLimits });
  const calls = new Map<number, Pending>();
  let last = 0;
  const ready = Promise.withResolvers<void>();
  let isReady = false;
  let failure: Error | null = null;

  const endWith = (error: Error): void => {
    failure ??= error;
    for (const { reject } of calls.values()) reject(failure);
    calls.clear();
    void worker.terminate();
  };
  worker.on('message', (message: FromThread) => {
    if ('ready' in message) {
      isReady = true;
      ready.resolve();
      return;
    }
    if ('read' in message) {
      const send = (answer: ToThread) => worker.postMessage(answer);
      read(message.start, message.end).then(
        (value) => send({ bytes: message.read, value }),
        // The store is down: its error ends the call.
        (error: Error) => endWith(error),
      );
      return;
    }
    const pending = calls.get(message.answer);
    calls.delete(message.answer);
    if ('value' in message) pending?.resolve(message.value);
    else {
      const { code, message: text } = message.error;
      pending?.reject(code === null ? new ThreadCallError(text) : new RefusedFileError(code, text));
    }
  });
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    endWith(isMemory ? new RefusedFileError('too_large', 'The file needs too much memory to be read.') : error);
  });
  worker.on('exit', (code) => endWith(new Error(`the thread of an import ended with code ${code}`)));

  return {
    async call<T>(name: string, argument: unknown, timeoutMs: number) {
      if (failure) throw failure;
      last += 1;
      const id = last;
      const answer = new Promise<T>((resolve, reject) => {
        calls.set(id, { resolve: resolve as Pending['resolve'], reject });
      });
      worker.postMessage({ call: id, name, argument } satisfies ToThread);
      const expire = () => endWith(new ThreadTooSlowError());
      const limitCall = () => limitProcessorTime(worker, timeoutMs, expire);
      let endLimit = isReady ? limitCall() : limitTime(startMs, expire);
      // The time of the call begins when the thread is loaded.
      if (!isReady)
        void ready.promise.then(() => {
          endLimit();
          if (calls.has(id)) endLimit = limitCall();
        });
      try {
        return await answer;
      } finally {
        endLimit();
      }
    },
    async end() {
      failure ??= new Error('the thread was ended');
      await worker.terminate();
    },
  };
}
