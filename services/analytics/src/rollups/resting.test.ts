import { expect, test } from '@jest/globals';
import { resting } from './resting.ts';

test('a job rests twenty times as long as it took, also when it failed, and five minutes at most', async () => {
  let ms = 0;
  let takes = 100;
  let runs = 0;
  let fails = false;
  const job = resting(
    async () => {
      runs += 1;
      ms += takes;
      if (fails) throw new Error('failed');
    },
    () => ms,
  );
  await job();
  ms += 1_999;
  await job();
  expect(runs).toBe(1);
  ms += 1;
  fails = true;
  await expect(job()).rejects.toThrow('failed');
  await job();
  expect(runs).toBe(2);
  ms += 2_000;
  fails = false;
  takes = 60_000;
  await job();
  ms += 299_999;
  await job();
  expect(runs).toBe(3);
  ms += 1;
  await job();
  expect(runs).toBe(4);
});
