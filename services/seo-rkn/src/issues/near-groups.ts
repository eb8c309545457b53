import { setImmediate } from 'node:timers/promises';
import { isSimilar } from '../pages/text-signature.ts';
import { groupPages } from './group-pages.ts';
import type { SiteGraph } from './group-rules.ts';
import type { PageSummary } from './page-summary.ts';

/** MinHash similarity from which two texts are nearly the same. */
export const sameText = 0.8;

/** 16 bands of 4 bins: a pair at 0.8 shares a band with a chance of 0.9998. */
const bands = 16;
const bandBins = 4;
/** Pages of one band that are compared; more share a template, and the first ones stand for them. */
const maxInBand = 200;
/** Pairs between two turns of the event loop, a few milliseconds. */
const comparedAtOnce = 20_000;
/** A key holds the hash of a band above the index of a page: 53 bits are exact in a float. */
const indexRange = 2 ** 21;

/**
 * Groups of pages with a MinHash similarity of 0.8 or more, by locality-sensitive hashing and union-find. A
 * bucket is a run of a sorted array: maps of a large site would be a hundred megabytes of garbage.
 */
export async function nearGroups(pages: readonly PageSummary[], binsOf: SiteGraph['binsOf']): Promise<PageSummary[][]> {
  const parents = Int32Array.from(pages, (_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root] ?? root;
    for (let at = index; at !== root; ) {
      const next = parents[at] ?? root;
      parents[at] = root;
      at = next;
    }
    return root;
  };
  const binsAt = (index: number): Uint16Array | null => {
    const page = pages[index];
    return page ? binsOf(page) : null;
  };
  let compared = 0;
  for (let band = 0; band < bands; band += 1) {
    await setImmediate();
    const keys = sortedKeys(pages, binsOf, band);
    for (const [begin, end] of runsOf(keys))
      for (let position = begin; position < end; position += 1) {
        compared += end - position;
        if (compared >= comparedAtOnce) {
          compared = 0;
          await setImmediate();
        }
        const left = indexOf(keys, position);
        const leftBins = binsAt(left);
        for (let at = position + 1; leftBins && at < end; at += 1) {
          const right = indexOf(keys, at);
          if (rootOf(left) === rootOf(right)) continue;
          const rightBins = binsAt(right);
          if (rightBins && isSimilar(leftBins, rightBins, sameText)) parents[rootOf(right)] = rootOf(left);
        }
      }
  }
  return groupPages(pages, (_, index) => rootOf(index)).groups.map(([, group]) => group);
}

/** Keys of the pages with a signature, by the hash of a band, then by index. */
function sortedKeys(pages: readonly PageSummary[], binsOf: SiteGraph['binsOf'], band: number): Float64Array {
  const keys = new Float64Array(pages.length);
  let count = 0;
  for (const [index, page] of pages.entries()) {
    const bins = binsOf(page);
    if (!bins) continue;
    let hash = band + 1;
    for (let at = 0; at < bandBins; at += 1) hash = Math.imul(hash, 0x9e3779b1) ^ (bins[band * bandBins + at] ?? 0);
    keys[count] = (hash >>> 0) * indexRange + index;
    count += 1;
  }
  return keys.subarray(0, count).sort();
}

const hashOf = (keys: Float64Array, at: number): number => Math.floor((keys[at] ?? 0) / indexRange);
const indexOf = (keys: Float64Array, at: number): number => (keys[at] ?? 0) % indexRange;

/** Begin and end of the runs of equal hashes with two keys and more, each cut to its first keys. */
function* runsOf(keys: Float64Array): Generator<[begin: number, end: number]> {
  for (let begin = 0; begin < keys.length; ) {
    let end = begin + 1;
    while (end < keys.length && hashOf(keys, end) === hashOf(keys, begin)) end += 1;
    if (end > begin + 1) yield [begin, Math.min(end, begin + maxInBand)];
    begin = end;
  }
}
