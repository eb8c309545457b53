import { hash } from 'node:crypto';
import { cutText } from '@platform/contracts/cut-text';
import { pathPattern } from './url-key.ts';

/**
 * Why a URL is not crawled: too many of one pattern, of one path, a segment that repeats, its length, all
 * of them.
 */
export type TrapReason = 'pattern' | 'query' | 'repeat' | 'length' | 'too_many';

/** URLs of one pattern that were not crawled. */
export interface SkippedPattern {
  reason: TrapReason;
  pattern: string;
  count: number;
  /** The first ones, at most five. */
  samples: string[];
}

export interface TrapGuard {
  /**
   * Decides on a URL that was found, once for each URL key.
   * @param isListed whether a sitemap or the CMS names it; such a URL is only counted against the whole
   * @returns null when it may be crawled, else why not
   */
  admit(url: string, options: { isListed: boolean }): TrapReason | null;
  skipped(): SkippedPattern[];
}

const perPattern = 200;
const perPath = 50;
const maxLength = 2_048;
const maxRepeats = 3;
const maxSamples = 5;
/** Maximum of patterns that are counted separately; further ones are counted together for each reason. */
const maxSkippedPatterns = 1_000;

/**
 * Keeps the crawler out of calendars, filters and links that never end. The decisions depend on the admitted
 * URLs and their order alone: a guard that is given the admitted URLs again decides as the first one did.
 * The memory grows with the admitted URLs only, at most 200 bytes each.
 * @param options `maxPages` of the scan, ten times as many URLs may be discovered; `skipped` of the guard
 * before
 */
export function createTrapGuard({
  maxPages,
  skipped: before = [],
}: {
  maxPages: number;
  skipped?: readonly SkippedPattern[];
}): TrapGuard {
  const maxUrls = maxPages * 10;
  const counts = new Map<number, number>();
  const skipped = new Map<string, SkippedPattern>(
    before.map((each) => [`${each.reason} ${each.pattern}`, { ...each, samples: [...each.samples] }]),
  );
  let admitted = 0;

  const refusal = (url: URL, isListed: boolean): TrapReason | null => {
    if (isListed) return admitted >= maxUrls ? 'too_many' : null;
    if (url.href.length > maxLength) return 'length';
    if (repeatedAt(url.pathname) !== null) return 'repeat';
    if (url.search !== '' && (counts.get(pathKey(url)) ?? 0) >= perPath) return 'query';
    if ((counts.get(patternKey(url)) ?? 0) >= perPattern) return 'pattern';
    return admitted >= maxUrls ? 'too_many' : null;
  };
  const count = (key: number) => counts.set(key, (counts.get(key) ?? 0) + 1);

  return {
    admit(address, { isListed }) {
      const url = new URL(address);
      const reason = refusal(url, isListed);
      if (reason !== null) {
        countSkipped(skipped, reason, url);
        return reason;
      }
      admitted += 1;
      if (isListed) return null;
      if (url.search !== '') count(pathKey(url));
      count(patternKey(url));
      return null;
    },
    skipped: () => [...skipped.values()].map((each) => ({ ...each, samples: [...each.samples] })),
  };
}

/**
 * 48 bits of a hash instead of the text, which may be long. Two of 500,000 are the same once in 2,000
 * scans.
 */
export const shortKey = (text: string): number => hash('sha256', text, 'buffer').readUIntBE(0, 6);
const patternKey = (url: URL): number => shortKey(`pattern ${url.host} ${pathPattern(url.href)}`);
const pathKey = (url: URL): number => shortKey(`path ${url.host} ${url.pathname}`);

/** Where the path ends with which a segment occurs for the third time; null when none does. */
function repeatedAt(path: string): number | null {
  const seen = new Map<string, number>();
  let end = 0;
  // A trailing slash makes no segment.
  for (const segment of path.replace(/\/$/, '').slice(1).split('/')) {
    end += 1 + segment.length;
    const times = (seen.get(segment) ?? 0) + 1;
    if (times >= maxRepeats) return end;
    seen.set(segment, times);
  }
  return null;
}

function groupOf(reason: TrapReason, url: URL): string {
  switch (reason) {
    case 'query':
      return `${pathPattern(url.href)}?…`;
    case 'repeat':
      return `${pathPattern(`${url.origin}${url.pathname.slice(0, repeatedAt(url.pathname) ?? 0)}`)}/…`;
    case 'length':
      return `${cutText(pathPattern(url.href).split('/', 2).join('/').toWellFormed(), 100)}…`;
    case 'too_many':
      return '…';
    case 'pattern':
      return pathPattern(url.href);
  }
}

function countSkipped(skipped: Map<string, SkippedPattern>, reason: TrapReason, url: URL): void {
  const group = groupOf(reason, url);
  const isFull = skipped.size >= maxSkippedPatterns && !skipped.has(`${reason} ${group}`);
  const pattern = isFull ? '…' : group;
  const key = `${reason} ${pattern}`;
  const entry = skipped.get(key) ?? { reason, pattern, count: 0, samples: [] };
  entry.count += 1;
  if (entry.samples.length < maxSamples) entry.samples.push(url.href.slice(0, maxLength));
  skipped.set(key, entry);
}
