import type { Counter } from 'prom-client';
import { compare, minVersion, parse, Range, type SemVer } from 'semver';

/** A version of an app in the form of SemVer 2.0.0, without build metadata. */
export type AppVersion = SemVer;
export type VersionRange = Range;

/** Limits of the contracts; a longer text is no version and no range. */
const maxVersionLength = 64;
const maxRangeLength = 100;
/** Every number of 15 digits is exact. */
const written = /^v?(\d{1,15}(?:\.\d{1,15})*)(?:-([0-9A-Za-z.-]+))?(.*)$/is;
/** What stores and build tools write behind a version: `+45`, `(45)`, `build 45`. */
const buildSuffix = /^(?:\+.*|\s*\(.*\)|\s+build\s.*)?$/is;

const withoutLeadingZeros = (number: string): string => number.replace(/^0+(?=\d)/, '');

/**
 * The version of an app as every comparison of the platform sees it. Missing parts are zeros (`2.0` is `2.0.0`);
 * further numbers and a build suffix are cut (`2.0.0.1234`, `2.0.0 (45)`, `2.0.0+45`); leading zeros do not
 * count (`2026.01`); a pre-release stays (`2.0.0-beta.1`).
 * @param text as a client or an author writes it
 * @returns a semantic version, <https://semver.org>; null for a text that is no version
 */
export function normalizeAppVersion(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text.length > maxVersionLength) return null;
  const [, numbers, preRelease, suffix] = written.exec(text.trim()) ?? [];
  if (numbers === undefined || suffix === undefined || !buildSuffix.test(suffix)) return null;
  const [major = '0', minor = '0', patch = '0'] = numbers.split('.').map(withoutLeadingZeros);
  const core = `${major}.${minor}.${patch}`;
  if (preRelease === undefined) return core;
  const identifiers = preRelease.split('.');
  if (identifiers.includes('')) return null;
  return `${core}-${identifiers.map((part) => (/^\d+$/.test(part) ? withoutLeadingZeros(part) : part)).join('.')}`;
}

/** @see normalizeAppVersion */
export function parseAppVersion(text: string | null | undefined): AppVersion | null {
  const version = normalizeAppVersion(text);
  return version === null ? null : parse(version);
}

/** Whether a version has precedence over another one (SemVer 2.0.0 §11). */
export const isNewerVersion = (version: AppVersion, than: AppVersion): boolean => compare(version, than) > 0;

const comparator = /^([<>]=?|[=^~]|~>)?v?(\d{1,15}(?:\.\d{1,15})*)(?![\d])(.*)$/is;
const bounds = ['>', '>=', '<', '<='];

/** A comparator whose bound has three numbers: `>=2.0` is `>=2.0.0`. The others are written as npm reads them. */
function fillBound(token: string): string {
  const [, operator = '', written = '', rest = ''] = comparator.exec(token) ?? [];
  if (written === '') return token;
  const numbers = written.split('.').map(withoutLeadingZeros);
  const isBound = bounds.includes(operator) && !/^\.[x*]/i.test(rest);
  while (isBound && numbers.length < 3) numbers.push('0');
  return `${operator}${numbers.join('.')}${rest}`;
}

/**
 * A range of versions as npm writes them (<https://github.com/npm/node-semver#ranges>), with one difference: a
 * missing part of a bound is zero, as in a version, so that `>2.0` and `<=2.0` meet at 2.0.0. `2.0`, `2.x` and
 * `~2.0` are all versions 2.0. Pre-releases are versions like others.
 * @returns null for a text that is no range
 */
export function parseVersionRange(text: string): VersionRange | null {
  if (text.length > maxRangeLength) return null;
  const tokens = text
    .replace(/([<>=^~])\s+/g, '$1')
    .replaceAll('||', ' || ')
    .trim()
    .split(/\s+/);
  try {
    return new Range(tokens.map(fillBound).join(' '), { includePrerelease: true });
  } catch {
    return null;
  }
}

/**
 * What is wrong with a range that is about to be written: it cannot be read, an alternative is empty, which
 * would mean any version, or no version is in it.
 * @returns the words behind the name of the field; null for a range that can be used
 */
export function findRangeProblem(text: string): string | null {
  const range = parseVersionRange(text);
  if (range === null)
    return 'is not a range of versions. Write for example >=2.1.0 <3, with at most three numbers in each version';
  if (text.split('||').some((alternative) => alternative.trim() === ''))
    return 'has an empty alternative, which would mean every version. Write * for every version';
  if (minVersion(range) === null) return 'contains no version: no version satisfies all of its bounds';
  return null;
}

/**
 * The version that a client sends with a read. A text that is no version is counted, because every rule on
 * versions passes over this client; the read goes on without a version.
 * @param use which rules are asked, the label of the counter
 */
export function readClientVersion<Use extends string>(
  unreadableVersions: Pick<Counter<'use'>, 'inc'>,
  use: Use,
  text: string | null | undefined,
): string | null {
  if (text === null || text === undefined || text === '') return null;
  const version = normalizeAppVersion(text);
  if (version === null) unreadableVersions.inc({ use });
  return version;
}
