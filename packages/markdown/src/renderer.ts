import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { MarkdownBusyError, MarkdownTooSlowError } from './errors.ts';
import type { Rendered, RenderOptions } from './types.ts';

export interface RendererOptions {
  /**
   * Processor time of one text, in milliseconds. Waiting, and a machine that is busy with other work, do not
   * count, up to ten times the limit.
   */
  timeoutMs?: number;
  /** Texts that wait behind the one that is rendered: of the longest ones, a dozen megabytes. */
  maxQueue?: number;
  /** An idle thread ends after this time: it holds tens of megabytes. */
  idleMs?: number;
}

export interface Renderer {
  /**
   * Html of a text and everything that is read from it. Texts are rendered in the order of the calls.
   * @throws MarkdownTooSlowError
   * @throws MarkdownBusyError
   */
  render(markdown: string, options: RenderOptions): Promise<Rendered>;
  /**
   * Html of a banner that is safe to publish, see `sanitizeBannerHtml`. Shares the queue and the limits of texts.
   * @param query parameters that its links get; none where null
   * @throws MarkdownTooSlowError
   * @throws MarkdownBusyError
   */
  renderBanner(html: string, query: Readonly<Record<string, string>> | null): Promise<string>;
  /** Ends the thread; texts that wait are refused. */
  close(): Promise<void>;
}

interface Job {
  task: RenderTask;
  resolve(rendered: Rendered | string): void;
  reject(error: Error): void;
}

/** What the thread gets. */
export type RenderTask =
  | { markdown: string; options: RenderOptions }
  | { banner: string; query: Readonly<Record<string, string>> | null };

type Answer = { ready: true } | { rendered: Rendered | string } | { error: Error };

/**
 * Time limit for a thread to load its modules: less than a second, or far longer on a machine without a free
 * core.
 */
const startLimitMs = 60_000;
/** The time of a text on a machine without a free core, as a multiple of its processor time. */
const wallFactor = 10;
/** The rest of a limit is not asked for more often. */
const shortestLimitMs = 50;

/** What a text may still take. */
interface Budget {
  /** Processor time of the thread when the text began, in milliseconds. */
  before: Promise<number>;
  /** Moment of `performance.now()` after which it is refused, with or without processor time left. */
  until: number;
}

/** Processor time that a thread has used, in milliseconds; infinite for one that has ended. */
const processorMs = (worker: Worker): Promise<number> =>
  worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1_000,
    () => Number.POSITIVE_INFINITY,
  );

/**
 * A text that needs more memory is refused, and the process lives on. 200,000 characters of the most expensive kind take
 * 90 MiB. V8 collects no garbage before half of the limit is used.
 */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };

/**
 * Renders texts in one worker thread, so that a long one stops nothing else. A text over the limit ends the
 * thread; the next text gets a new one. An idle thread keeps no process alive.
 */
export function createRenderer({ timeoutMs = 5000, maxQueue = 64, idleMs = 10_000 }: RendererOptions = {}): Renderer {
  const queue: Job[] = [];
  let current: Job | null = null;
  let worker: Worker | null = null;
  let isReady = false;
  let isClosed = false;
  let limit: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;

  function startNext(): void {
    if (current !== null || isClosed) return;
    current = queue.shift() ?? null;
    clearTimeout(idle);
    if (current === null) {
      worker?.unref();
      idle = setTimeout(endIdleWorker, idleMs).unref();
      return;
    }
    worker ??= startWorker();
    worker.ref();
    if (isReady) postCurrent();
    else armLimit(startLimitMs);
  }

  function postCurrent(): void {
    if (current === null || worker === null) return;
    const before = processorMs(worker);
    armLimit(timeoutMs, { before, until: performance.now() + wallFactor * timeoutMs });
    worker.postMessage(current.task);
  }

  /** Refuses the text after this time, or lets it use the processor time that it has left. */
  function armLimit(ms: number, budget?: Budget): void {
    clearTimeout(limit);
    const job = current;
    const armed = setTimeout(() => {
      // An answer that came while this loop was busy is read first.
      setImmediate(async () => {
        const leftMs = await leftOf(budget);
        if (limit !== armed || current !== job) return;
        if (leftMs > 0) armLimit(leftMs, budget);
        else discardWorker(new MarkdownTooSlowError());
      });
    }, ms);
    limit = armed;
  }

  /** Processor time that a text has left, in milliseconds; 0 when its time is over, or without a budget. */
  async function leftOf(budget: Budget | undefined): Promise<number> {
    if (budget === undefined || worker === null || performance.now() >= budget.until) return 0;
    const times = Promise.all([budget.before, processorMs(worker)]);
    // The thread does not answer while it runs native code.
    const late = sleep(Math.max(0, budget.until - performance.now()), null, { ref: false });
    const answer = await Promise.race([times, late]);
    if (answer === null) return 0;
    const [before, now] = answer;
    const leftMs = timeoutMs - (now - before);
    // The clock ends the wait, too.
    return leftMs > 0 ? Math.min(Math.max(shortestLimitMs, leftMs), budget.until - performance.now()) : 0;
  }

  function finishJob(give: (job: Job) => void): void {
    clearTimeout(limit);
    limit = undefined;
    const job = current;
    current = null;
    if (job !== null) give(job);
    startNext();
  }

  function endIdleWorker(): void {
    const ended = worker;
    worker = null;
    isReady = false;
    ended?.removeAllListeners('exit');
    void ended?.terminate();
  }

  /** Ends the thread and refuses the text that it has. */
  function discardWorker(error: Error): void {
    const discarded = worker;
    worker = null;
    isReady = false;
    discarded?.removeAllListeners('exit');
    void discarded?.terminate();
    finishJob((job) => job.reject(error));
  }

  function startWorker(): Worker {
    const started = new Worker(new URL('renderer-worker.ts', import.meta.url), { name: 'markdown', resourceLimits });
    started.on('message', (answer: Answer) => {
      if (worker !== started) return;
      if ('rendered' in answer) finishJob((job) => job.resolve(answer.rendered));
      else if ('error' in answer) finishJob((job) => job.reject(answer.error));
      else {
        isReady = true;
        postCurrent();
      }
    });
    started.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (worker === started) discardWorker(isMemory ? new MarkdownTooSlowError() : error);
    });
    started.on('exit', (code) => {
      if (worker === started) discardWorker(new Error(`the thread of the renderer ended with code ${code}`));
    });
    return started;
  }

  const enqueue = <R extends Rendered | string>(task: RenderTask): Promise<R> =>
    new Promise<Rendered | string>((resolve, reject) => {
      if (isClosed) throw new Error('the renderer is closed');
      if (current !== null && queue.length >= maxQueue) throw new MarkdownBusyError();
      queue.push({ task, resolve, reject });
      startNext();
    }) as Promise<R>;

  return {
    render: (markdown, options) => enqueue<Rendered>({ markdown, options }),
    renderBanner: (banner, query) => enqueue<string>({ banner, query }),
    close: async () => {
      isClosed = true;
      clearTimeout(limit);
      clearTimeout(idle);
      const refused = [...(current === null ? [] : [current]), ...queue.splice(0)];
      current = null;
      const ended = worker;
      worker = null;
      for (const job of refused) job.reject(new Error('the renderer is closed'));
      await ended?.terminate();
    },
  };
}
