import { mapInSlices } from '@platform/runtime';
import { wordsLike } from './snippet.ts';

/** A text with words of a query, without its content. */
export interface Candidate {
  item_id: string;
  title: string;
  /** Size of its search vector as it is stored, in bytes. */
  bytes: number;
}

/** Bounds of the texts that are ranked: their number, and the bytes of their vectors. */
const maxRanked = 100;
const maxVectorBytes = 1024 * 1024;

/**
 * Chooses the texts that are ranked, since a rank costs the reading of the whole vector: those with the most
 * words in the title first, then the newest ones.
 * @param candidates texts with the words, the newest first
 * @param lexemes stems of the words
 * @returns ids of 100 texts at most, with vectors of 1 MiB together at most, and of one text at least
 */
export async function chooseCandidates(
  candidates: readonly Candidate[],
  lexemes: readonly string[],
): Promise<string[]> {
  const scores = await mapInSlices(candidates, ({ title }) => {
    const words = wordsLike(title, lexemes).map(({ word }) => word);
    return new Set(words).size;
  });
  const order = candidates.map((candidate, at) => ({ candidate, score: scores[at] ?? 0 }));
  const chosen: string[] = [];
  let bytes = 0;
  for (const { candidate } of order.toSorted((a, b) => b.score - a.score)) {
    bytes += candidate.bytes;
    if (chosen.length > 0 && (chosen.length >= maxRanked || bytes > maxVectorBytes)) break;
    chosen.push(candidate.item_id);
  }
  return chosen;
}
