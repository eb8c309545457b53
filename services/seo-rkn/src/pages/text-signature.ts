import { createHash } from 'node:crypto';
import stemmers from 'snowball-stemmers';

const russian = stemmers.newStemmer('russian');
const english = stemmers.newStemmer('english');
/** Words of a site repeat; the cache has a bound for sites of random strings. */
const maxStems = 50_000;
const stemHashes = new Map<string, number>();

const bins = 64;
const shingleWords = 3;
const minHashWords = 100;

/** Words of a text: letters and digits of any script, with inner hyphens and apostrophes. */
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];

/** Stem of a word, Russian for Cyrillic and English for the rest; `ё` counts as `е`. */
export function stemOf(word: string): string {
  const lower = word.toLowerCase().replaceAll('ё', 'е');
  return /[а-я]/.test(lower) ? russian.stem(lower) : english.stem(lower);
}

/** Hash of the words of a text, equal for texts that differ in case, punctuation and whitespace. */
export const textHash = (words: readonly string[]): string =>
  createHash('sha256').update(words.join(' ').toLowerCase()).digest('base64url').slice(0, 22);

/** Finaliser of MurmurHash3: every bit of the input changes half of the output. */
function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** FNV-1a of a stem, 32 bits. */
function stemHash(word: string): number {
  const known = stemHashes.get(word);
  if (known !== undefined) return known;
  let hash = 0x811c9dc5;
  for (const character of stemOf(word)) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  if (stemHashes.size >= maxStems) stemHashes.clear();
  stemHashes.set(word, hash);
  return hash;
}

/**
 * One-permutation MinHash of the 3-word shingles of a text: 64 bins of 16 bits as base64, empty bins filled
 * from the next one (Shrivastava and Li, 2014). Null below 100 words: the estimate would be noise.
 */
export function minHash(words: readonly string[]): string | null {
  if (words.length < minHashWords) return null;
  const minima = new Float64Array(bins).fill(Number.POSITIVE_INFINITY);
  const hashes = words.map(stemHash);
  for (let at = 0; at + shingleWords <= hashes.length; at += 1) {
    const first = Math.imul(hashes[at] ?? 0, 0x9e3779b1) + Math.imul(hashes[at + 1] ?? 0, 0x85ebca77);
    const hash = mix(Math.imul(first, 0xc2b2ae3d) + (hashes[at + 2] ?? 0));
    const bin = hash & (bins - 1);
    const value = hash >>> 6;
    if (value < (minima[bin] ?? 0)) minima[bin] = value;
  }
  const packed = Buffer.alloc(bins * 2);
  for (let bin = 0; bin < bins; bin += 1) {
    let distance = 0;
    while (minima[(bin + distance) % bins] === Number.POSITIVE_INFINITY) distance += 1;
    const value = mix((minima[(bin + distance) % bins] ?? 0) + distance * 0x01000193);
    packed.writeUInt16LE(value & 0xffff, bin * 2);
  }
  return packed.toString('base64');
}

/** The 64 bins of a signature. */
export function binsOf(signature: string): Uint16Array {
  const bytes = Buffer.from(signature, 'base64');
  return Uint16Array.from({ length: bins }, (_, bin) => bytes.readUInt16LE(bin * 2));
}

/** Estimated Jaccard similarity of two texts, 0 to 1. */
export function similarity(left: Uint16Array, right: Uint16Array): number {
  let equal = 0;
  for (let bin = 0; bin < bins; bin += 1) if (left[bin] === right[bin]) equal += 1;
  return equal / bins;
}

/**
 * Similarity of the main texts of two pages: 1 for equal words; 0 where a text is too short to be compared.
 */
export function textSimilarity(
  left: { text_hash: string; min_hash: string | null },
  right: { text_hash: string; min_hash: string | null },
): number {
  if (left.text_hash === right.text_hash) return 1;
  if (left.min_hash === null || right.min_hash === null) return 0;
  return similarity(binsOf(left.min_hash), binsOf(right.min_hash));
}
