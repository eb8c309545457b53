import { expect, test } from '@jest/globals';
import { createBatchLoader } from './batch-loader.ts';

/** A loader whose batches end when the test ends them. */
function heldLoader(size: number) {
  const batches: { keys: readonly number[]; end(values?: readonly string[]): void; fail(error: Error): void }[] = [];
  const load = createBatchLoader<number, string>({
    size,
    atOnce: 1,
    load: (keys) =>
      new Promise((resolve, reject) =>
        batches.push({ keys, end: (values = keys.map((key) => `value ${key}`)) => resolve(values), fail: reject }),
      ),
  });
  return { load, batches };
}

test('a single load starts at once, and those that come meanwhile share the next batch', async () => {
  const { load, batches } = heldLoader(3);
  const loads = [1, 2, 3, 4, 5].map((key) => load(key));
  expect(batches.map(({ keys }) => keys)).toEqual([[1]]);
  batches[0]?.end();
  expect(await loads[0]).toBe('value 1');
  batches[1]?.end();
  expect(await Promise.all(loads.slice(1, 4))).toEqual(['value 2', 'value 3', 'value 4']);
  batches[2]?.end();
  expect(await loads[4]).toBe('value 5');
  expect(batches.map(({ keys }) => keys)).toEqual([[1], [2, 3, 4], [5]]);
});

test('a failed batch fails its own loads, and the next one runs', async () => {
  const { load, batches } = heldLoader(3);
  const [first, second] = [load(1), load(2)];
  batches[0]?.fail(new Error('down'));
  await expect(first).rejects.toThrow('down');
  batches[1]?.end();
  expect(await second).toBe('value 2');
});

test('a batch with a missing value fails instead of answering the value of another key', async () => {
  const { load, batches } = heldLoader(3);
  const first = load(1);
  const others = [load(2), load(3)];
  batches[0]?.end();
  await first;
  batches[1]?.end(['value 3']);
  const failed = await Promise.allSettled(others);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
