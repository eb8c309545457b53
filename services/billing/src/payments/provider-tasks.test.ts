import { expect, test } from '@jest/globals';
import { AppError, createLog } from '@platform/runtime';
import { interleave, type ProviderTask, runProviderTasks } from './provider-tasks.ts';

const app = { log: createLog('billing', 'silent') };
const budget = { beginWithinMs: 60_000, answerWithinMs: 60_000 };

const task = (run: () => Promise<void>): ProviderTask => ({ about: {}, run });

test.each([
  [['a', 'b', 'c'], ['1'], ['a', '1', 'b', 'c']],
  [['a'], ['1', '2', '3'], ['a', '1', '2', '3']],
  [[], ['1'], ['1']],
  [[], [], []],
])('%j and %j are taken in turns', (first, second, order) => {
  expect(interleave(first, second)).toEqual(order);
});

test('a failure is reported to its task and does not stop the others', async () => {
  const done: number[] = [];
  let failures = 0;
  const tasks = Array.from({ length: 20 }, (_, index) => ({
    ...task(async () => {
      if (index % 2 === 0) throw new AppError('provider_error');
      done.push(index);
    }),
    failed: () => {
      failures += 1;
    },
  }));
  expect(await runProviderTasks(app, tasks, budget)).toBe(20);
  expect(done).toHaveLength(10);
  expect(failures).toBe(10);
});

test('a provider that answers no call is left alone after eight in a row', async () => {
  const tasks = Array.from({ length: 100 }, () =>
    task(async () => {
      throw new AppError('service_unavailable');
    }),
  );
  const begun = await runProviderTasks(app, tasks, budget);
  expect(begun).toBeGreaterThanOrEqual(8);
  // Each of the eight workers may have begun one more.
  expect(begun).toBeLessThanOrEqual(16);
});

test('after its time to begin no task is begun', async () => {
  const tasks = [task(async () => {})];
  expect(await runProviderTasks(app, tasks, { ...budget, beginWithinMs: 0 })).toBe(0);
});

test('a task that hangs does not hold the answer', async () => {
  const hanging = task(() => new Promise(() => {}));
  expect(await runProviderTasks(app, [hanging], { ...budget, answerWithinMs: 20 })).toBe(1);
});
