import { expect, test } from '@jest/globals';
import { lazyClient } from './lazy-client.ts';

test('the client is loaded once, with its first use, and ended where it was opened', async () => {
  const calls: string[] = [];
  const open = () => {
    calls.push('load');
    return Promise.resolve('client');
  };
  const end = (client: string) => void calls.push(`end ${client}`);
  const used = lazyClient(open, end);
  expect(calls).toEqual([]);
  expect(await Promise.all([used.open(), used.open()])).toEqual(['client', 'client']);
  await used.close();
  await lazyClient(open, end).close();
  expect(calls).toEqual(['load', 'end client']);
});

test('a failed load fails its callers, and the next call loads again', async () => {
  let loads = 0;
  const client = lazyClient(() => {
    loads += 1;
    return loads === 1 ? Promise.reject(new Error('no memory')) : Promise.resolve(loads);
  });
  const first = await Promise.allSettled([client.open(), client.open()]);
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await client.open()).toBe(2);
});

test('a closed client is refused', async () => {
  const client = lazyClient(() => Promise.resolve('client'));
  await client.close();
  await expect(client.open()).rejects.toThrow('the client is closed');
});
