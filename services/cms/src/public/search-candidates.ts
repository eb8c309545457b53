import { mapInSlices } from '@platform/runtime';
import { type WordForms, wordsLike } from './snippet.ts';

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

/** The order of texts before their rank. */
export interface Candidates {
  /** Ids of the texts that are ranked. */
  ranked: string[];
  /** Ids of the texts behind them, in their order. */
  rest: string[];
}

/**
 * Chooses the texts that are ranked, since a rank costs the reading of the whole vector: those with the most
 * words in the title first, then the newest ones.
 * @param candidates texts with the words, the newest first
 * @param wanted the words
 * @returns 100 texts to rank at most, with vectors of 1 MiB together at most, and one text at least
 */
export async function chooseCandidates(candidates: readonly Candidate[], wanted: WordForms): Promise<Candidates> {
  const scores = await mapInSlices(candidates, ({ title }) => {
    const words = wordsLike(title, wanted).map(({ word }) => word);
    return new Set(words).size;
  });
  const order = candidates
    .map((candidate, at) => ({ candidate, score: scores[at] ?? 0 }))
    .toSorted((a, b) => b.score - a.score);
  let bytes = 0;
  const end = order.findIndex(({ candidate }, at) => {
    bytes += candidate.bytes;
    return at > 0 && (at >= maxRanked || bytes > maxVectorBytes);
  });
  const ids = order.map(({ candidate }) => candidate.item_id);
  return end < 0 ? { ranked: ids, rest: [] } : { ranked: ids.slice(0, end), rest: ids.slice(end) };
}
