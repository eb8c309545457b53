import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createTrapGuard } from './traps.ts';

const site = 'https://example.com';
const unlisted = { isListed: false };

test('200 URLs of one pattern are admitted, and as many of another', () => {
  const guard = createTrapGuard({ maxPages: 1_000 });
  const reasons = (path: (n: number) => string) =>
    Array.from({ length: 201 }, (_, n) => guard.admit(site + path(n), unlisted)).filter((reason) => reason !== null);
  expect(reasons((n) => `/calendar/${2_000 + n}/05`)).toEqual(['pattern']);
  expect(reasons((n) => `/news/${n}`)).toEqual(['pattern']);
  expect(guard.skipped()).toEqual([
    { reason: 'pattern', pattern: '/calendar/:n/:n', count: 1, samples: [`${site}/calendar/2200/05`] },
    { reason: 'pattern', pattern: '/news/:n', count: 1, samples: [`${site}/news/200`] },
  ]);
});

test('50 variants of the query of one path are admitted', () => {
  const guard = createTrapGuard({ maxPages: 1_000 });
  const admit = (path: string, count: number) =>
    Array.from({ length: count }, (_, n) => guard.admit(`${site}${path}?filter=${n}`, unlisted));
  expect(admit('/list', 52)).toEqual([...Array(50).fill(null), 'query', 'query']);
  expect(admit('/other', 50)).toEqual(Array(50).fill(null));
  expect(guard.admit(`${site}/list`, unlisted)).toBeNull();
});

test('a segment may stand twice in a path', () => {
  const guard = createTrapGuard({ maxPages: 10 });
  expect(guard.admit(`${site}/a/b/a/`, unlisted)).toBeNull();
  for (const path of ['/a/b/a/b/a', '/a/a/a/x', '/a////b'])
    expect([path, guard.admit(site + path, unlisted)]).toEqual([path, 'repeat']);
  expect(guard.skipped().map(({ pattern }) => pattern)).toEqual(['/a/b/a/b/a/…', '/a/a/a/…', '/a////…']);
});

test('a URL has at most 2048 characters', () => {
  const guard = createTrapGuard({ maxPages: 10 });
  const long = (length: number) => `${site}/`.padEnd(length, 'x');
  expect(guard.admit(long(2_048), unlisted)).toBeNull();
  expect(guard.admit(long(2_049), unlisted)).toBe('length');
});

test('a listed URL is held back by the whole alone, and uses up nothing of its pattern', () => {
  const guard = createTrapGuard({ maxPages: 30 });
  for (let n = 0; n < 250; n += 1) expect(guard.admit(`${site}/post/${n}`, { isListed: true })).toBeNull();
  expect(guard.admit(`${site}/a/a/a/a`, { isListed: true })).toBeNull();
  for (let n = 251; n < 300; n += 1) expect(guard.admit(`${site}/post/${n}`, unlisted)).toBeNull();
  expect(guard.admit(`${site}/x`, { isListed: true })).toBe('too_many');
  expect(guard.admit(`${site}/y`, unlisted)).toBe('too_many');
});

test('each pattern keeps five samples, and endless patterns are counted together', () => {
  const guard = createTrapGuard({ maxPages: 100_000 });
  const letters = (n: number) =>
    String.fromCharCode(97 + (n % 26), 97 + (Math.floor(n / 26) % 26), 97 + Math.floor(n / 676));
  for (let n = 0; n < 5_000; n += 1) guard.admit(`${site}/${letters(n)}/s/s/s/${n}`, unlisted);
  const skipped = guard.skipped();
  expect(skipped).toHaveLength(1_001);
  expect(skipped.at(-1)).toMatchObject({ reason: 'repeat', pattern: '…', count: 4_000 });
  expect(Math.max(...skipped.map(({ samples }) => samples.length))).toBe(5);
});

test('a guard that is given the admitted URLs again decides as the first one', () => {
  const path = fc.oneof(
    fc.integer({ min: 0, max: 999 }).map((n) => `/news/${n}`),
    fc.integer({ min: 0, max: 99 }).map((n) => `/list?page=${n}`),
    fc.constantFrom('/a/a/a', '/b', '/c/d'),
  );
  const found = fc.array(fc.record({ url: path.map((each) => site + each), isListed: fc.boolean() }), {
    minLength: 300,
    maxLength: 900,
    size: 'max',
  });
  fc.assert(
    fc.property(found, found, (before, after) => {
      const first = createTrapGuard({ maxPages: 60 });
      const admitted = before.filter(({ url, isListed }) => first.admit(url, { isListed }) === null);
      const second = createTrapGuard({ maxPages: 60 });
      for (const { url, isListed } of admitted) expect(second.admit(url, { isListed })).toBeNull();
      for (const { url, isListed } of after)
        expect(second.admit(url, { isListed })).toBe(first.admit(url, { isListed }));
    }),
    { numRuns: 20 },
  );
});
