import { describe, expect, test } from '@jest/globals';
import { AppError, createLog } from '@platform/runtime';
import { interleave, type ProviderTask, runProviderTasks } from './provider-tasks.ts';

const app = { log: createLog('billing', 'silent') };
const budget = { beginWithinMs: 60_000, answerWithinMs: 60_000 };

const task = (run: () => Promise<void>, shop: string | null = null): ProviderTask => ({ about: {}, shop, run });

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
  expect(await runProviderTasks(app, tasks, budget)).toEqual([]);
  expect(done).toHaveLength(10);
  expect(failures).toBe(10);
});

test('a provider that answers no call is left alone after eight in a row', async () => {
  const tasks = Array.from({ length: 100 }, () =>
    task(async () => {
      throw new AppError('service_unavailable');
    }),
  );
  const begun = 100 - (await runProviderTasks(app, tasks, budget)).length;
  expect(begun).toBeGreaterThanOrEqual(8);
  // Each of the eight workers may have begun one more.
  expect(begun).toBeLessThanOrEqual(16);
});

test('a shop for which the provider does not answer stops its own tasks alone', async () => {
  const done: number[] = [];
  const down = Array.from({ length: 50 }, () => task(() => Promise.reject(new AppError('service_unavailable')), 'a'));
  const up = Array.from({ length: 50 }, (_, index) => task(async () => void done.push(index), 'b'));
  const left = await runProviderTasks(app, [...down, ...up], budget);
  expect(done).toHaveLength(50);
  expect(new Set(left.map(({ shop }) => shop))).toEqual(new Set(['a']));
  expect(left.length).toBeGreaterThanOrEqual(50 - 16);
});

test('a shop that hangs leaves turns to the others', async () => {
  const done: number[] = [];
  const hanging = Array.from({ length: 50 }, () => task(() => new Promise(() => {}), 'a'));
  const up = Array.from({ length: 50 }, (_, index) => task(async () => void done.push(index), 'b'));
  await runProviderTasks(app, [...hanging, ...up], { ...budget, answerWithinMs: 500 });
  expect(done).toHaveLength(50);
});

test('after its time to begin no task is begun', async () => {
  const tasks = [task(async () => {})];
  expect(await runProviderTasks(app, tasks, { ...budget, beginWithinMs: 0 })).toEqual(tasks);
});

test('a task that hangs does not hold the answer', async () => {
  const hanging = task(() => new Promise(() => {}));
  expect(await runProviderTasks(app, [hanging], { ...budget, answerWithinMs: 20 })).toEqual([]);
});

describe('further tasks', () => {
  /** Answers lists of so many tasks, one after the other, then none. */
  const source = (sizes: number[]) => {
    const done: string[] = [];
    let asked = 0;
    const more = async () => {
      const list = asked;
      asked += 1;
      return Array.from({ length: sizes[list] ?? 0 }, (_, index) =>
        task(async () => void done.push(`${list}.${index}`)),
      );
    };
    return { done, more, asked: () => asked };
  };

  test('are asked for until there are none', async () => {
    const { done, more, asked } = source([3, 1, 20]);
    expect(await runProviderTasks(app, [], { ...budget, more })).toEqual([]);
    expect(done).toHaveLength(24);
    expect(new Set(done).size).toBe(24);
    expect(asked()).toBe(4);
  });

  test('do not wait for a task that hangs', async () => {
    const { done, more } = source([20]);
    const hanging = task(() => new Promise(() => {}));
    await runProviderTasks(app, [hanging], { ...budget, answerWithinMs: 200, more });
    expect(done).toHaveLength(20);
  });

  test('are not asked for while the provider is down', async () => {
    const { more, asked } = source([5]);
    const unanswered = task(() => Promise.reject(new AppError('service_unavailable')));
    await runProviderTasks(
      app,
      Array.from({ length: 100 }, () => unanswered),
      { ...budget, more },
    );
    expect(asked()).toBe(0);
  });

  test('that cannot be had end the run with their error', async () => {
    const more = () => Promise.reject(new Error('no database'));
    await expect(runProviderTasks(app, [], { ...budget, more })).rejects.toThrow('no database');
  });
});
