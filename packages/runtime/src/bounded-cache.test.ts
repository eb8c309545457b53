import { describe, expect, test } from '@jest/globals';
import { boundedCache, bytesOf } from './bounded-cache.ts';

describe('a bounded cache', () => {
  test('holds fewer entries the longer they are, keys as well as values', () => {
    const held = (key: number, value: number) => {
      const cache = boundedCache<string>({ maxBytes: 100_000 });
      for (let at = 0; at < 1_000; at += 1) cache.set(`${at}`.padStart(key, 'k'), 'v'.repeat(value));
      return cache.size;
    };
    expect(held(3, 1)).toBeGreaterThan(300);
    expect([held(5_000, 1), held(3, 5_000)]).toEqual([9, 9]);
    expect([held(60_000, 1), held(3, 60_000)]).toEqual([0, 0]);
  });

  test('keeps what was used last', () => {
    const cache = boundedCache<string>({ maxBytes: 1_500 });
    for (const key of ['a', 'b', 'a', 'c', 'a', 'd', 'e', 'f']) cache.get(key) ?? cache.set(key, 'x'.repeat(50));
    expect(cache.has('a') && cache.has('f')).toBe(true);
    expect(cache.has('b')).toBe(false);
  });
});

test('a value counts with all that it holds', () => {
  const text = 'x'.repeat(1_000);
  for (const value of [text, [text], { a: { b: text } }, new Map([['a', text]]), new Set([text]), Buffer.alloc(2_000)])
    expect(bytesOf(value)).toBeGreaterThanOrEqual(2_000);
  for (const value of [null, undefined, 7, true, () => text]) expect(bytesOf(value)).toBeLessThan(50);
  const endless: unknown[] = [];
  endless.push(endless);
  expect(bytesOf(endless)).toBeLessThan(2_000);
});
