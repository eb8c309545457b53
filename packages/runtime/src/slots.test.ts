import { setImmediate as tick } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { runInSlots } from './slots.ts';

test('so many items as slots run at a time, in their order', async () => {
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  await runInSlots([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    begun.push(item);
    running += 1;
    most = Math.max(most, running);
    await tick();
    running -= 1;
  });
  expect([begun, most, running]).toEqual([[1, 2, 3, 4, 5, 6, 7], 3, 0]);
});

test('behind a failure no further item begins, and the caller gets it', async () => {
  const begun: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    await tick();
    if (item === 1) throw new Error('no');
  };
  await expect(runInSlots([1, 2, 3, 4, 5, 6], 2, work)).rejects.toThrow('no');
  await tick();
  await tick();
  expect(begun).toEqual([1, 2]);
});
