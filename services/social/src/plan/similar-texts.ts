import { wordsOf } from '../facts/find-assertions.ts';

const shingleWords = 3;
/** From this Jaccard index on two texts are the same. */
const sameFrom = 0.6;

/** The runs of three words of a text; a shorter text is one run. */
function shinglesOf(text: string): Set<string> {
  const words = wordsOf(text.replaceAll(/https?:\/\/\S+/g, ' ')).split(' ');
  if (words.length < shingleWords) return new Set([words.join(' ')]);
  return new Set(words.slice(shingleWords - 1).map((_, at) => words.slice(at, at + shingleWords).join(' ')));
}

/** Texts that a new one is compared with, by their runs of three words. */
export interface KnownTexts {
  /** Whether a text equals a known one nearly: by its words, or by a Jaccard index of 0.6 of its runs. */
  has(text: string): boolean;
  add(text: string): void;
}

/** An index of texts. Equal words give equal runs, so the index of runs finds them as well. */
export function knownTexts(texts: Iterable<string> = []): KnownTexts {
  const sizes: number[] = [];
  const byShingle = new Map<string, number[]>();
  const add = (text: string): void => {
    const shingles = shinglesOf(text);
    const id = sizes.push(shingles.size) - 1;
    for (const shingle of shingles) {
      const ids = byShingle.get(shingle);
      if (ids) ids.push(id);
      else byShingle.set(shingle, [id]);
    }
  };
  for (const text of texts) add(text);
  return {
    add,
    has(text) {
      const shingles = shinglesOf(text);
      const shared = new Map<number, number>();
      for (const shingle of shingles)
        for (const id of byShingle.get(shingle) ?? []) shared.set(id, (shared.get(id) ?? 0) + 1);
      for (const [id, common] of shared)
        if (common / (shingles.size + (sizes[id] ?? 0) - common) >= sameFrom) return true;
      return false;
    },
  };
}
