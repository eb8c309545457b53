import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import murmurhash3js from 'murmurhash3js';
import { bucketOf, murmur3 } from './bucket.ts';

describe('murmur3', () => {
  // Published vectors of MurmurHash3_x86_32 with seed 0.
  test.each<[string, number]>([
    ['', 0],
    ['a', 0x3c2569b2],
    ['test', 0xba6bd213],
    ['Hello, world!', 0xc0363e43],
    ['The quick brown fox jumps over the lazy dog', 0x2e4ff723],
  ])('of %j is what the reference says', (text, expected) => {
    expect(murmur3(Buffer.from(text))).toBe(expected);
  });
});

describe('bucketOf', () => {
  const vectors = new URL('../../../../packages/client/vectors/buckets.json', import.meta.url);
  const { cases } = JSON.parse(readFileSync(vectors, 'utf8')) as {
    cases: { flag: string; user: string; bucket: number }[];
  };
  test.each(cases)('puts $user into bucket $bucket of $flag', ({ flag, user, bucket }) => {
    expect(bucketOf(flag, user)).toBe(bucket);
  });

  // From the tests of Unleash's own clients: normalizedValue(id, group).
  test('puts users where Unleash puts them', () => {
    expect(bucketOf('gr1', '123')).toBe(73);
    expect(bucketOf('groupX', '999')).toBe(25);
  });

  // unleash-client 6.12.1: normalizedStrategyValue(id, groupId), with its own hash library.
  const unleashBucket = (id: string, groupId: string) => (murmurhash3js.x86.hash32(`${groupId}:${id}`, 0) % 100) + 1;

  test('equals the bucket of unleash-client for ids of any script', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (id, flag) => {
        expect([id, bucketOf(flag, id)]).toEqual([id, unleashBucket(id, flag)]);
      }),
      { numRuns: 2_000 },
    );
    const ids = ['Zoë', 'Анна Каренина', '山田太郎', '😀', 'user-42', 'и', '', '\ud800'];
    expect(ids.map((id) => bucketOf('Dark.Mode~2', id))).toEqual(ids.map((id) => unleashBucket(id, 'Dark.Mode~2')));
  });

  test('is from 1 to 100, and the same every time', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (flag, user) => {
        const bucket = bucketOf(flag, user);
        expect(bucket).toBeGreaterThanOrEqual(1);
        expect(bucket).toBeLessThanOrEqual(100);
        expect(bucketOf(flag, user)).toBe(bucket);
      }),
    );
  });

  test('spreads users evenly, and differently for each flag', () => {
    const users = Array.from({ length: 20_000 }, (_, n) => `user-${n}`);
    const share = (flag: string) => users.filter((user) => bucketOf(flag, user) <= 30).length / users.length;
    expect(share('one')).toBeCloseTo(0.3, 1);
    expect(share('two')).toBeCloseTo(0.3, 1);
    const both = users.filter((user) => bucketOf('one', user) <= 30 && bucketOf('two', user) <= 30).length;
    expect(both / users.length).toBeCloseTo(0.09, 1);
  });
});
