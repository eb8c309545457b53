import { hash as digest } from 'node:crypto';
import { mixHash } from '@platform/contracts/mix-hash';
import stemmers from 'snowball-stemmers';

const russian = stemmers.newStemmer('russian');
const english = stemmers.newStemmer('english');
interface KnownWord {
  /** Two hashes of the word in lower case, 32 bits each. */
  lowerHash: number;
  lowerHash2: number;
  /** FNV-1a of the stem, 32 bits. */
  stemHash: number;
}

/** Words of a site repeat; the cache has a bound for sites of random strings. */
const maxKnown = 50_000;
const knownWords = new Map<string, KnownWord>();

const bins = 64;
const shingleWords = 3;
const minHashWords = 100;

/** Stem of a word, Russian for Cyrillic and English for the rest; `ё` counts as `е`. */
export function stemOf(word: string): string {
  const lower = word.toLowerCase().replaceAll('ё', 'е');
  return /[а-я]/.test(lower) ? russian.stem(lower) : english.stem(lower);
}

/** FNV-1a of the code points of a text. */
function hashText(text: string, offset = 0x811c9dc5): number {
  let hash = offset;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash;
}

function knownWord(word: string): KnownWord {
  const known = knownWords.get(word);
  if (known) return known;
  if (knownWords.size >= maxKnown) knownWords.clear();
  // A part of a text would hold the whole text in memory.
  const detachedWord = Buffer.from(word, 'utf16le').toString('utf16le');
  const lower = detachedWord.toLowerCase();
  const knownEntry: KnownWord = {
    lowerHash: hashText(lower),
    lowerHash2: hashText(lower, 0x9e3779b1),
    stemHash: hashText(stemOf(word)),
  };
  knownWords.set(detachedWord, knownEntry);
  return knownEntry;
}

/**
 * Signatures of a text, of its words: `text_hash`, equal for texts that differ in case, punctuation and
 * whitespace, and `min_hash`.
 */
export function signText(words: readonly string[]): { text_hash: string; min_hash: string | null } {
  const known = words.map(knownWord);
  const hashes = new Int32Array(known.length * 2);
  let at = 0;
  for (const { lowerHash, lowerHash2 } of known) {
    hashes[at] = lowerHash;
    hashes[at + 1] = lowerHash2;
    at += 2;
  }
  return { text_hash: digest('sha256', hashes, 'base64url').slice(0, 22), min_hash: minHash(known) };
}

/**
 * One-permutation MinHash of the 3-word shingles of a text: 64 bins of 16 bits as base64, empty bins filled
 * from the next one (Shrivastava and Li, 2014). Null below 100 words: the estimate would be noise.
 */
function minHash(words: readonly KnownWord[]): string | null {
  if (words.length < minHashWords) return null;
  const hashAt = (at: number): number => words[at]?.stemHash ?? 0;
  const minima = new Float64Array(bins).fill(Number.POSITIVE_INFINITY);
  for (let at = 0; at + shingleWords <= words.length; at += 1) {
    const first = Math.imul(hashAt(at), 0x9e3779b1) + Math.imul(hashAt(at + 1), 0x85ebca77);
    const hash = mixHash(Math.imul(first, 0xc2b2ae3d) + hashAt(at + 2));
    const bin = hash & (bins - 1);
    const value = hash >>> 6;
    if (value < (minima[bin] ?? 0)) minima[bin] = value;
  }
  const packed = Buffer.alloc(bins * 2);
  for (let bin = 0; bin < bins; bin += 1) {
    let distance = 0;
    while (minima[(bin + distance) % bins] === Number.POSITIVE_INFINITY) distance += 1;
    const value = mixHash((minima[(bin + distance) % bins] ?? 0) + distance * 0x01000193);
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
 * Whether {@link similarity} of two texts is at least a share; different texts are detected after few bins.
 */
export function isSimilar(left: Uint16Array, right: Uint16Array, share: number): boolean {
  let different = Math.floor(bins * (1 - share));
  for (let bin = 0; bin < bins && different >= 0; bin += 1) if (left[bin] !== right[bin]) different -= 1;
  return different >= 0;
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
