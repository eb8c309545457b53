import { Worker } from 'node:worker_threads';
import { limitProcessorTime, limitTime } from '@platform/runtime';
import type { OwnerFacts } from './contradictions.ts';
import type { CheckResult, FindableClause } from './document-check.ts';
import type { SiteObservations } from './site-observations.ts';

/** What a thread gets. */
export interface CheckTask {
  /** Of the kind: a thread reads no files. */
  clauses: readonly FindableClause[];
  kind: string;
  /** Markdown of the document. */
  markdown: string;
  /** Markdown of the published policy of the owner; null without one. */
  policy: string | null;
  site: SiteObservations | null;
  is_recorded: boolean | null;
  owner: OwnerFacts;
}

export type FromCheckWorker = { ready: true } | { result: CheckResult } | { error: string };

export interface DocumentChecker {
  /**
   * Checks a text in a separate thread, one after the other.
   * @returns null for a text that takes more than 3 s or 256 MiB: its thread is ended
   * @throws Error for a failure of ours, and after `stop`
   */
  check(task: CheckTask): Promise<CheckResult | null>;
  stop(): Promise<void>;
}

const program = new URL('check-worker.ts', import.meta.url);
const defaultCheckMs = 3_000;
/** Loading its modules may take a thread far longer on a machine without a free core. */
const startMs = 60_000;
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/**
 * Makes the checker; its thread starts with the first text and stays.
 * @param options `checkMs`: time of one text
 */
export function createDocumentChecker({ checkMs = defaultCheckMs }: { checkMs?: number } = {}): DocumentChecker {
  let worker: Worker | null = null;
  let isStopped = false;
  let last: Promise<unknown> = Promise.resolve();

  const open = (): Promise<Worker> => {
    if (worker) return Promise.resolve(worker);
    const started = new Worker(program, { name: 'check-document', resourceLimits });
    started.unref();
    worker = started;
    started.on('exit', () => {
      if (worker === started) worker = null;
    });
    // The first message says that its modules are loaded.
    return listen(started, (expire) => limitTime(startMs, expire)).then(() => started);
  };

  /** The next message; null when the time is over or its memory, and the thread has ended then. */
  const listen = (thread: Worker, limit: (expire: () => void) => () => void): Promise<FromCheckWorker | null> =>
    new Promise((resolve, reject) => {
      const end = (settlePromise: () => void) => {
        endLimit();
        thread.off('message', onMessage).off('error', onError).off('exit', onExit);
        settlePromise();
      };
      const drop = () => {
        if (worker === thread) worker = null;
        void thread.terminate();
      };
      const onMessage = (message: FromCheckWorker) => end(() => resolve(message));
      const onError = (error: NodeJS.ErrnoException) =>
        end(() => {
          drop();
          if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(null);
          else reject(error);
        });
      const onExit = () => end(() => reject(new Error('a thread that checks documents ended')));
      const endLimit = limit(() =>
        end(() => {
          drop();
          resolve(null);
        }),
      );
      thread.on('message', onMessage).on('error', onError).on('exit', onExit);
    });

  const run = async (task: CheckTask): Promise<CheckResult | null> => {
    if (isStopped) throw new Error('the checker of documents is stopped');
    const thread = await open();
    const answer = listen(thread, (expire) => limitProcessorTime(thread, checkMs, expire));
    thread.postMessage(task);
    const message = await answer;
    if (message === null) return null;
    if ('error' in message) throw new Error(message.error);
    if ('ready' in message) throw new Error('a thread that checks documents reported ready twice');
    return message.result;
  };

  return {
    check(task) {
      const result = last.then(() => run(task));
      last = result.catch(() => undefined);
      return result;
    },
    async stop() {
      isStopped = true;
      await worker?.terminate();
      await last;
    },
  };
}
