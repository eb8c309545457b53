import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type AppVersion,
  findRangeProblem,
  isNewerVersion,
  normalizeAppVersion,
  parseAppVersion,
  parseVersionRange,
} from './app-version.ts';

const isIn = (range: string, version: string): boolean => {
  const parsed = parseAppVersion(version);
  return parsed !== null && parseVersionRange(range)?.test(parsed) === true;
};

test.each([
  ['2', '2.0.0'],
  ['2.0', '2.0.0'],
  ['10.0', '10.0.0'],
  ['v2.1', '2.1.0'],
  ['2.0.0.1234', '2.0.0'],
  ['1.2.3.4.5', '1.2.3'],
  ['2.0.0 (45)', '2.0.0'],
  ['2.0(45)', '2.0.0'],
  ['2.0.1 build 45', '2.0.1'],
  ['2.0.1+45', '2.0.1'],
  [' 2.0.1\n', '2.0.1'],
  ['2026.01.09', '2026.1.9'],
  ['2.0-beta.1', '2.0.0-beta.1'],
  ['2.0.0.7-rc.01 (45)', '2.0.0-rc.1'],
])('the version %j counts as %s', (text, version) => {
  expect(normalizeAppVersion(text)).toBe(version);
  expect(parseAppVersion(text)?.version).toBe(version);
});

test.each(['', 'latest', '2.', '.2', '2..0', '-1', '2.0.0-', '2.0.0-a..b', '2.0 beta', '1e3', '9'.repeat(16), '2.x'])(
  'the text %j is no version',
  (text) => {
    expect(normalizeAppVersion(text)).toBeNull();
    expect(parseAppVersion(text)).toBeNull();
  },
);

describe('a range of versions', () => {
  test.each(['2', '2.0', '2.0.0', '10.0', '2.0.0.1234', '2.0.0 (45)'])('from 2.0 on contains %s', (version) => {
    for (const range of ['>=2', '>=2.0', '>=2.0.0', '>= 2.0', '>=v2.0', '>=02.0'])
      expect([range, isIn(range, version)]).toEqual([range, true]);
    expect(isIn('<2.0', version)).toBe(false);
  });

  test('has zeros for the missing parts of each bound', () => {
    for (const version of ['1.9.9', '2.0.0-beta.1', '2.0', '2.0.1', '2.1', '3'])
      for (const operator of ['>', '>=', '<', '<='])
        for (const part of ['2', '2.0'])
          expect([operator, part, version, isIn(`${operator}${part}`, version)]).toEqual([
            operator,
            part,
            version,
            isIn(`${operator}2.0.0`, version),
          ]);
  });

  test('without a bound means all versions that begin so', () => {
    for (const range of ['2.0', '=2.0', '~2.0', '2.0.x'])
      expect(['2.0', '2.0.9', '2.1'].map((version) => isIn(range, version))).toEqual([true, true, false]);
    expect(['2.0', '2.9.9', '3'].map((version) => isIn('^2', version))).toEqual([true, true, false]);
    expect(['1.9', '2.3', '3.5', '4'].map((version) => isIn('<2||>=3.0 <4', version))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test.each([
    ['newest', 'is not a range'],
    ['>=2.0.0.1234', 'is not a range'],
    ['>=2.0.0 (45)', 'is not a range'],
    ['>=', 'is not a range'],
    ['>=2.0 ||', 'empty alternative'],
    ['', 'empty alternative'],
    ['>=3 <2', 'contains no version'],
    ['>2.0 <=2.0.0', 'contains no version'],
  ])('is refused as %s', (range, words) => expect(findRangeProblem(range)).toContain(words));

  test.each(['*', '>=2.1.0 <3', '2.x', '^2 || ^4', '1.0 - 2.0', '>=2.0.0-beta.1 <2.0.0', '<1.0.0-beta', '2026.01'])(
    'is accepted as %s',
    (range) => expect(findRangeProblem(range)).toBeNull(),
  );
});

test('of two versions the one with the higher number is newer, and a release is newer than its pre-release', () => {
  const ascending = ['1.9', '1.10', '2.0-beta.2', '2.0-beta.11', '2', '2.0.1', '10'].map(
    (text) => parseAppVersion(text) as AppVersion,
  );
  for (const [at, version] of ascending.entries())
    for (const [otherAt, other] of ascending.entries()) expect(isNewerVersion(version, other)).toBe(at > otherAt);
});

test('whatever the text, reading a version or a range answers', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[<>=~^v|x*. 0-9+()-]{0,40}$/));
  fc.assert(
    fc.property(text, text, (version, range) => {
      const normalized = normalizeAppVersion(version);
      if (normalized !== null) {
        expect(parseAppVersion(version)?.version).toBe(normalized);
        expect(normalizeAppVersion(normalized)).toBe(normalized);
      }
      expect(typeof isIn(range, version)).toBe('boolean');
      if (parseVersionRange(range) === null) expect(findRangeProblem(range)).not.toBeNull();
    }),
  );
});
