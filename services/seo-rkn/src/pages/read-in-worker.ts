import { Worker } from 'node:worker_threads';
import { limitProcessorTime, limitTime } from '@platform/runtime';
import type { RknFacts } from '../rkn/facts/rkn-facts.ts';
import type { PageFacts } from './page-facts.ts';
import type { PageSource } from './read-page.ts';

/** What a worker gets. */
export type ToPageWorker = PageSource & { reader: keyof Readers };
/** What pages are read for, with the facts that come of it. */
interface Readers {
  seo: PageFacts;
  rkn: RknFacts;
}
/**
 * What a worker sends: that it is loaded, the facts of a page, null for a page that it cannot hold, or an
 * error of ours.
 */
export type FromPageWorker = { ready: true } | { facts: PageFacts | RknFacts | null } | { error: string };

export type ReadResult<Facts = PageFacts> = { facts: Facts } | { facts: null; failure: 'page_too_complex' };

export interface PageReader {
  /**
   * Reads a page in a thread, which gets a copy of the body.
   * @returns facts, or `page_too_complex` for a page that takes more than 3 s of processor time or 256 MiB
   * @throws Error for a failure of ours, and after `stop`
   */
  read(source: PageSource): Promise<ReadResult>;
  /** Reads what a page says about personal data, as `read` does. */
  readRkn(source: PageSource): Promise<ReadResult<RknFacts>>;
  stop(): Promise<void>;
}

const program = new URL('page-worker.ts', import.meta.url);
/** Processor time of one page. Parsing 50,000 nested elements holds a parser for 22 s. */
const defaultPageMs = 3_000;
/**
 * Loading its modules takes a thread less than a second; a machine without a free core may need far longer.
 */
const startMs = 60_000;
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };
const tooComplex: { facts: null; failure: 'page_too_complex' } = { facts: null, failure: 'page_too_complex' };

interface Task {
  source: ToPageWorker;
  resolve(result: ReadResult<PageFacts | RknFacts>): void;
  reject(error: Error): void;
}

interface Slot {
  worker: Worker | null;
  isReady: boolean;
  /** The page that the thread reads, and the next ones, which it has already. */
  tasks: Task[];
  /** Ends the time limit of the page that the thread reads, or of its start. */
  endLimit: (() => void) | null;
}

/** Pages that a thread has at once: it need not wait for the event loop of the caller behind its answers. */
const maxTasks = 4;

/**
 * A pool of threads that read pages. A page over its limits ends its thread, and the next page gets a new
 * one; the event loop of the caller stays free.
 * @param options `workers`: threads; `pageMs`: time of one page
 */
export function createPageReader({
  workers,
  pageMs = defaultPageMs,
}: {
  workers: number;
  pageMs?: number;
}): PageReader {
  const waiting: Task[] = [];
  let isStopped = false;
  const slots = Array.from(
    { length: workers },
    (): Slot => ({ worker: null, isReady: false, tasks: [], endLimit: null }),
  );

  const endLimit = (slot: Slot): void => {
    slot.endLimit?.();
    slot.endLimit = null;
  };
  /** Takes the page that the thread has answered; the time of the next one begins. */
  const takeAnswered = (slot: Slot): Task | undefined => {
    endLimit(slot);
    const task = slot.tasks.shift();
    if (slot.tasks.length > 0) startLimit(slot);
    return task;
  };
  /**
   * Ends the thread; its late messages count no more. The page behind the one that it read waits again.
   * @returns the page that it read
   */
  const drop = (slot: Slot): Task | undefined => {
    const { worker } = slot;
    slot.worker = null;
    slot.isReady = false;
    endLimit(slot);
    void worker?.terminate();
    const [task, ...others] = slot.tasks.splice(0);
    waiting.unshift(...others);
    return task;
  };
  const startLimit = (slot: Slot): void => {
    const { worker, isReady } = slot;
    const expire = () => {
      const task = drop(slot);
      if (isReady) task?.resolve(tooComplex);
      else task?.reject(new Error('a thread that reads pages did not start'));
      next();
    };
    slot.endLimit = worker && isReady ? limitProcessorTime(worker, pageMs, expire) : limitTime(startMs, expire);
  };
  const start = (slot: Slot): Worker => {
    const worker = new Worker(program, { name: 'read-page', resourceLimits });
    worker.unref();
    worker.on('message', (message: FromPageWorker) => {
      if (slot.worker !== worker) return;
      if ('ready' in message) {
        slot.isReady = true;
        // The time of a page begins when the thread is loaded.
        endLimit(slot);
        if (slot.tasks.length > 0) startLimit(slot);
        return;
      }
      const task = takeAnswered(slot);
      if ('error' in message) task?.reject(new Error(message.error));
      else task?.resolve(message.facts ? { facts: message.facts } : tooComplex);
      next();
    });
    const ended = (error: NodeJS.ErrnoException) => {
      if (slot.worker !== worker) return;
      const task = drop(slot);
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') task?.resolve(tooComplex);
      else task?.reject(error);
      next();
    };
    worker.on('error', ended);
    worker.on('exit', (code) => ended(new Error(`a thread that reads pages ended with code ${code}`)));
    return worker;
  };
  const next = (): void => {
    while (!isStopped && waiting.length > 0) {
      // A free thread comes before the second slot of a busy one.
      const slot = slots.toSorted((left, right) => left.tasks.length - right.tasks.length)[0];
      if (!slot || slot.tasks.length >= maxTasks) return;
      const task = waiting.shift() as Task;
      slot.tasks.push(task);
      slot.worker ??= start(slot);
      if (slot.tasks.length === 1) startLimit(slot);
      // A copy in a buffer of its own: small buffers of Node share one, and a dropped page is read again.
      const body = new Uint8Array(task.source.body);
      slot.worker.postMessage({ ...task.source, body } satisfies ToPageWorker, [body.buffer]);
    }
  };

  const enqueue = (source: ToPageWorker) =>
    new Promise<ReadResult<PageFacts | RknFacts>>((resolve, reject) => {
      if (isStopped) {
        reject(new Error('the reader of pages is stopped'));
        return;
      }
      waiting.push({ source, resolve, reject });
      next();
    });

  return {
    read: (source) => enqueue({ ...source, reader: 'seo' }) as Promise<ReadResult>,
    readRkn: (source) => enqueue({ ...source, reader: 'rkn' }) as Promise<ReadResult<RknFacts>>,
    async stop() {
      isStopped = true;
      const stopped = new Error('the reader of pages is stopped');
      for (const task of waiting.splice(0)) task.reject(stopped);
      await Promise.all(
        slots.map(async (slot) => {
          const { worker } = slot;
          slot.worker = null;
          endLimit(slot);
          for (const task of slot.tasks.splice(0)) task.reject(stopped);
          await worker?.terminate();
        }),
      );
    },
  };
}
