import { searchText } from '../content/search-text.ts';

/** Words of a query that count; further ones are ignored. */
const maxWords = 32;

/** Words of a query, as the search sees them. */
export interface SearchWords {
  /** Distinct and in one order, so that one set of words has one key in a cache; at most 32, the first ones. */
  words: string[];
  /** The word at the end of the query, which may be the beginning of a longer one; absent without words. */
  last: string | undefined;
}

/** The words of a query that a reader may still be typing. */
export function readSearchWords(q: string): SearchWords {
  const words = distinctWords(q);
  return { words: words.toSorted(), last: words.at(-1) };
}

/** The words of a query, distinct and in one order: those of a filter. */
export const searchWords = (q: string): string[] => distinctWords(q).toSorted();

/** A word that is repeated counts where it stands last. */
function distinctWords(q: string): string[] {
  const words = searchText(q)
    .split(' ')
    .filter((word) => word !== '');
  const first = [...new Set(words)].slice(0, maxWords);
  const last = words.at(-1);
  return last !== undefined && first.includes(last) ? [...first.filter((word) => word !== last), last] : first;
}
