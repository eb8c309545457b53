import { expect, test } from '@jest/globals';
import { within } from './time.ts';

const never = () => new Promise<never>(() => {});

test('work in time has its result or its failure, and late work what stands for it', async () => {
  expect(await within(60_000, Promise.resolve('done'), () => 'late')).toBe('done');
  expect(await within(1, never(), () => 'late')).toBe('late');
  await expect(within(60_000, Promise.reject(new Error('failed')), () => 'late')).rejects.toThrow('failed');
  await expect(
    within(1, never(), () => {
      throw new Error('too late');
    }),
  ).rejects.toThrow('too late');
});

test('a failure behind the time limit does not end the process', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  expect(await within(1, promise, () => 'late')).toBe('late');
  reject(new Error('failed behind its limit'));
  await new Promise((resolve) => setImmediate(resolve));
});
