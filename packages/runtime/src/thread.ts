import { Worker } from 'node:worker_threads';
import { limitProcessorTime, limitTime } from './processor-limit.ts';

export interface ThreadOptions {
  /** The program. It posts `{ ready: true }` once, then `{ answer }` or `{ error }` for each job. */
  program: URL;
  name: string;
  /** Processor time of one job, in milliseconds; see {@link limitProcessorTime}. */
  timeoutMs: number;
  /** Memory of the thread, in mebibytes. V8 collects no garbage before half of it is used. */
  memoryMb: number;
  /** Jobs that wait behind the one that runs. */
  waiting: number;
  /** An idle thread ends after this time, in milliseconds. */
  idleMs?: number;
}

export type FromThread<Answer> = { ready: true } | { answer: Answer } | { error: string };

/** The job took more time or memory than it may. */
export class ThreadLimitError extends Error {}
/** Too many jobs wait already. */
export class ThreadBusyError extends Error {}

/** New objects of a thread. By default they take as much as those of the main thread, up to 96 MiB. */
const maxYoungGenerationSizeMb = 16;
/** Time limit for a thread to load its modules, far longer on a machine without a free core. */
const startLimitMs = 60_000;

/**
 * Runs jobs in one worker thread, in the order of the calls, so that bytes from outside hold no event loop. A
 * job over its limit ends the thread; the next one gets a new thread. An idle thread keeps no process alive.
 * @returns a function that resolves to the answer of the program. It throws ThreadLimitError, ThreadBusyError, or
 * an Error for a failure of the program
 */
export function createThread<Job, Answer>(options: ThreadOptions): (job: Job) => Promise<Answer> {
  const { program, name, timeoutMs, memoryMb, waiting, idleMs = 10_000 } = options;
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let jobs = 0;
  let idle: NodeJS.Timeout | undefined;

  const drop = (thread: Worker): void => {
    if (worker === thread) worker = null;
    void thread.terminate();
  };

  const open = async (): Promise<Worker> => {
    clearTimeout(idle);
    if (worker) {
      worker.ref();
      return worker;
    }
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb };
    const started = new Worker(program, { name, resourceLimits });
    worker = started;
    started.on('exit', () => {
      if (worker === started) worker = null;
    });
    await listen(started, (expire) => limitTime(startLimitMs, expire));
    return started;
  };

  /** The next message of the thread, which `limit` ends when it is late. */
  const listen = (thread: Worker, limit: (expire: () => void) => () => void): Promise<FromThread<Answer>> =>
    new Promise((resolve, reject) => {
      const finish = (give: () => void): void => {
        endLimit();
        thread.off('message', onMessage).off('error', onError).off('exit', onExit);
        give();
      };
      const end = (error: Error): void =>
        finish(() => {
          drop(thread);
          reject(error);
        });
      const onMessage = (message: FromThread<Answer>) => finish(() => resolve(message));
      const onError = (error: NodeJS.ErrnoException) =>
        end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadLimitError(`${name} needs too much memory`) : error);
      const onExit = () => end(new Error(`the thread ${name} ended`));
      const endLimit = limit(() => end(new ThreadLimitError(`${name} takes too long`)));
      thread.on('message', onMessage).on('error', onError).on('exit', onExit);
    });

  const run = async (job: Job): Promise<Answer> => {
    const thread = await open();
    const answered = listen(thread, (expire) => limitProcessorTime(thread, timeoutMs, expire));
    thread.postMessage(job);
    const message = await answered;
    if ('answer' in message) return message.answer;
    throw new Error('error' in message ? message.error : `the thread ${name} reported ready twice`);
  };

  return async (job) => {
    if (jobs > waiting) throw new ThreadBusyError(`too many jobs wait for ${name}`);
    jobs += 1;
    const answered = last.then(() => run(job));
    last = answered.catch(() => undefined);
    try {
      return await answered;
    } finally {
      jobs -= 1;
      if (jobs === 0 && worker) {
        const ended = worker;
        ended.unref();
        idle = setTimeout(() => drop(ended), idleMs).unref();
      }
    }
  };
}
