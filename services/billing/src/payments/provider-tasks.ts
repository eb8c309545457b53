import { AppError, errorText, singleFlight, within } from '@platform/runtime';
import type { App } from '../app.ts';
import { isAccessDenied } from '../providers/unwrap.ts';

/** Work that asks the provider about one row, or about a list. */
export interface ProviderTask {
  /** Names the row in the log. */
  about: Record<string, string>;
  /** The shop that is asked; null for the shop of the installation. */
  shop: string | null;
  run(): Promise<void>;
  /** Called when `run` has failed. */
  failed?(): void;
}

export interface Budget {
  /** Tasks are begun for so many milliseconds. */
  beginWithinMs: number;
  /** The call resolves after so many milliseconds at most; a task that runs longer goes on by itself. */
  answerWithinMs: number;
  /**
   * Asked for further tasks of other shops when all are begun, one call at a time; none ends the run.
   * @param downShops shops for which the provider does not answer
   */
  more?(downShops: readonly (string | null)[]): Promise<readonly ProviderTask[]>;
}

const concurrency = 8;
/**
 * So many unanswered calls in a row mean that the provider is down for a shop; asking on would only make it worse.
 */
const outage = 8;

/** The items of both lists in turns, the first list first; what is left of the longer one comes last. */
export const interleave = <T>(first: readonly T[], second: readonly T[]): T[] =>
  Array.from({ length: Math.max(first.length, second.length) }, (_, index) => [
    ...first.slice(index, index + 1),
    ...second.slice(index, index + 1),
  ]).flat();

/** The tasks of one shop in a run. */
interface ShopState {
  running: number;
  /** Unanswered calls in a row. */
  unanswered: number;
  isDenied: boolean;
}

/** Tasks that wait, in their order within each shop. */
class TaskQueue {
  readonly #tasks: ProviderTask[];
  readonly #states = new Map<string | null, ShopState>();

  constructor(tasks: readonly ProviderTask[]) {
    this.#tasks = [...tasks];
  }

  get waiting(): ProviderTask[] {
    return this.#tasks;
  }

  stateOf(shop: string | null): ShopState {
    const state = this.#states.get(shop) ?? { running: 0, unanswered: 0, isDenied: false };
    this.#states.set(shop, state);
    return state;
  }

  add(tasks: readonly ProviderTask[]): void {
    this.#tasks.push(...tasks);
  }

  get downShops(): (string | null)[] {
    return [...this.#states].flatMap(([shop, { unanswered }]) => (unanswered >= outage ? [shop] : []));
  }

  /** Whether some shop answers, as far as is known; with no task yet, the provider does. */
  get isAnswering(): boolean {
    return this.#states.size === 0 || this.downShops.length < this.#states.size;
  }

  /**
   * The first task of the shop with the fewest running ones, so that a shop that hangs leaves turns to the others;
   * undefined when only tasks of shops that are down wait.
   */
  take(): ProviderTask | undefined {
    let best: number | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    const seen = new Set<string | null>();
    for (const [index, { shop }] of this.#tasks.entries()) {
      if (seen.has(shop)) continue;
      seen.add(shop);
      const { running, unanswered } = this.stateOf(shop);
      if (unanswered >= outage || running >= fewest) continue;
      [best, fewest] = [index, running];
    }
    return best === undefined ? undefined : this.#tasks.splice(best, 1)[0];
  }
}

/**
 * Runs the tasks, several at a time, until all are done, the budget is spent or the provider is down. The shops take
 * turns, and the tasks of one shop come in their order. A failure is logged and does not stop the others; a shop for
 * which the provider does not answer stops its own tasks alone.
 * @returns the tasks that were not begun
 * @throws the error of `more`; begun tasks go on
 */
export async function runProviderTasks(
  app: Pick<App, 'log'>,
  tasks: readonly ProviderTask[],
  { beginWithinMs, answerWithinMs, more = async () => [] }: Budget,
): Promise<ProviderTask[]> {
  const beginUntil = performance.now() + beginWithinMs;
  const queue = new TaskQueue(tasks);
  const flight = singleFlight();
  let isEmpty = false;
  const fail = (task: ProviderTask, error: unknown) => {
    task.failed?.();
    const state = queue.stateOf(task.shop);
    if (error instanceof AppError && error.code === 'service_unavailable') state.unanswered += 1;
    // It answered, if only that it does not know what we ask about.
    else if (error instanceof AppError && error.code === 'provider_error') state.unanswered = 0;
    if (isAccessDenied(error) && !state.isDenied) {
      state.isDenied = true;
      const facts = { shop: task.shop, reason: error.cause.message };
      app.log.error(facts, 'the payment provider refuses the credentials of the platform');
    }
    app.log.warn(
      { ...task.about, reason: errorText(error) },
      'a payment or refund could not be reconciled; it is retried',
    );
  };
  const refill = async () => {
    const further = await more(queue.downShops);
    isEmpty = further.length === 0;
    queue.add(further);
  };
  const run = async (task: ProviderTask) => {
    const state = queue.stateOf(task.shop);
    state.running += 1;
    try {
      await task.run();
      state.unanswered = 0;
    } catch (error) {
      fail(task, error);
    } finally {
      state.running -= 1;
    }
  };
  const work = async () => {
    while (performance.now() < beginUntil) {
      const task = queue.take();
      if (task) await run(task);
      else if (isEmpty || !queue.isAnswering) return;
      else await flight('more', refill);
    }
  };
  await within(answerWithinMs, Promise.all(Array.from({ length: concurrency }, work)), () => {});
  return queue.waiting;
}
