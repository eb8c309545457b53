import { searchText } from '../content/search-text.ts';

/** Words of a query that count; further ones are ignored. */
const maxWords = 32;

/**
 * The words of a query as the search sees them: distinct and in one order, so that one set of words has one
 * key in a cache. At most 32, the first ones of the query.
 */
export function searchWords(q: string): string[] {
  const words = searchText(q)
    .split(' ')
    .filter((word) => word !== '');
  return [...new Set(words)].slice(0, maxWords).toSorted();
}
