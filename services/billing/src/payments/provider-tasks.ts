import { AppError, errorText, singleFlight, within } from '@platform/runtime';
import type { App } from '../app.ts';
import { isAccessDenied } from '../providers/unwrap.ts';

/** Work that asks the provider about one row, or about a list. */
export interface ProviderTask {
  /** Names the row in the log. */
  about: Record<string, string>;
  run(): Promise<void>;
  /** Called when `run` has failed. */
  failed?(): void;
}

export interface Budget {
  /** Tasks are begun for so many milliseconds. */
  beginWithinMs: number;
  /** The call resolves after so many milliseconds at most; a task that runs longer goes on by itself. */
  answerWithinMs: number;
  /** Asked for further tasks when all are begun, one call at a time; none ends the run. */
  more?(): Promise<readonly ProviderTask[]>;
}

const concurrency = 8;
/** So many unanswered calls in a row mean that the provider is down; asking on would only make it worse. */
const outage = 8;

/** The items of both lists in turns, the first list first; what is left of the longer one comes last. */
export const interleave = <T>(first: readonly T[], second: readonly T[]): T[] =>
  Array.from({ length: Math.max(first.length, second.length) }, (_, index) => [
    ...first.slice(index, index + 1),
    ...second.slice(index, index + 1),
  ]).flat();

/**
 * Runs the tasks in their order, several at a time, until all are done, the budget is spent or the provider
 * is down. A failure is logged and does not stop the others.
 * @returns the tasks that were not begun
 * @throws the error of `more`; begun tasks go on
 */
export async function runProviderTasks(
  app: Pick<App, 'log'>,
  tasks: readonly ProviderTask[],
  { beginWithinMs, answerWithinMs, more = async () => [] }: Budget,
): Promise<ProviderTask[]> {
  const beginUntil = performance.now() + beginWithinMs;
  const queue = [...tasks];
  const flight = singleFlight();
  let isEmpty = false;
  let unanswered = 0;
  let isDenied = false;
  const fail = (task: ProviderTask, error: unknown) => {
    task.failed?.();
    if (error instanceof AppError && error.code === 'service_unavailable') unanswered += 1;
    // It answered, if only that it does not know what we ask about.
    else if (error instanceof AppError && error.code === 'provider_error') unanswered = 0;
    if (isAccessDenied(error) && !isDenied) {
      isDenied = true;
      app.log.error({ reason: error.cause.message }, 'the payment provider refuses the credentials of the platform');
    }
    app.log.warn(
      { ...task.about, reason: errorText(error) },
      'a payment or refund could not be reconciled; it is retried',
    );
  };
  const refill = async () => {
    const further = await more();
    isEmpty = further.length === 0;
    queue.push(...further);
  };
  const work = async () => {
    while (performance.now() < beginUntil && unanswered < outage) {
      if (queue.length === 0 && !isEmpty) await flight('more', refill);
      const task = queue.shift();
      if (!task && isEmpty) return;
      if (!task) continue;
      try {
        await task.run();
        unanswered = 0;
      } catch (error) {
        fail(task, error);
      }
    }
  };
  await within(answerWithinMs, Promise.all(Array.from({ length: concurrency }, work)), () => {});
  return queue;
}
